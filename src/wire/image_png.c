#include <string.h>

#include <png.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/image.h"
#include "wire/image_rgb.h"

static uint32_t
u32_be(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
}

// Read one chunk: length, type, data, CRC of type and data.
static bool
next_chunk(struct at_str *rest, struct at_str *type, struct at_str *data)
{
    if (rest->len < 12 || u32_be(rest->ptr) > rest->len - 12)
        return false;
    size_t len = u32_be(rest->ptr);
    const Bytef *summed = (const Bytef *)rest->ptr + 4;
    if (crc32_z(0, summed, len + 4) != u32_be(rest->ptr + 8 + len))
        return false;
    *type = at_str_n(rest->ptr + 4, 4);
    *data = at_str_n(rest->ptr + 8, len);
    *rest = at_str_skip(*rest, len + 12);
    return true;
}

static bool
check_size(size_t width_px, size_t height_px, struct at_err *err)
{
    if (width_px == 0 || height_px == 0)
        return at_fail(err, AT_EPROTO, "the image is empty: %zux%zu pixels",
                       width_px, height_px);
    if (width_px > AT_IMAGE_MAX_PIXELS / height_px)
        return at_fail(err, AT_ELIMIT,
                       "the image has %zux%zu pixels, at most %zu in all",
                       width_px, height_px, AT_IMAGE_MAX_PIXELS);
    return true;
}

bool
at_png_check(struct at_str png, size_t *out_width_px, size_t *out_height_px,
             size_t *out_len, struct at_err *err)
{
    struct at_str rest = at_str_skip(png, 8);
    struct at_str type;
    struct at_str data;
    if (!at_str_starts(png, AT_STR("\x89PNG\r\n\x1a\n")) ||
        !next_chunk(&rest, &type, &data) || !at_str_is(type, "IHDR") ||
        data.len != 13)
        return at_fail(err, AT_EPROTO,
                       "not a PNG image, or only its beginning: %zu bytes",
                       png.len);
    *out_width_px = u32_be(data.ptr);
    *out_height_px = u32_be(data.ptr + 4);
    if (!check_size(*out_width_px, *out_height_px, err))
        return false;
    do {
        if (!next_chunk(&rest, &type, &data))
            return at_fail(err, AT_EPROTO,
                           "the PNG image is cut off or damaged after %zu of "
                           "%zu bytes",
                           png.len - rest.len, png.len);
    } while (!at_str_is(type, "IEND"));
    *out_len = png.len - rest.len;
    return true;
}

bool
at_png_read(struct at_str png, struct at_image *image, struct at_err *err)
{
    png_image reader = {.version = PNG_IMAGE_VERSION};
    if (png.len == 0 ||
        !png_image_begin_read_from_memory(&reader, png.ptr, png.len))
        return at_fail(err, AT_EPROTO, "no PNG image: %s",
                       png.len ? reader.message : "it is empty");
    if (!check_size(reader.width, reader.height, err)) {
        png_image_free(&reader);
        return false;
    }
    reader.format = PNG_FORMAT_RGBA;
    at_image_init(image, reader.width, reader.height);
    if (png_image_finish_read(&reader, NULL, image->pixels, 0, NULL))
        return true;
    at_image_deinit(image);
    return at_fail(err, AT_EPROTO, "the PNG image is damaged: %s",
                   reader.message);
}

static bool
is_opaque(const struct at_image *image)
{
    size_t count = image->width_px * image->height_px;
    unsigned all = 0xff;
    for (size_t i = 0; i < count; i++)
        all &= image->pixels[i * 4 + 3];
    return all == 0xff;
}

bool
at_png_write(const struct at_image *image, struct at_buf *out,
             struct at_err *err)
{
    bool opaque = is_opaque(image);
    unsigned char *rgb = opaque ? at_image_rgb(image) : NULL;
    png_image writer = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)image->width_px,
        .height = (png_uint_32)image->height_px,
        .format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA,
        .flags = PNG_IMAGE_FLAG_FAST,
    };
    png_alloc_size_t len = PNG_IMAGE_PNG_SIZE_MAX(writer);
    char *bytes = at_realloc_array(NULL, len, 1);
    bool ok = png_image_write_to_memory(&writer, bytes, &len, 0,
                                        opaque ? rgb : image->pixels, 0, NULL);
    if (!ok)
        at_fail(err, AT_EIO, "cannot write a PNG image: %s", writer.message);
    else if (!(ok = at_buf_add(out, bytes, len)))
        at_fail(err, AT_ELIMIT, "the PNG image has %zu bytes, at most %zu",
                (size_t)len, out->max);
    free(bytes);
    free(rgb);
    return ok;
}
