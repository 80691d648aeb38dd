// touch.h: one finger: taps, long presses, swipes
#ifndef VIRTUAL_ANDROID_MODEL_TOUCH_H
#define VIRTUAL_ANDROID_MODEL_TOUCH_H

#include <stdint.h>

#include "screen/tree.h" // at_point

struct vd_device;
struct vd_node;

struct vd_last_tap {
    uint64_t window_id;
    struct vd_node *node; // compared only, never followed
    int64_t at_ms;
};

enum { VD_TOUCH_SLOP_PX = 24, VD_DOUBLE_TAP_MS = 300, VD_LONG_PRESS_MS = 400 };

void vd_touch_tap(struct vd_device *device, struct at_point at);
void vd_touch_long(struct vd_device *device, struct at_point at);
void vd_touch_swipe(struct vd_device *device, struct at_point from,
                    struct at_point to, int64_t duration_ms);

#endif
