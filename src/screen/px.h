// px.h: arithmetic of coordinates and rectangles
#ifndef AT_SCREEN_PX_H
#define AT_SCREEN_PX_H

#include <stdint.h>

#include "screen/tree.h"

static inline int32_t
at_px_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t
at_px_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int64_t
at_px_width(struct at_rect rect)
{
    return (int64_t)rect.right - rect.left;
}

static inline int64_t
at_px_height(struct at_rect rect)
{
    return (int64_t)rect.bottom - rect.top;
}

static inline int64_t
at_px_area(struct at_rect rect)
{
    return at_rect_empty(rect) ? 0 : at_px_width(rect) * at_px_height(rect);
}

// The length that two ranges share; negative: the gap between them.
static inline int64_t
at_px_overlap(int32_t a_from, int32_t a_to, int32_t b_from, int32_t b_to)
{
    return (int64_t)at_px_min(a_to, b_to) - at_px_max(a_from, b_from);
}

#endif
