// alike.h: whether two pictures of the screen count as equal; pure
#ifndef AT_MAESTRO_RUN_ALIKE_H
#define AT_MAESTRO_RUN_ALIKE_H

#include <stdbool.h>

#include "wire/image.h"

// Return the share of pixels that differ, in percent; 100 for pictures of
// different sizes. A pixel differs if the distance of its colours exceeds a
// tenth of the largest possible one.
double at_maestro_difference(const struct at_image *a,
                             const struct at_image *b);
// Return true if no animation is to be seen between two pictures: at most 0.005
// percent differ, which is Maestro's limit.
bool at_maestro_is_still(const struct at_image *a, const struct at_image *b);

#endif
