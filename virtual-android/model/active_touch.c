#include "virtual-android/model/active_touch.h"

#include <string.h>

#include "virtual-android/model/notes.h"
#include "virtual-android/model/state.h"

void
vd_active_touch_lift(struct vd_device *device)
{
    struct vd_active_touch active = device->touch;
    device->touch.ticket = 0;
    active.touch.fingers = active.fingers;
    for (size_t i = 0; i < active.touch.count; i++)
        vd_note(device, "touch %d,%d to %d,%d",
                (int)active.fingers[i].from.x_px,
                (int)active.fingers[i].from.y_px,
                (int)active.fingers[i].to.x_px, (int)active.fingers[i].to.y_px);
    vd_touch_fingers(device, &active.touch);
}

void
vd_active_touch_cancel(struct vd_device *device)
{
    device->touch.ticket = 0;
}

void
vd_active_touch_sync(struct vd_device *device)
{
    const struct vd_active_touch *active = &device->touch;
    if (active->ticket != 0 && active->due_ms > 0 &&
        active->due_ms <= device->clock.now_ms)
        vd_active_touch_lift(device);
}

uint64_t
vd_active_touch_begin(struct vd_device *device, int device_id,
                      const struct vd_touch *touch)
{
    struct vd_active_touch *active = &device->touch;
    *active = (struct vd_active_touch){
        .ticket = ++device->next_id,
        .device_id = device_id,
        .since_ms = device->clock.now_ms,
        .touch = *touch,
    };
    memcpy(active->fingers, touch->fingers,
           touch->count * sizeof(active->fingers[0]));
    return active->ticket;
}
