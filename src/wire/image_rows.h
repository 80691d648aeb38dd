// image_rows.h: a PNG row by row, and averaging the rows as they come; for the
// files of image.h only
#ifndef AT_WIRE_IMAGE_ROWS_H
#define AT_WIRE_IMAGE_ROWS_H

#include "wire/image.h"

// Takes the rows from the top, each of 8-bit RGBA. false: enough of them.
struct at_png_rows {
    bool (*take)(void *user, const unsigned char *row, size_t y);
    void *user;
};

// Decode a PNG that at_png_check() has found whole: its chunks' checksums are
// good, so that of the pixels isn't computed. An interlaced one is
// AT_EUNSUPPORTED.
AT_CHECKED bool at_png_each_row(struct at_str png,
                                const struct at_png_rows *rows,
                                struct at_err *err);

// Averages an image of a size into a smaller one, whose pixels it initialises.
struct at_shrinker;

struct at_shrinker *at_shrinker_new(size_t width_px, size_t height_px,
                                    size_t to_width_px, size_t to_height_px,
                                    struct at_image *out);
void at_shrinker_row(struct at_shrinker *shrinker, const unsigned char *row);
void at_shrinker_free(struct at_shrinker *shrinker);

// Decode a PNG and average it meanwhile. out is as after at_png_read().
AT_CHECKED bool at_png_read_small(struct at_str png, size_t width_px,
                                  size_t height_px, struct at_image *out,
                                  struct at_err *err);

#endif
