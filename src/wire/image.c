#include "wire/image.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/image_rgb.h"
#include "wire/image_rows.h"

enum {
    CHANNELS = 4,
    BUSY_PART = 16, // pixels per PNG byte at which a picture counts as busy
    BUSY_FREE = 4096,
};

void
at_image_init(struct at_image *image, size_t width_px, size_t height_px)
{
    at_assert(width_px > 0 && height_px > 0 &&
              width_px <= AT_IMAGE_MAX_PIXELS / height_px);
    *image = (struct at_image){width_px, height_px,
                               at_alloc(width_px * height_px * CHANNELS)};
}

void
at_image_deinit(struct at_image *image)
{
    free(image->pixels);
    *image = (struct at_image)AT_IMAGE_INIT;
}

unsigned char *
at_image_rgb(const struct at_image *image)
{
    size_t count = image->width_px * image->height_px;
    unsigned char *rgb = at_realloc_array(NULL, count, 3);
    const unsigned char *from = image->pixels;
    for (unsigned char *to = rgb; to < rgb + count * 3; to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        from += CHANNELS;
    }
    return rgb;
}

static size_t
scaled(size_t side, size_t to, size_t from)
{
    size_t len = (side * to + from / 2) / from;
    return len > 0 ? len : 1;
}

struct size {
    size_t width_px;
    size_t height_px;
};

// Scale the size so that its longer side is at most max_side_px.
static struct size
limit_side(struct size of, size_t max_side_px)
{
    size_t side = of.width_px > of.height_px ? of.width_px : of.height_px;
    if (side <= max_side_px)
        return of;
    return (struct size){scaled(of.width_px, max_side_px, side),
                         scaled(of.height_px, max_side_px, side)};
}

// Tried in order until the result fits.
static const int jpeg_qualities[] = {85, 70, 50, 30};

static bool
encode_within(const struct at_image *image, bool try_png, size_t max_bytes,
              struct at_buf *out, const char **mime)
{
    struct at_buf tried = AT_BUF_INIT(max_bytes);
    bool ok = try_png && at_png_write(image, &tried, NULL);
    *mime = ok ? "image/png" : "image/jpeg";
    for (size_t i = 0; i < AT_LEN(jpeg_qualities) && !ok; i++) {
        ok = at_jpeg_write(image, jpeg_qualities[i], &tried, NULL);
    }
    ok = ok && at_buf_add_str(out, at_buf_str(&tried));
    at_buf_deinit(&tried);
    return ok;
}

// Encoding a busy picture as PNG is slow (deflate dominates) and yields twice
// the size of a JPEG. The length of the source PNG indicates how busy it is.
static bool
is_png_worth_it(struct size of, struct size shown, size_t png_len,
                size_t max_bytes)
{
    uint64_t from = (uint64_t)of.width_px * of.height_px;
    uint64_t to = (uint64_t)shown.width_px * shown.height_px;
    uint64_t expected = png_len * to / from;
    return expected <= max_bytes && expected <= to / BUSY_PART + BUSY_FREE;
}

static void
shrink_to(struct at_image *image, struct size size)
{
    struct at_image small;
    if (size.width_px == image->width_px && size.height_px == image->height_px)
        return;
    at_image_shrink(image, size.width_px, size.height_px, &small);
    at_image_deinit(image);
    *image = small;
}

// Encode shown, which the caller owns; it already has the size of the first
// attempt.
static bool
fit_decoded(struct at_image *shown, size_t png_len, size_t max_side_px,
            size_t max_bytes, struct at_buf *out, struct at_image_info *info)
{
    struct size of = {info->device_width_px, info->device_height_px};
    bool ok = false;
    for (size_t side = max_side_px; side > 0 && !ok; side /= 2) {
        struct size size = limit_side(of, side);
        shrink_to(shown, size);
        bool try_png = is_png_worth_it(of, size, png_len, max_bytes);
        ok = encode_within(shown, try_png, max_bytes, out, &info->mime);
        info->shown_width_px = size.width_px;
        info->shown_height_px = size.height_px;
    }
    return ok;
}

bool
at_image_fit(struct at_str png, size_t max_side_px, size_t max_bytes,
             struct at_buf *out, struct at_image_info *info, struct at_err *err)
{
    struct at_image shown = AT_IMAGE_INIT;
    size_t width_px;
    size_t height_px;
    size_t len;
    if (!at_png_check(png, &width_px, &height_px, &len, err))
        return false;
    *info = (struct at_image_info){"image/png", width_px, height_px, width_px,
                                   height_px};
    if (width_px <= max_side_px && height_px <= max_side_px &&
        len <= max_bytes && at_buf_add(out, png.ptr, len))
        return true;
    struct size size =
        limit_side((struct size){width_px, height_px}, max_side_px);
    if (!at_png_read_small(png, size.width_px, size.height_px, &shown, err))
        return false;
    bool ok = fit_decoded(&shown, len, max_side_px, max_bytes, out, info);
    at_image_deinit(&shown);
    return ok || at_fail(err, AT_ELIMIT,
                         "an image of %zux%zu pixels cannot be made to fit "
                         "%zu pixels and %zu bytes",
                         width_px, height_px, max_side_px, max_bytes);
}

const char *
at_image_type(struct at_str bytes)
{
    if (at_str_starts(bytes, AT_STR("\x89PNG\r\n\x1a\n")))
        return "image/png";
    return at_str_starts(bytes, AT_STR("\xff\xd8\xff")) ? "image/jpeg" : NULL;
}

static struct size
limit_width(struct size of, size_t width_px)
{
    if (of.width_px <= width_px)
        return of;
    return (struct size){width_px, scaled(of.height_px, width_px, of.width_px)};
}

static bool
read_narrow(struct at_str picture, size_t width_px, struct at_image *image,
            struct at_err *err)
{
    const char *type = at_image_type(picture);
    struct size size;
    size_t len;
    if (type && strcmp(type, "image/jpeg") == 0) {
        if (!at_jpeg_read(picture, image, err))
            return false;
        size = (struct size){image->width_px, image->height_px};
        shrink_to(image, limit_width(size, width_px));
        return true;
    }
    if (!at_png_check(picture, &size.width_px, &size.height_px, &len, err))
        return false;
    size = limit_width(size, width_px);
    return at_png_read_small(picture, size.width_px, size.height_px, image,
                             err);
}

bool
at_image_narrow(struct at_str picture, size_t width_px, size_t max_bytes,
                struct at_buf *out, struct at_err *err)
{
    struct at_image image = AT_IMAGE_INIT;
    const char *mime;
    if (!read_narrow(picture, width_px, &image, err))
        return false;
    bool ok = encode_within(&image, false, max_bytes, out, &mime) ||
              at_fail(err, AT_ELIMIT,
                      "a picture %zu pixels wide does not fit %zu bytes",
                      image.width_px, max_bytes);
    at_image_deinit(&image);
    return ok;
}
