// diff.h: the picture of the differences between two screenshots
//
// It is the actual picture, paler, with differing pixels in red, a red frame
// around each region of them, and ignored regions in grey.
#ifndef AT_MAESTRO_PICTURE_DIFF_H
#define AT_MAESTRO_PICTURE_DIFF_H

#include "maestro/picture/compare.h"

enum { AT_MAESTRO_REGIONS_MAX = 64 };

// Regions of pixels that differ, from the top.
struct at_maestro_regions {
    struct at_image_part rows[AT_MAESTRO_REGIONS_MAX];
    size_t count; // further ones are joined to the last
};

// Find the regions of pixels that differ; they are joined if they are less than
// a finger's width apart. The pictures have one size.
void at_maestro_picture_regions(const struct at_image *expected,
                                const struct at_image *actual,
                                struct at_maestro_ignored ignored,
                                struct at_maestro_regions *out);

// Draw the differences. The pictures have one size. Initialises out.
void at_maestro_picture_diff(const struct at_image *expected,
                             const struct at_image *actual,
                             struct at_maestro_ignored ignored,
                             struct at_image *out);

#endif
