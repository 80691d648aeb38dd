#include "device/android/backends/stuck_touch.h"

#include <pthread.h>

#include "device/android/android_priv.h"
#include "device/gesture.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

static bool
is_touch(const struct at_input *input, struct at_point *out_at)
{
    switch (input->kind) {
    case AT_INPUT_TAP:
    case AT_INPUT_DOUBLE_TAP:
        *out_at = input->at;
        return true;
    case AT_INPUT_SWIPE:
        *out_at = input->swipe.from;
        return true;
    case AT_INPUT_GESTURE:
        *out_at = input->gesture->frames[0].touches[0].at;
        return true;
    default:
        return false;
    }
}

void
at_stuck_touch_note(struct at_stuck_touch *touch, const char *by,
                    const struct at_request *request)
{
    size_t count;
    const struct at_input *inputs = at_request_inputs(request, &count);
    for (size_t i = 0; i < count; i++) {
        struct at_point at;
        if (!is_touch(&inputs[i], &at))
            continue;
        *touch = (struct at_stuck_touch){true, true, at,
                                         at_request_input_name(&inputs[i]), by};
        return;
    }
}

static void
report_lifted(const struct at_stuck_touch *touch, struct at_device *device,
              struct at_err *why)
{
    at_log_warn("lifted a finger dev=%s after=\"%s\" by=%s", device->serial,
                touch->name, touch->by);
    at_device_note_fallback(
        device, "%s: a finger that %s had left down was lifted by adb",
        touch->name, touch->by);
    if (why)
        at_err_add(why, "the finger that was still down was lifted");
}

static void
report_not_lifted(const struct at_stuck_touch *touch,
                  const struct at_device *device, const struct at_err *because,
                  struct at_err *why)
{
    if (!why) // it was reported before
        return;
    at_log_warn("could not lift a finger dev=%s after=\"%s\" reason=\"%s\"",
                device->serial, touch->name, because->msg);
    at_err_add(why, "a finger may still be down: it is lifted as soon as "
                    "the device can be reached");
}

bool
at_stuck_touch_lift(struct at_stuck_touch *touch, struct at_supervisor *adb,
                    int64_t ms, struct at_err *why)
{
    struct at_device *device = &adb->android->base;
    const struct at_op any = {.deadline_ns = AT_NEVER_NS};
    struct at_op op = at_op_sub(&any, at_now_ns(), ms);
    struct at_err because = AT_ERR_INIT;
    bool was_down = false;
    touch->is_new = false;
    if (!touch->pending || !at_supervisor_start(&op, adb))
        return false;
    bool ok =
        adb->kind->release(&op, adb->self, touch->at, &was_down, &because);
    touch->pending = !ok;
    if (!ok)
        report_not_lifted(touch, device, &because, why);
    else if (was_down)
        report_lifted(touch, device, why);
    else if (why)
        at_err_add(why, "no finger is down");
    return ok;
}

enum { CLOSED_MAX = 8 };

// Pending fingers of devices that are closed.
static struct {
    pthread_mutex_t lock; // guards the other members
    struct {
        char serial[128];
        struct at_stuck_touch touch; // not pending: the row is free
    } rows[CLOSED_MAX];
    size_t next; // the row to write; it may overwrite an old one
} closed = {.lock = PTHREAD_MUTEX_INITIALIZER};

void
at_stuck_touch_leave(const struct at_stuck_touch *touch, const char *serial)
{
    if (!touch->pending)
        return;
    pthread_mutex_lock(&closed.lock);
    size_t row = closed.next++ % CLOSED_MAX;
    at_str_cut(closed.rows[row].serial, sizeof(closed.rows[row].serial),
               at_str(serial));
    closed.rows[row].touch = *touch;
    pthread_mutex_unlock(&closed.lock);
}

void
at_stuck_touch_take_over(struct at_stuck_touch *touch, const char *serial)
{
    pthread_mutex_lock(&closed.lock);
    for (size_t i = 0; i < CLOSED_MAX; i++) {
        if (!closed.rows[i].touch.pending ||
            !at_str_is(at_str(serial), closed.rows[i].serial))
            continue;
        *touch = closed.rows[i].touch;
        closed.rows[i].touch.pending = false;
    }
    pthread_mutex_unlock(&closed.lock);
}
