// point.h: points of flows: "50%,50%" and "x,y"
#ifndef AT_MAESTRO_LOOKUP_POINT_H
#define AT_MAESTRO_LOOKUP_POINT_H

#include "base/err.h"
#include "screen/tree.h"

enum at_maestro_point {
    AT_MAESTRO_POINT_OK,
    AT_MAESTRO_POINT_OUTSIDE,    // Maestro's error, which optional: softens
    AT_MAESTRO_POINT_UNREADABLE, // not two integers: ends the flow
};

// Read a point of the screen. One "%" makes both numbers percentages, integers
// from 0 to 100; pixels may lie anywhere. err has the words for a failure, in
// Maestro's wording where it has one.
AT_CHECKED enum at_maestro_point at_maestro_point_of_screen(
    struct at_str text, int32_t width_px, int32_t height_px,
    struct at_point *out, struct at_err *err);

// Read a point inside of an element: percentages of its bounds, or pixels from
// its corner, which must lie inside.
AT_CHECKED enum at_maestro_point at_maestro_point_of_bounds(
    struct at_str text, struct at_rect bounds, struct at_point *out,
    struct at_err *err);

#endif
