// compare.h: whether two screenshots are equal, by Maestro's measures
//
// A pixel differs if its distance in RGB exceeds a tenth of that from black to
// white, about 44; alpha does not count. assertScreenshot counts such pixels.
// waitForAnimationToEnd is different: without such a pixel the screen is still,
// otherwise the mean difference of all pixels counts, the others included.
#ifndef AT_MAESTRO_PICTURE_COMPARE_H
#define AT_MAESTRO_PICTURE_COMPARE_H

#include <stdbool.h>

#include "base/buf.h"
#include "screen/tree.h"
#include "wire/image.h"

// Regions that do not count, in pixels of the pictures.
struct at_maestro_ignored {
    const struct at_image_part *parts;
    size_t count;
};

struct at_maestro_difference {
    bool same_size;       // otherwise nothing else is set
    size_t counted;       // pixels outside of the ignored regions
    size_t differing;     // among them
    double match_percent; // 100 if none was counted
};

void at_maestro_picture_compare(const struct at_image *expected,
                                const struct at_image *actual,
                                struct at_maestro_ignored ignored,
                                struct at_maestro_difference *out);
// Return true if the comparison passes with this threshold in percent.
bool at_maestro_picture_passes(const struct at_maestro_difference *difference,
                               double threshold_percent);

// Return true if one row's pixels may differ, for both files of this folder.
bool at_maestro_pixel_differs(const unsigned char *a, const unsigned char *b);
// Return true if a region ignores this pixel.
bool at_maestro_ignores(struct at_maestro_ignored ignored, size_t x, size_t y);

// Return true if two pictures, taken one after the other, show no animation:
// their sizes are equal and they differ by at most 0.005 percent.
bool at_maestro_picture_is_still(const struct at_image *a,
                                 const struct at_image *b);
// The measure of that: the mean difference in percent, 0 if no pixel differs
// and 100 if the sizes do.
double at_maestro_picture_motion(const struct at_image *a,
                                 const struct at_image *b);

// Copy a part of an image. Return false, with *out empty, if nothing of it is
// in the image.
AT_CHECKED bool at_maestro_picture_crop(const struct at_image *image,
                                        struct at_image_part part,
                                        struct at_image *out);

// Append a number as Java prints it in Maestro's messages: 100.0, 99.9984.
void at_maestro_percent_write(double percent, struct at_buf *out);

#endif
