#include "maestro/picture/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Distances are compared as squares: (0.1 * sqrt(3 * 255 * 255)) squared is
// 1950.75.
enum { DIFFERS_ABOVE = 1950, CHANNELS = 3, BYTES = 4 };

static const double still_percent = 0.005;

bool
at_maestro_pixel_differs(const unsigned char *a, const unsigned char *b)
{
    int sum = 0;
    for (int i = 0; i < CHANNELS; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum > DIFFERS_ABOVE;
}

bool
at_maestro_ignores(struct at_maestro_ignored ignored, size_t x, size_t y)
{
    for (size_t i = 0; i < ignored.count; i++) {
        const struct at_image_part *part = &ignored.parts[i];
        if ((int64_t)x >= part->left && (int64_t)x < part->right &&
            (int64_t)y >= part->top && (int64_t)y < part->bottom)
            return true;
    }
    return false;
}

// The regions that cross a row, so that most rows need not look at any.
static bool
crosses(struct at_maestro_ignored ignored, size_t y)
{
    for (size_t i = 0; i < ignored.count; i++) {
        if ((int64_t)y >= ignored.parts[i].top &&
            (int64_t)y < ignored.parts[i].bottom)
            return true;
    }
    return false;
}

static void
compare_row(const unsigned char *a, const unsigned char *b, size_t width_px,
            size_t y, struct at_maestro_ignored ignored,
            struct at_maestro_difference *out)
{
    bool some = crosses(ignored, y);
    if (!some && memcmp(a, b, width_px * BYTES) == 0) {
        out->counted += width_px;
        return;
    }
    for (size_t x = 0; x < width_px; x++) {
        if (some && at_maestro_ignores(ignored, x, y))
            continue;
        out->counted++;
        out->differing +=
            at_maestro_pixel_differs(&a[x * BYTES], &b[x * BYTES]);
    }
}

static bool
have_same_size(const struct at_image *a, const struct at_image *b)
{
    return a->width_px == b->width_px && a->height_px == b->height_px;
}

void
at_maestro_picture_compare(const struct at_image *expected,
                           const struct at_image *actual,
                           struct at_maestro_ignored ignored,
                           struct at_maestro_difference *out)
{
    size_t row = expected->width_px * BYTES;
    *out = (struct at_maestro_difference){.match_percent = 100};
    out->same_size = have_same_size(expected, actual);
    if (!out->same_size)
        return;
    for (size_t y = 0; y < expected->height_px; y++)
        compare_row(&expected->pixels[y * row], &actual->pixels[y * row],
                    expected->width_px, y, ignored, out);
    if (out->counted > 0)
        out->match_percent =
            100.0 - (double)out->differing / (double)out->counted * 100.0;
}

bool
at_maestro_picture_passes(const struct at_maestro_difference *difference,
                          double threshold_percent)
{
    return difference->same_size &&
           difference->match_percent >= threshold_percent;
}

double
at_maestro_picture_motion(const struct at_image *a, const struct at_image *b)
{
    size_t row = a->width_px * BYTES;
    uint64_t sum = 0;
    bool any = false;
    if (!have_same_size(a, b))
        return 100;
    for (size_t y = 0; y < a->height_px; y++) {
        const unsigned char *p = &a->pixels[y * row];
        const unsigned char *q = &b->pixels[y * row];
        if (memcmp(p, q, row) == 0)
            continue;
        for (size_t x = 0; x < row; x += BYTES) {
            for (size_t i = 0; i < CHANNELS; i++)
                sum += (uint64_t)abs(p[x + i] - q[x + i]);
            any = any || at_maestro_pixel_differs(&p[x], &q[x]);
        }
    }
    double most =
        255.0 * (double)CHANNELS * (double)a->width_px * (double)a->height_px;
    return any ? 100.0 * (double)sum / most : 0;
}

bool
at_maestro_picture_is_still(const struct at_image *a, const struct at_image *b)
{
    // Maestro's figure is a float
    return have_same_size(a, b) &&
           (double)(float)at_maestro_picture_motion(a, b) <= still_percent;
}

static size_t
clamp(int64_t edge, size_t size)
{
    if (edge < 0)
        return 0;
    return (uint64_t)edge > size ? size : (size_t)edge;
}

bool
at_maestro_picture_crop(const struct at_image *image, struct at_image_part part,
                        struct at_image *out)
{
    size_t left = clamp(part.left, image->width_px);
    size_t right = clamp(part.right, image->width_px);
    size_t top = clamp(part.top, image->height_px);
    size_t bottom = clamp(part.bottom, image->height_px);
    *out = (struct at_image)AT_IMAGE_INIT;
    if (left >= right || top >= bottom)
        return false;
    at_image_init(out, right - left, bottom - top);
    for (size_t y = top; y < bottom; y++)
        memcpy(&out->pixels[(y - top) * out->width_px * BYTES],
               &image->pixels[(y * image->width_px + left) * BYTES],
               out->width_px * BYTES);
    return true;
}

void
at_maestro_percent_write(double percent, struct at_buf *out)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, percent);
        if (strtod(text, NULL) == percent)
            break;
    }
    bool whole = !strpbrk(text, ".e");
    // 100 with one digit is "1e+02"
    if (strchr(text, 'e') && percent >= 1)
        snprintf(text, sizeof(text), "%.1f", percent);
    at_buf_add_fmt(out, "%s%s", text, whole ? ".0" : "");
}
