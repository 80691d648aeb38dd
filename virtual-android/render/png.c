#include "virtual-android/render/png.h"

#include <png.h>
#include <setjmp.h>

static void
append(png_structp png, png_bytep data, png_size_t len)
{
    struct at_buf *out = png_get_io_ptr(png);
    if (!at_buf_add(out, data, len))
        png_error(png, "the image is too large");
}

static void
flush(png_structp png)
{
    (void)png;
}

// libpng would print.
static void
on_error(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

bool
vd_png_write(struct at_buf *out, const unsigned char *pixels, int32_t width,
             int32_t height)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL,
                                              on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, out, append, flush);
    png_set_compression_level(png, 1); // flat areas; time matters more
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8,
                 PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int32_t y = 0; y < height; y++)
        png_write_row(png, pixels + (size_t)y * (size_t)width * 4);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}
