// device_input.h: input: fingers, keys and text
//
// Every function takes the device's lock.
#ifndef VIRTUAL_ANDROID_MODEL_DEVICE_INPUT_H
#define VIRTUAL_ANDROID_MODEL_DEVICE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "screen/tree.h" // at_point

struct vd_device;

// Fingers and keys with immediate effect.
void vd_device_tap(struct vd_device *device, struct at_point at);
void vd_device_swipe(struct vd_device *device, struct at_point from,
                     struct at_point to, int64_t duration_ms);
// The movement of one finger between its down and its up.
struct vd_finger {
    struct at_point from;
    struct at_point to;
    int32_t travel_px; // the largest distance from its start
};
enum { VD_FINGERS_MAX = 10 };
struct vd_touch {
    const struct vd_finger *fingers;
    size_t count; // 1 to VD_FINGERS_MAX
    int64_t duration_ms;
    bool rests; // pause before lifting: no fling
};
// Begin a touch that lasts (active_touch.h) of an input device: injected by an
// app, or the touchscreen for `input`. touch is copied. Returns a ticket. It
// stays down until it is lifted, cancelled or at its end, or until another one
// begins, which cancels it.
enum { VD_INJECTED_ID = 0, VD_TOUCHSCREEN_ID = 2 };
uint64_t vd_device_touch_down(struct vd_device *device, int device_id,
                              const struct vd_touch *touch);
// From now on it is lifted at its end even if the caller is gone.
void vd_device_touch_lift_at_end(struct vd_device *device, uint64_t ticket);
// Returns false, without effect, if it was no longer down.
bool vd_device_touch_up(struct vd_device *device, uint64_t ticket);
void vd_device_touch_cancel(struct vd_device *device, uint64_t ticket);
// what is "DOWN", "MOVE", "UP" or "CANCEL", from separate commands.
void vd_device_motion(struct vd_device *device, const char *what,
                      struct at_point at);
// Write the active touch as `dumpsys input` does.
void vd_device_touches(struct vd_device *device, struct at_buf *out);
void vd_device_key(struct vd_device *device, int code, bool long_press);
// text is ASCII. Without a focused field it has no effect, as on a device.
void vd_device_type(struct vd_device *device, struct at_str text);

// Run the front app's reaction to an event of the whole screen, if the fault
// acts-before-touch is due.
void vd_device_fire(struct vd_device *device, const char *event);

#endif
