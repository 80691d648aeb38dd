#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/image.h"

// libjpeg reports failure by calling error_exit, which must not return.
struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    unsigned char *row; // owned
    char message[JMSG_LENGTH_MAX];
};

static void
on_error(j_common_ptr jpeg)
{
    struct reader *reader = jpeg->client_data;
    jpeg->err->format_message(jpeg, reader->message);
    longjmp(reader->failed, 1);
}

// Reject damaged or truncated pictures, which libjpeg would fill with grey.
static void
on_message(j_common_ptr jpeg, int level)
{
    if (level < 0)
        on_error(jpeg);
}

static void
fail(struct reader *reader, const char *why)
{
    snprintf(reader->message, sizeof(reader->message), "%s", why);
    longjmp(reader->failed, 1);
}

// Reject pictures of several scans, whose decoding time is unbounded. Devices
// produce none.
static void
check(struct reader *reader)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (jpeg->image_width > AT_IMAGE_MAX_PIXELS / jpeg->image_height)
        fail(reader, "it has too many pixels");
    if (jpeg_has_multiple_scans(jpeg))
        fail(reader, "it has several scans");
}

static void
read_rows(struct reader *reader, struct at_image *image)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    unsigned char *out = image->pixels;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = reader->row;
        jpeg_read_scanlines(jpeg, &row, 1);
        for (size_t x = 0; x < image->width_px; x++, row += 3) {
            *out++ = row[0];
            *out++ = row[1];
            *out++ = row[2];
            *out++ = 0xff;
        }
    }
}

static bool
decompress(struct reader *reader, struct at_str bytes, struct at_image *image)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg->err = jpeg_std_error(&reader->errors);
    jpeg->client_data = reader;
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    if (setjmp(reader->failed))
        return false;
    jpeg_create_decompress(jpeg);
    jpeg_mem_src(jpeg, (const unsigned char *)bytes.ptr, bytes.len);
    jpeg_read_header(jpeg, TRUE);
    check(reader);
    jpeg->out_color_space = JCS_RGB;
    jpeg_start_decompress(jpeg);
    reader->row = at_alloc((size_t)jpeg->output_width * 3);
    at_image_init(image, jpeg->output_width, jpeg->output_height);
    read_rows(reader, image);
    jpeg_finish_decompress(jpeg);
    return true;
}

bool
at_jpeg_read(struct at_str jpeg, struct at_image *image, struct at_err *err)
{
    struct reader reader = {.row = NULL};
    bool ok = jpeg.len > 0 && decompress(&reader, jpeg, image);
    if (!ok) {
        at_image_deinit(image);
        at_fail(err, AT_EPROTO, "not a JPEG image that can be read: %s",
                jpeg.len > 0 ? reader.message : "it is empty");
    }
    jpeg_destroy_decompress(&reader.jpeg);
    free(reader.row);
    return ok;
}
