#include "virtual-android/model/device_input.h"

#include <string.h>

#include "virtual-android/model/field.h"
#include "virtual-android/model/keyboard.h"
#include "virtual-android/model/notes.h"
#include "virtual-android/model/rules.h"
#include "virtual-android/model/state.h"
#include "virtual-android/pages.h"

enum { PER_DEVICE_API = 34 }; // first API where a device lifts only its own

void
vd_device_tap(struct vd_device *device, struct at_point at)
{
    vd_lock(device);
    vd_active_touch_cancel(device);
    vd_note(device, "tap %d,%d", (int)at.x_px, (int)at.y_px);
    vd_touch_tap(device, at);
    vd_unlock(device);
    vd_pages_settle(device->pages);
}

void
vd_device_swipe(struct vd_device *device, struct at_point from,
                struct at_point to, int64_t duration_ms)
{
    vd_lock(device);
    vd_active_touch_cancel(device);
    vd_note(device, "swipe %d,%d to %d,%d", (int)from.x_px, (int)from.y_px,
            (int)to.x_px, (int)to.y_px);
    vd_touch_swipe(device, from, to, duration_ms);
    vd_unlock(device);
    vd_pages_settle(device->pages);
}

void
vd_device_key(struct vd_device *device, int code, bool long_press)
{
    vd_lock(device);
    vd_key_press(device, code, long_press);
    vd_unlock(device);
    vd_pages_settle(device->pages);
}

void
vd_device_type(struct vd_device *device, struct at_str text)
{
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    if (window && !device->screen.off)
        vd_field_insert(device, window, text);
    vd_unlock(device);
    vd_pages_settle(device->pages);
}

uint64_t
vd_device_touch_down(struct vd_device *device, int device_id,
                     const struct vd_touch *touch)
{
    vd_lock(device);
    uint64_t ticket = vd_active_touch_begin(device, device_id, touch);
    vd_unlock(device);
    return ticket;
}

void
vd_device_touch_lift_at_end(struct vd_device *device, uint64_t ticket)
{
    vd_lock(device);
    if (device->touch.ticket == ticket)
        device->touch.due_ms =
            device->touch.since_ms + device->touch.touch.duration_ms;
    vd_unlock(device);
}

bool
vd_device_touch_up(struct vd_device *device, uint64_t ticket)
{
    vd_lock(device);
    bool is_down = device->touch.ticket == ticket;
    if (is_down)
        vd_active_touch_lift(device);
    vd_unlock(device);
    vd_pages_settle(device->pages);
    return is_down;
}

void
vd_device_touch_cancel(struct vd_device *device, uint64_t ticket)
{
    vd_lock(device);
    if (device->touch.ticket == ticket)
        vd_active_touch_cancel(device);
    vd_unlock(device);
}

void
vd_device_motion(struct vd_device *device, const char *what, struct at_point at)
{
    vd_lock(device);
    struct vd_active_touch *active = &device->touch;
    struct vd_finger finger = {at, at, 0};
    bool counts =
        active->ticket != 0 && (active->device_id == VD_TOUCHSCREEN_ID ||
                                device->hardware.api_level < PER_DEVICE_API);
    if (strcmp(what, "DOWN") == 0) {
        vd_active_touch_begin(device, VD_TOUCHSCREEN_ID,
                              &(struct vd_touch){&finger, 1, 0, false});
    } else if (counts && strcmp(what, "UP") == 0) {
        active->fingers[0].to = at;
        active->touch.duration_ms = device->clock.now_ms - active->since_ms;
        vd_active_touch_lift(device);
    } else if (counts && strcmp(what, "CANCEL") == 0) {
        vd_active_touch_cancel(device);
    }
    vd_unlock(device);
    vd_pages_settle(device->pages);
}

void
vd_device_touches(struct vd_device *device, struct at_buf *out)
{
    vd_lock(device);
    const struct vd_active_touch *active = &device->touch;
    const struct vd_window *front = vd_screen_front(device);
    if (active->ticket == 0) {
        at_buf_add_text(out, "  TouchStates: <no displays touched>\n");
    } else {
        at_buf_add_fmt(out,
                       "  TouchStatesByDisplay:\n    0 :   Windows:\n"
                       "        0 : name='%x %s/%s', targetFlags=FOREGROUND, "
                       "mDeviceStates=%d:{touchingPointers=[",
                       front ? (unsigned)front->id : 0,
                       front ? front->package : "",
                       front ? front->activity : "", active->device_id);
        for (size_t i = 0; i < active->touch.count; i++)
            at_buf_add_fmt(out, "%sPointer(id=%zu, FINGER)", i ? ", " : "", i);
        at_buf_add_text(out, "]}\n");
    }
    vd_unlock(device);
}

void
vd_device_fire(struct vd_device *device, const char *event)
{
    if (!vd_device_take_fault(device, "acts-before-touch"))
        return;
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    if (window)
        vd_fire(device, window, NULL, event);
    vd_unlock(device);
}
