// active_touch.h: the touch that is on the screen
//
// As in the system's input dispatcher there is one touch at a time, and a new
// one cancels it, from whichever client it came. The fingers of a process that
// has died stay down. What a touch does is done as a whole when it is lifted.
#ifndef VIRTUAL_ANDROID_MODEL_ACTIVE_TOUCH_H
#define VIRTUAL_ANDROID_MODEL_ACTIVE_TOUCH_H

#include "virtual-android/model/device_input.h"

struct vd_active_touch {
    uint64_t ticket; // 0: no touch
    int device_id;
    int64_t since_ms;
    int64_t due_ms; // lifted by itself then; 0: only by a client, if at all
    struct vd_touch touch; // its fingers are these:
    struct vd_finger fingers[VD_FINGERS_MAX];
};

uint64_t vd_active_touch_begin(struct vd_device *device, int device_id,
                               const struct vd_touch *touch);
void vd_active_touch_lift(struct vd_device *device);
void vd_active_touch_cancel(struct vd_device *device);
void vd_active_touch_sync(struct vd_device *device); // lift it if it is due

// Perform a touch of several fingers: pinch or rotate.
void vd_touch_fingers(struct vd_device *device, const struct vd_touch *touch);

#endif
