// image.h: conversion of screenshots from PNG to an image of the client's size
//
// Images in memory are 8-bit RGBA. The size is checked before pixels are
// allocated (AT_ELIMIT); undecodable input is AT_EPROTO.
#ifndef AT_WIRE_IMAGE_H
#define AT_WIRE_IMAGE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_image {
    size_t width_px;
    size_t height_px;
    unsigned char *pixels; // owned: rows from the top, 4 bytes per pixel
};

#define AT_IMAGE_INIT                                                          \
    {                                                                          \
        .pixels = NULL                                                         \
    }

// Initialise image with zero pixels: black and transparent.
void at_image_init(struct at_image *image, size_t width_px, size_t height_px);
void at_image_deinit(struct at_image *image); // safe twice

// Read the size of a PNG and verify its checksums without decoding it. Fails if
// it is truncated or damaged. *out_len is the end of its last chunk; more bytes
// may follow.
AT_CHECKED bool at_png_check(struct at_str png, size_t *out_width_px,
                             size_t *out_height_px, size_t *out_len,
                             struct at_err *err);

// Return "image/png" or "image/jpeg" by the first bytes, NULL for anything
// else.
const char *at_image_type(struct at_str bytes);

// Decode a PNG. image must be AT_IMAGE_INIT, and stays so on failure.
AT_CHECKED bool at_png_read(struct at_str png, struct at_image *image,
                            struct at_err *err);

// Decode a complete JPEG of one scan in the same way.
AT_CHECKED bool at_jpeg_read(struct at_str jpeg, struct at_image *image,
                             struct at_err *err);

// Append a PNG, favouring speed over size. Alpha is omitted if all pixels are
// opaque.
AT_CHECKED bool at_png_write(const struct at_image *image, struct at_buf *out,
                             struct at_err *err);
// Append a JPEG. quality is 1 to 100; alpha is ignored.
AT_CHECKED bool at_jpeg_write(const struct at_image *image, int quality,
                              struct at_buf *out, struct at_err *err);

// Average into a smaller image: 1 <= width_px <= image's width, the same for
// the height. Initialises out.
void at_image_shrink(const struct at_image *image, size_t width_px,
                     size_t height_px, struct at_image *out);

// Return true if a PNG or JPEG shows a single colour, stored as 0xRRGGBB. For
// black the edges are ignored: system bars remain visible around a protected
// window.
bool at_image_is_plain(struct at_str picture, uint32_t *out_rgb);

// A part of an image: right and bottom are exclusive. It may extend beyond the
// image, and may be empty.
struct at_image_part {
    int64_t left;
    int64_t top;
    int64_t right;
    int64_t bottom;
};

// Append the PNG with these parts painted opaque grey, so their content cannot
// be restored. Works row by row, in the memory of one row. An interlaced image
// is AT_EUNSUPPORTED. On failure out is unchanged.
AT_CHECKED bool at_png_cover(struct at_str png,
                             const struct at_image_part *parts, size_t count,
                             struct at_buf *out, struct at_err *err);

struct at_image_info {
    const char *mime; // "image/png" or "image/jpeg"
    size_t shown_width_px;
    size_t shown_height_px;
    size_t device_width_px;
    size_t device_height_px;
};

// Append an image of at most max_bytes whose longer side is at most
// max_side_px: the unchanged PNG if it fits, else a smaller PNG for simple
// pictures, else a JPEG of decreasing quality and finally of decreasing size.
AT_CHECKED bool at_image_fit(struct at_str png, size_t max_side_px,
                             size_t max_bytes, struct at_buf *out,
                             struct at_image_info *info, struct at_err *err);

// Append a JPEG made from a PNG or JPEG, with at most max_bytes and at most
// width_px wide. Keeps the aspect ratio, reduces the quality until it fits, and
// never enlarges.
AT_CHECKED bool at_image_narrow(struct at_str picture, size_t width_px,
                                size_t max_bytes, struct at_buf *out,
                                struct at_err *err);

#endif
