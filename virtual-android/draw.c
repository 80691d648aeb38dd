// draw.c: the screen as pixels
#include "virtual-android/model.h"
#include "base/alloc.h"
unsigned char *
va_device_draw(struct va_device *device)
{
    size_t n = (size_t)device->width_px * (size_t)device->height_px * 4;
    return at_alloc(n);
}
