// draw.h: the screen as pixels: flat boxes by kind of widget, and text
#ifndef VIRTUAL_ANDROID_RENDER_DRAW_H
#define VIRTUAL_ANDROID_RENDER_DRAW_H

#include <stdint.h>

struct vd_device;

// The screen, 4 bytes RGBA a pixel; the caller owns it and frees it.
unsigned char *vd_device_draw(struct vd_device *device);
// Like vd_device_draw() in the current rotation.
unsigned char *vd_device_draw_turned(struct vd_device *device,
                                     int32_t *out_width_px,
                                     int32_t *out_height_px);

#endif
