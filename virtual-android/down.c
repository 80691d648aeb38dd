// down.c: touches that last: from the first finger's down to the last one's up
//
// As the system's input dispatcher has it: one touch at a time, and a new one
// cancels what is down, whoever put it there. Nobody lifts the fingers of a
// process that has died. What a touch does is done as a whole when it is
// lifted (touch.c, fingers.c).
#include <string.h>

#include "virtual-android/model.h"

enum { PER_DEVICE_API = 34 }; // from then on a device lifts its own alone

// At last: what it was is done, unless it was cancelled meanwhile.
static void
lift(struct va_device *device)
{
    struct va_down down = device->down;
    device->down.ticket = 0;
    down.touch.fingers = down.fingers;
    va_touch_fingers(device, &down.touch);
}

void
va_touch_forget(struct va_device *device)
{
    device->down.ticket = 0;
}

void
va_down_sync(struct va_device *device)
{
    const struct va_down *down = &device->down;
    if (down->ticket != 0 && down->due_ms > 0 && down->due_ms <= device->now_ms)
        lift(device);
}

static uint64_t
put_down(struct va_device *device, int device_id, const struct va_touch *touch)
{
    struct va_down *down = &device->down;
    *down = (struct va_down){
        .ticket = ++device->next_id,
        .device_id = device_id,
        .since_ms = device->now_ms,
        .touch = *touch,
    };
    memcpy(down->fingers, touch->fingers,
           touch->count * sizeof(down->fingers[0]));
    return down->ticket;
}

uint64_t
va_device_touch_down(struct va_device *device, int device_id,
                     const struct va_touch *touch)
{
    va_lock(device);
    uint64_t ticket = put_down(device, device_id, touch);
    va_unlock(device);
    return ticket;
}

void
va_device_touch_lasts(struct va_device *device, uint64_t ticket)
{
    va_lock(device);
    if (device->down.ticket == ticket)
        device->down.due_ms =
            device->down.since_ms + device->down.touch.duration_ms;
    va_unlock(device);
}

bool
va_device_touch_up(struct va_device *device, uint64_t ticket)
{
    va_lock(device);
    bool is_down = device->down.ticket == ticket;
    if (is_down)
        lift(device);
    va_unlock(device);
    return is_down;
}

void
va_device_touch_cancel(struct va_device *device, uint64_t ticket)
{
    va_lock(device);
    if (device->down.ticket == ticket)
        va_touch_forget(device);
    va_unlock(device);
}

void
va_device_motion(struct va_device *device, const char *what, struct at_point at)
{
    va_lock(device);
    struct va_down *down = &device->down;
    struct va_finger finger = {at, at, 0};
    bool counts = down->ticket != 0 && (down->device_id == VA_TOUCHSCREEN_ID ||
                                        device->api_level < PER_DEVICE_API);
    if (strcmp(what, "DOWN") == 0) {
        put_down(device, VA_TOUCHSCREEN_ID,
                 &(struct va_touch){&finger, 1, 0, false});
    } else if (counts && strcmp(what, "UP") == 0) {
        down->fingers[0].to = at;
        down->touch.duration_ms = device->now_ms - down->since_ms;
        lift(device);
    } else if (counts && strcmp(what, "CANCEL") == 0) {
        va_touch_forget(device);
    }
    va_unlock(device);
}

void
va_device_touches(struct va_device *device, struct at_buf *out)
{
    va_lock(device);
    const struct va_down *down = &device->down;
    const struct va_window *front = va_window_front(device);
    if (down->ticket == 0) {
        at_buf_add_text(out, "  TouchStates: <no displays touched>\n");
    } else {
        at_buf_add_fmt(out,
                       "  TouchStatesByDisplay:\n    0 :   Windows:\n"
                       "        0 : name='%x %s/%s', targetFlags=FOREGROUND, "
                       "mDeviceStates=%d:{touchingPointers=[",
                       front ? (unsigned)front->id : 0,
                       front ? front->package : "",
                       front ? front->activity : "", down->device_id);
        for (size_t i = 0; i < down->touch.count; i++)
            at_buf_add_fmt(out, "%sPointer(id=%zu, FINGER)", i ? ", " : "", i);
        at_buf_add_text(out, "]}\n");
    }
    va_unlock(device);
}
