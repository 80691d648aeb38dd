// image_rows.h: row-by-row decoding and averaging of PNGs, for the files of
// image.h
#ifndef AT_WIRE_IMAGE_ROWS_H
#define AT_WIRE_IMAGE_ROWS_H

#include "wire/image.h"

// Receives the rows from the top, as 8-bit RGBA. take() returns false to stop.
struct at_png_rows {
    bool (*take)(void *user, const unsigned char *row, size_t y);
    void *user;
};

// Decode a PNG that passed at_png_check(): the chunks' checksums are valid, so
// that of the pixels is not verified. An interlaced one is AT_EUNSUPPORTED.
AT_CHECKED bool at_png_each_row(struct at_str png,
                                const struct at_png_rows *rows,
                                struct at_err *err);

// Averages an image into a smaller one and initialises its pixels.
struct at_shrinker;

struct at_shrinker *at_shrinker_new(size_t width_px, size_t height_px,
                                    size_t to_width_px, size_t to_height_px,
                                    struct at_image *out);
void at_shrinker_row(struct at_shrinker *shrinker, const unsigned char *row);
void at_shrinker_free(struct at_shrinker *shrinker);

// Decode and shrink a PNG in one pass. out is as after at_png_read().
AT_CHECKED bool at_png_read_small(struct at_str png, size_t width_px,
                                  size_t height_px, struct at_image *out,
                                  struct at_err *err);

#endif
