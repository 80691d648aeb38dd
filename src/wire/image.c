#include "wire/image.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/image_rgb.h"

enum { CHANNELS = 4 };

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

// Area averaging. Put source and result side on a common grid of from * to
// steps: a source pixel is to steps long, a result pixel from steps. The
// overlap of two pixels is a whole number of steps, and the weights of one
// result pixel add up to from.
struct span {
    size_t first; // first source pixel
    size_t head;  // its weight
    size_t last;  // last source pixel; the same as first where only one
    size_t tail;  // its weight, 0 if last is first
};

static struct span
span_of(size_t to_index, size_t from, size_t to)
{
    uint64_t start = (uint64_t)to_index * from;
    uint64_t end = start + from;
    struct span span = {(size_t)(start / to), 0, (size_t)((end - 1) / to), 0};
    if (span.first == span.last) {
        span.head = from;
    } else {
        span.head = (size_t)((span.first + 1) * (uint64_t)to - start);
        span.tail = (size_t)(end - span.last * (uint64_t)to);
    }
    return span;
}

// One source row, averaged to the result's width, with 8 more bits.
static void
shrink_row(const unsigned char *row, const struct span *spans, size_t from,
           size_t to, uint32_t *out)
{
    // 2^40 / from: a multiplication instead of a division a pixel.
    uint64_t scale = ((UINT64_C(1) << 40) + from - 1) / from;
    for (size_t x = 0; x < to; x++) {
        const struct span *span = &spans[x];
        const unsigned char *p = row + span->first * CHANNELS;
        const unsigned char *last = row + span->last * CHANNELS;
        uint64_t sum[CHANNELS];
        for (size_t c = 0; c < CHANNELS; c++)
            sum[c] = p[c] * span->head + last[c] * span->tail;
        for (p += CHANNELS; p < last; p += CHANNELS) {
            for (size_t c = 0; c < CHANNELS; c++)
                sum[c] += p[c] * to;
        }
        for (size_t c = 0; c < CHANNELS; c++)
            *out++ = (uint32_t)(sum[c] * scale >> 32);
    }
}

static void
add_row(uint64_t *sums, const uint32_t *row, size_t count, size_t weight)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += (uint64_t)row[i] * weight;
}

static void
store_row(const uint64_t *sums, size_t count, size_t from, unsigned char *out)
{
    uint64_t scale = ((UINT64_C(1) << 40) + from - 1) / from;
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)((sums[i] * scale + (UINT64_C(1) << 47)) >> 48);
}

void
at_image_shrink(const struct at_image *image, size_t width_px, size_t height_px,
                struct at_image *out)
{
    at_assert(width_px <= image->width_px && height_px <= image->height_px);
    at_image_init(out, width_px, height_px);
    size_t count = width_px * CHANNELS;
    struct span *spans = at_realloc_array(NULL, width_px, sizeof(*spans));
    uint32_t *row = at_realloc_array(NULL, count, sizeof(*row));
    uint64_t *sums = at_realloc_array(NULL, count, sizeof(*sums));
    size_t ready = SIZE_MAX; // the source row that row is made of

    for (size_t x = 0; x < width_px; x++)
        spans[x] = span_of(x, image->width_px, width_px);
    for (size_t y = 0; y < height_px; y++) {
        struct span span = span_of(y, image->height_px, height_px);
        memset(sums, 0, count * sizeof(*sums));
        for (size_t from = span.first; from <= span.last; from++) {
            size_t weight = from == span.first  ? span.head
                            : from == span.last ? span.tail
                                                : height_px;
            if (from != ready)
                shrink_row(image->pixels + from * image->width_px * CHANNELS,
                           spans, image->width_px, width_px, row);
            ready = from;
            add_row(sums, row, count, weight);
        }
        store_row(sums, count, image->height_px, out->pixels + y * count);
    }
    free(sums);
    free(row);
    free(spans);
}

static size_t
scaled(size_t side, size_t to, size_t from)
{
    size_t len = (side * to + from / 2) / from;
    return len > 0 ? len : 1;
}

// The image, or a smaller copy in *room, with its longer side at most
// max_side_px.
static const struct at_image *
limit_side(const struct at_image *image, size_t max_side_px,
           struct at_image *room)
{
    size_t side =
        image->width_px > image->height_px ? image->width_px : image->height_px;
    at_image_deinit(room);
    if (side <= max_side_px)
        return image;
    at_image_shrink(image, scaled(image->width_px, max_side_px, side),
                    scaled(image->height_px, max_side_px, side), room);
    return room;
}

// Attempts, in order, until one fits.
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

// An averaged PNG has no fewer bytes a pixel than its source, so a source too
// large in proportion, png_len, saves the attempt.
static bool
png_may_fit(const struct at_image *image, const struct at_image *shown,
            size_t png_len, size_t max_bytes)
{
    uint64_t from = (uint64_t)image->width_px * image->height_px;
    uint64_t to = (uint64_t)shown->width_px * shown->height_px;
    return png_len * to / from <= max_bytes;
}

static bool
fit_decoded(const struct at_image *image, size_t png_len, size_t max_side_px,
            size_t max_bytes, struct at_buf *out, struct at_image_info *info)
{
    struct at_image room = AT_IMAGE_INIT;
    bool ok = false;
    for (size_t side = max_side_px; side > 0 && !ok; side /= 2) {
        const struct at_image *shown = limit_side(image, side, &room);
        bool try_png = png_may_fit(image, shown, png_len, max_bytes);
        ok = encode_within(shown, try_png, max_bytes, out, &info->mime);
        info->shown_width_px = shown->width_px;
        info->shown_height_px = shown->height_px;
    }
    at_image_deinit(&room);
    return ok;
}

bool
at_image_fit(struct at_str png, size_t max_side_px, size_t max_bytes,
             struct at_buf *out, struct at_image_info *info, struct at_err *err)
{
    struct at_image image = AT_IMAGE_INIT;
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
    if (!at_png_read(png, &image, err))
        return false;
    bool ok = fit_decoded(&image, len, max_side_px, max_bytes, out, info);
    at_image_deinit(&image);
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

static bool
read_any(struct at_str picture, struct at_image *image, struct at_err *err)
{
    const char *type = at_image_type(picture);
    bool is_jpeg = type && strcmp(type, "image/jpeg") == 0;
    return is_jpeg ? at_jpeg_read(picture, image, err)
                   : at_png_read(picture, image, err);
}

bool
at_image_narrow(struct at_str picture, size_t width_px, size_t max_bytes,
                struct at_buf *out, struct at_err *err)
{
    struct at_image image = AT_IMAGE_INIT;
    struct at_image room = AT_IMAGE_INIT;
    const struct at_image *shown = &image;
    const char *mime;
    if (!read_any(picture, &image, err))
        return false;
    if (image.width_px > width_px) {
        at_image_shrink(&image, width_px,
                        scaled(image.height_px, width_px, image.width_px),
                        &room);
        shown = &room;
    }
    bool ok = encode_within(shown, false, max_bytes, out, &mime) ||
              at_fail(err, AT_ELIMIT,
                      "a picture %zu pixels wide does not fit %zu bytes",
                      shown->width_px, max_bytes);
    at_image_deinit(&room);
    at_image_deinit(&image);
    return ok;
}
