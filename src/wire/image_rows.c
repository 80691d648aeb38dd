// image_rows.c: decoding and averaging, row by row
#include "wire/image_rows.h"

#include <setjmp.h>
#include <string.h>

#include <png.h>

#include "base/alloc.h"

enum { OPAQUE = 0xff };

// libpng uses longjmp() on errors, so all resources to release are kept here.
struct decoding {
    jmp_buf failed;
    char reason[128];
    struct at_str in; // remaining input
    png_structp png;
    png_infop info;
    unsigned char *row; // owned
    bool interlaced;
};

AT_NORETURN static void
on_error(png_structp png, png_const_charp message)
{
    struct decoding *d = png_get_error_ptr(png);
    at_str_cut(d->reason, sizeof(d->reason), at_str(message));
    longjmp(d->failed, 1);
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
    struct decoding *d = png_get_io_ptr(png);
    if (len > d->in.len)
        png_error(png, "it is cut off");
    memcpy(to, d->in.ptr, len);
    d->in = at_str_skip(d->in, len);
}

// Let libpng convert all formats to 8-bit RGBA rows.
static void
begin(struct decoding *d)
{
    d->png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, d, on_error, on_warning);
    d->info = d->png ? png_create_info_struct(d->png) : NULL;
    at_assert(d->info);
    png_set_read_fn(d->png, d, on_read);
    png_set_option(d->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_crc_action(d->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_read_info(d->png, d->info);
    d->interlaced =
        png_get_interlace_type(d->png, d->info) != PNG_INTERLACE_NONE;
    if (d->interlaced)
        png_error(d->png, "it is interlaced");
    png_set_expand(d->png);
    png_set_strip_16(d->png);
    png_set_gray_to_rgb(d->png);
    png_set_add_alpha(d->png, OPAQUE, PNG_FILLER_AFTER);
    png_read_update_info(d->png, d->info);
    d->row = at_alloc(png_get_rowbytes(d->png, d->info));
}

static bool
decode(struct decoding *d, const struct at_png_rows *rows)
{
    if (setjmp(d->failed))
        return false;
    begin(d);
    size_t height_px = png_get_image_height(d->png, d->info);
    for (size_t y = 0; y < height_px; y++) {
        png_read_row(d->png, d->row, NULL);
        if (!rows->take(rows->user, d->row, y))
            break;
    }
    return true;
}

bool
at_png_each_row(struct at_str png, const struct at_png_rows *rows,
                struct at_err *err)
{
    struct decoding d = {.in = png};
    bool ok = decode(&d, rows);
    png_destroy_read_struct(&d.png, &d.info, NULL);
    free(d.row);
    return ok || at_fail(err, d.interlaced ? AT_EUNSUPPORTED : AT_EPROTO,
                         "the PNG image is damaged: %s", d.reason);
}

static bool
shrink_row(void *user, const unsigned char *row, size_t y)
{
    (void)y;
    at_shrinker_row(user, row);
    return true;
}

static bool
read_whole(struct at_str png, size_t width_px, size_t height_px,
           struct at_image *out, struct at_err *err)
{
    struct at_image image = AT_IMAGE_INIT;
    if (!at_png_read(png, &image, err))
        return false;
    at_image_shrink(&image, width_px, height_px, out);
    at_image_deinit(&image);
    return true;
}

bool
at_png_read_small(struct at_str png, size_t width_px, size_t height_px,
                  struct at_image *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t from_width_px;
    size_t from_height_px;
    size_t len;
    if (!at_png_check(png, &from_width_px, &from_height_px, &len, err))
        return false;
    struct at_shrinker *shrinker = at_shrinker_new(
        from_width_px, from_height_px, width_px, height_px, out);
    const struct at_png_rows rows = {shrink_row, shrinker};
    bool ok = at_png_each_row(png, &rows, &why);
    at_shrinker_free(shrinker);
    if (ok)
        return true;
    at_image_deinit(out);
    if (why.code == AT_EUNSUPPORTED)
        return read_whole(png, width_px, height_px, out, err);
    return at_err_pass(err, &why);
}

// The edges, a tenth of each side, are where system bars are.
enum { EDGE = 10, NEARLY_BLACK = 8 };

struct plain {
    size_t width_px;
    size_t height_px;
    unsigned char middle[3];
    bool has_middle;
    bool edges_differ; // the edges differ from the colour
    unsigned char edge[3];
    bool is_plain;
};

static bool
is_row_plain(const unsigned char *row, size_t from, size_t to,
             const unsigned char colour[3])
{
    for (size_t x = from; x < to; x++)
        if (memcmp(row + x * 4, colour, 3) != 0)
            return false;
    return true;
}

static bool
look_at_row(void *user, const unsigned char *row, size_t y)
{
    struct plain *plain = user;
    size_t margin = plain->width_px / EDGE;
    size_t end = plain->width_px - margin;
    size_t top = plain->height_px / EDGE;
    bool is_middle = y >= top && y < plain->height_px - top;
    if (y == 0)
        memcpy(plain->edge, row, 3);
    plain->edges_differ =
        plain->edges_differ ||
        !is_row_plain(row, 0, is_middle ? margin : end, plain->edge) ||
        !is_row_plain(row, end, plain->width_px, plain->edge);
    if (is_middle && !plain->has_middle)
        memcpy(plain->middle, row + margin * 4, 3);
    plain->has_middle = plain->has_middle || is_middle;
    plain->is_plain =
        !is_middle || is_row_plain(row, margin, end, plain->middle);
    return plain->is_plain;
}

static bool
is_black(const unsigned char colour[3])
{
    return colour[0] < NEARLY_BLACK && colour[1] < NEARLY_BLACK &&
           colour[2] < NEARLY_BLACK;
}

static bool
look_at_png(struct at_str png, struct plain *plain)
{
    const struct at_png_rows rows = {look_at_row, plain};
    size_t len;
    return at_png_check(png, &plain->width_px, &plain->height_px, &len, NULL) &&
           at_png_each_row(png, &rows, NULL) && plain->is_plain;
}

static bool
look_at_jpeg(struct at_str jpeg, struct plain *plain)
{
    struct at_image image = AT_IMAGE_INIT;
    if (!at_jpeg_read(jpeg, &image, NULL))
        return false;
    plain->width_px = image.width_px;
    plain->height_px = image.height_px;
    bool goes_on = true;
    for (size_t y = 0; goes_on && y < image.height_px; y++)
        goes_on = look_at_row(plain, image.pixels + y * image.width_px * 4, y);
    at_image_deinit(&image);
    return goes_on;
}

bool
at_image_is_plain(struct at_str picture, uint32_t *out_rgb)
{
    struct plain plain = {.is_plain = false};
    const char *type = at_image_type(picture);
    bool is_jpeg = type && strcmp(type, "image/jpeg") == 0;
    if (!(is_jpeg ? look_at_jpeg : look_at_png)(picture, &plain))
        return false;
    const unsigned char *c = plain.middle;
    *out_rgb = (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
    return is_black(c) ||
           (!plain.edges_differ && memcmp(c, plain.edge, 3) == 0);
}
