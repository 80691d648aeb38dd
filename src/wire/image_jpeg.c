#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "wire/image.h"
#include "wire/image_rgb.h"

// libjpeg reports failure by calling error_exit, which must not return.
struct writer {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    unsigned char *bytes; // allocated by libjpeg with malloc()
    unsigned long len;
    char message[JMSG_LENGTH_MAX];
};

static void
on_error(j_common_ptr jpeg)
{
    struct writer *writer = jpeg->client_data;
    jpeg->err->format_message(jpeg, writer->message);
    longjmp(writer->failed, 1);
}

static void
on_message(j_common_ptr jpeg)
{
    (void)jpeg; // suppress libjpeg's output to stderr
}

static bool
compress(struct writer *writer, const struct at_image *image, int quality,
         unsigned char *rgb)
{
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    jpeg->err = jpeg_std_error(&writer->errors);
    jpeg->client_data = writer;
    writer->errors.error_exit = on_error;
    writer->errors.output_message = on_message;
    if (setjmp(writer->failed))
        return false;
    jpeg_create_compress(jpeg);
    jpeg_mem_dest(jpeg, &writer->bytes, &writer->len);
    jpeg->image_width = (JDIMENSION)image->width_px;
    jpeg->image_height = (JDIMENSION)image->height_px;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < jpeg->image_height) {
        JSAMPROW row = rgb + jpeg->next_scanline * image->width_px * 3;
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    return true;
}

bool
at_jpeg_write(const struct at_image *image, int quality, struct at_buf *out,
              struct at_err *err)
{
    struct writer writer = {.bytes = NULL};
    unsigned char *rgb = at_image_rgb(image);
    bool ok = compress(&writer, image, quality, rgb);
    if (!ok)
        at_fail(err, AT_ELIMIT, "cannot write a JPEG image: %s",
                writer.message);
    else if (!(ok = at_buf_add(out, writer.bytes, writer.len)))
        at_fail(err, AT_ELIMIT, "the JPEG image has %lu bytes, at most %zu",
                writer.len, out->max);
    jpeg_destroy_compress(&writer.jpeg);
    free(writer.bytes);
    free(rgb);
    return ok;
}
