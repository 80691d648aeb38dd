// px.h: minimum and maximum of two coordinates
#ifndef AT_SCREEN_PX_H
#define AT_SCREEN_PX_H

#include <stdint.h>

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

#endif
