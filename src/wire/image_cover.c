// image_cover.c: covers parts of a PNG, row by row
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/alloc.h"
#include "wire/image.h"

enum { COMPRESSION = 3 }; // favours speed over size

// libpng uses longjmp() on errors, so all resources to release are kept here.
struct covering {
    jmp_buf failed;
    char reason[128];
    struct at_str in; // remaining input
    struct at_buf *out;
    const struct at_image_part *parts;
    size_t part_count;
    png_structp reader;
    png_infop read_info;
    png_structp writer;
    png_infop write_info;
    size_t channels;
    size_t width_px;
    size_t height_px;
    unsigned char *row; // owned
};

AT_NORETURN static void
on_error(png_structp png, png_const_charp message)
{
    struct covering *c = png_get_error_ptr(png);
    at_str_cut(c->reason, sizeof(c->reason), at_str(message));
    longjmp(c->failed, 1);
}

static void
on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void
on_read(png_structp png, png_bytep to, size_t len)
{
    struct covering *c = png_get_io_ptr(png);
    if (len > c->in.len)
        png_error(png, "it is cut off");
    memcpy(to, c->in.ptr, len);
    c->in = at_str_skip(c->in, len);
}

static void
on_write(png_structp png, png_bytep from, size_t len)
{
    struct covering *c = png_get_io_ptr(png);
    if (!at_buf_add(c->out, from, len))
        png_error(png, "the covered image is too large");
}

static void
on_flush(png_structp png)
{
    (void)png;
}

// Let libpng convert all formats to 8-bit RGB or RGBA rows.
static void
begin_reading(struct covering *c)
{
    c->reader =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, c, on_error, on_warning);
    c->read_info = c->reader ? png_create_info_struct(c->reader) : NULL;
    at_assert(c->read_info);
    png_set_read_fn(c->reader, c, on_read);
    png_read_info(c->reader, c->read_info);
    if (png_get_interlace_type(c->reader, c->read_info) != PNG_INTERLACE_NONE)
        png_error(c->reader, "it is interlaced");
    png_set_expand(c->reader);
    png_set_strip_16(c->reader);
    png_set_gray_to_rgb(c->reader);
    png_read_update_info(c->reader, c->read_info);
    c->width_px = png_get_image_width(c->reader, c->read_info);
    c->height_px = png_get_image_height(c->reader, c->read_info);
    c->channels = png_get_channels(c->reader, c->read_info);
    c->row = at_alloc(png_get_rowbytes(c->reader, c->read_info));
}

static void
begin_writing(struct covering *c)
{
    c->writer =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, c, on_error, on_warning);
    c->write_info = c->writer ? png_create_info_struct(c->writer) : NULL;
    at_assert(c->write_info);
    png_set_write_fn(c->writer, c, on_write, on_flush);
    png_set_IHDR(c->writer, c->write_info, (png_uint_32)c->width_px,
                 (png_uint_32)c->height_px, 8,
                 c->channels == 4 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(c->writer, COMPRESSION);
    png_set_filter(c->writer, 0, PNG_FILTER_NONE);
    png_write_info(c->writer, c->write_info);
}

static size_t
clamp(int64_t at, size_t max)
{
    return at < 0 ? 0 : at > (int64_t)max ? max : (size_t)at;
}

static void
cover_row(struct covering *c, size_t y)
{
    static const unsigned char grey[] = {0x60, 0x60, 0x60, 0xff};
    for (size_t i = 0; i < c->part_count; i++) {
        const struct at_image_part *part = &c->parts[i];
        size_t right = clamp(part->right, c->width_px);
        if ((int64_t)y < part->top || (int64_t)y >= part->bottom)
            continue;
        for (size_t x = clamp(part->left, c->width_px); x < right; x++)
            memcpy(c->row + x * c->channels, grey, c->channels);
    }
}

static bool
copy(struct covering *c)
{
    if (setjmp(c->failed))
        return false;
    begin_reading(c);
    begin_writing(c);
    for (size_t y = 0; y < c->height_px; y++) {
        png_read_row(c->reader, c->row, NULL);
        cover_row(c, y);
        png_write_row(c->writer, c->row);
    }
    png_write_end(c->writer, NULL);
    return true;
}

bool
at_png_cover(struct at_str png, const struct at_image_part *parts, size_t count,
             struct at_buf *out, struct at_err *err)
{
    struct covering c = {
        .in = png, .out = out, .parts = parts, .part_count = count};
    size_t before = out->len;
    size_t width_px;
    size_t height_px;
    size_t len;
    if (!at_png_check(png, &width_px, &height_px, &len, err))
        return false;
    bool ok = copy(&c);
    png_destroy_read_struct(&c.reader, &c.read_info, NULL);
    png_destroy_write_struct(&c.writer, &c.write_info);
    free(c.row);
    if (ok)
        return true;
    at_buf_cut(out, before);
    return at_fail(err,
                   strstr(c.reason, "interlaced") ? AT_EUNSUPPORTED : AT_EPROTO,
                   "the PNG image cannot be covered: %s", c.reason);
}
