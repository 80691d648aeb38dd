// region.h: a part of a picture, as flows write it or as an element has it
#ifndef AT_MAESTRO_PICTURE_REGION_H
#define AT_MAESTRO_PICTURE_REGION_H

#include <stdbool.h>

#include "base/str.h"
#include "screen/tree.h"
#include "wire/image.h"

// Read "left, top, right, bottom"; each is in percent of the picture's width or
// height, or in pixels. Return false for anything else, and unless left is
// before right and top is above bottom as they are written.
bool at_maestro_region_read(struct at_str text, size_t width_px,
                            size_t height_px, struct at_image_part *out);

// Convert the bounds of an element to pixels of a screenshot. A tree of AXe
// counts in points, of which several pixels are one.
struct at_image_part at_maestro_region_of_bounds(const struct at_tree *tree,
                                                 struct at_rect bounds,
                                                 size_t width_px,
                                                 size_t height_px);

#endif
