// image.h: screenshots: PNG in, an image of a client's size out
//
// Images in memory are 8-bit RGBA. A peer's image is refused by its size
// before memory for its pixels is taken (AT_ELIMIT); what cannot be decoded
// is AT_EPROTO.
#ifndef AT_WIRE_IMAGE_H
#define AT_WIRE_IMAGE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_image {
    size_t width_px;
    size_t height_px;
    unsigned char *pixels; // owned: rows from the top, 4 bytes a pixel
};

#define AT_IMAGE_INIT                                                          \
    {                                                                          \
        .pixels = NULL                                                         \
    }

// All pixels zero: black and transparent.
void at_image_init(struct at_image *image, size_t width_px, size_t height_px);
void at_image_deinit(struct at_image *image); // safe twice

// Read the size of a PNG and check its checksums, without decoding it. Fails if
// it is cut off or damaged. *out_len is where its last chunk ends; bytes may
// follow.
AT_CHECKED bool at_png_check(struct at_str png, size_t *out_width_px,
                             size_t *out_height_px, size_t *out_len,
                             struct at_err *err);

// "image/png" or "image/jpeg", by the first bytes; NULL: something else.
const char *at_image_type(struct at_str bytes);

// image is AT_IMAGE_INIT before, and still that after a failure.
AT_CHECKED bool at_png_read(struct at_str png, struct at_image *image,
                            struct at_err *err);

// The same for a JPEG of one scan, which must be whole.
AT_CHECKED bool at_jpeg_read(struct at_str jpeg, struct at_image *image,
                             struct at_err *err);

// Append to out; quick rather than small. Alpha is left out where all pixels
// are opaque.
AT_CHECKED bool at_png_write(const struct at_image *image, struct at_buf *out,
                             struct at_err *err);
// quality is 1 to 100; alpha is ignored.
AT_CHECKED bool at_jpeg_write(const struct at_image *image, int quality,
                              struct at_buf *out, struct at_err *err);

// Average into a smaller image: 1 <= width_px <= image's, the same for the
// height. out is initialised here.
void at_image_shrink(const struct at_image *image, size_t width_px,
                     size_t height_px, struct at_image *out);

// Return whether a whole PNG or JPEG shows one colour, 0xRRGGBB. For black the
// edges don't count: the system's bars show beside a window that is not given
// away.
bool at_image_is_plain(struct at_str picture, uint32_t *out_rgb);

// A part of an image: from its first pixel to before its last. It may reach
// beyond the image, and be empty.
struct at_image_part {
    int64_t left;
    int64_t top;
    int64_t right;
    int64_t bottom;
};

// Append the PNG to out with these parts painted in one opaque grey, so that
// nothing of them can be restored. Goes row by row: it takes the memory of one
// row. An interlaced image is AT_EUNSUPPORTED. After a failure out is as
// before.
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

// Append to out an image of at most max_bytes, its longer side at most
// max_side_px: the PNG as it is where it fits, else a smaller PNG of what is
// simple, else a JPEG of falling quality, at last of falling size.
AT_CHECKED bool at_image_fit(struct at_str png, size_t max_side_px,
                             size_t max_bytes, struct at_buf *out,
                             struct at_image_info *info, struct at_err *err);

// Append to out a JPEG of a PNG or JPEG, of at most max_bytes, at most width_px
// wide, with the sides' proportion kept; its quality falls until it fits. A
// picture that is narrower keeps its size.
AT_CHECKED bool at_image_narrow(struct at_str picture, size_t width_px,
                                size_t max_bytes, struct at_buf *out,
                                struct at_err *err);

#endif
