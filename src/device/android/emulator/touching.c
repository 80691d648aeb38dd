// touching.c: a gesture's frames at their times, and its fingers up at its end
#include "base/limits.h"
#include "device/android/emulator/calls.h"
#include "device/android/emulator/messages.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// A touch that was begun is waited for, also where the caller has cancelled:
// the emulator could otherwise take the lifting for the older of the two.
// sendTouch's own time bounds it.
static const struct at_op no_end = {AT_NEVER_NS, NULL};

// From the screen that the caller knows to the display. Where the size of
// neither is known, as it came.
static void
map_frame(const struct at_emulator *emulator, struct at_touch_frame *frame)
{
    const struct at_emulator_status *status = &emulator->status;
    bool known = status->width_px > 0 && status->height_px > 0;
    const struct at_turned *screen = &emulator->screen;
    if (screen->width_px <= 0 || screen->height_px <= 0)
        return;
    for (size_t i = 0; i < frame->count; i++)
        frame->touches[i].at =
            at_turned_to_display(screen, frame->touches[i].at,
                                 known ? status->width_px : screen->width_px,
                                 known ? status->height_px : screen->height_px);
}

static bool
send_frame(struct at_emulator *emulator, const struct at_touch_frame *frame,
           struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_KIB);
    bool ok = at_emulator_write_touch(frame, &message) &&
              at_emulator_call(&no_end, emulator, AT_EMULATOR_SEND_TOUCH,
                               &message, NULL, err);
    at_buf_deinit(&message);
    return ok;
}

bool
at_emulator_lift(struct at_emulator *emulator, struct at_err *err)
{
    struct at_touch_frame frame = emulator->down;

    if (frame.count == 0)
        return true;
    for (size_t i = 0; i < frame.count; i++)
        frame.touches[i].down = false;
    if (!send_frame(emulator, &frame, err))
        return false;
    emulator->down.count = 0;
    return true;
}

// A mapped frame; keeps emulator->down.
static bool
play_frame(struct at_emulator *emulator, const struct at_touch_frame *frame,
           struct at_err *err)
{
    bool lifts = !frame->touches[0].down;
    bool ok = send_frame(emulator, frame, err);
    if (lifts && ok)
        emulator->down.count = 0;
    else if (!lifts && (ok || emulator->touched))
        emulator->down = *frame; // they may be down, also where it failed
    return ok;
}

static bool
is_late(const struct at_gesture *gesture, size_t at, int64_t began_ns)
{
    return gesture->frames[at].may_skip &&
           began_ns + gesture->frames[at + 1].at_ns <= at_now_ns();
}

static bool
play(const struct at_op *op, struct at_emulator *emulator,
     const struct at_gesture *gesture, bool *out_sent, struct at_err *err)
{
    int64_t began_ns = at_now_ns();

    for (size_t i = 0; i < gesture->count; i++) {
        struct at_touch_frame frame = gesture->frames[i];
        if (is_late(gesture, i, began_ns))
            continue;
        if (!at_op_wait_until(op, began_ns + frame.at_ns, err))
            return false;
        map_frame(emulator, &frame);
        bool ok = play_frame(emulator, &frame, err);
        *out_sent = *out_sent || emulator->touched;
        if (!ok)
            return false;
    }
    return true;
}

// Mostly for the same reason.
static void
add_why(const struct at_err *why, struct at_err *err)
{
    bool same = err && at_str_is(at_str(err->msg), why->msg);

    if (err)
        at_err_add(err, "and the fingers could not be lifted%s%s",
                   same ? "" : ": ", same ? "" : why->msg);
}

bool
at_emulator_gesture(const struct at_op *op, struct at_emulator *emulator,
                    struct at_gesture *gesture, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool sent = false;
    bool sized =
        emulator->screen.width_px > 0 && emulator->screen.height_px > 0;

    emulator->touched = false;
    if ((sized && !at_gesture_fit(gesture, &emulator->screen, err)) ||
        !at_op_check(op, err))
        return false;
    // What an earlier gesture has left down.
    bool ready = at_emulator_lift(emulator, err);
    bool ok = ready && play(op, emulator, gesture, &sent, err);
    if (ready && !ok && !at_emulator_lift(emulator, &why))
        add_why(&why, err);
    emulator->touched = sent;
    return ok;
}

bool
at_emulator_tap(const struct at_op *op, struct at_emulator *emulator,
                struct at_point at, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    at_gesture_tap(at, &gesture);
    bool ok = at_emulator_gesture(op, emulator, &gesture, err);
    at_gesture_deinit(&gesture);
    return ok;
}

bool
at_emulator_long_press(const struct at_op *op, struct at_emulator *emulator,
                       struct at_point at, int64_t duration_ms,
                       struct at_err *err)
{
    struct at_swipe still = {at, at, duration_ms};
    return at_emulator_swipe(op, emulator, &still, err);
}

bool
at_emulator_swipe(const struct at_op *op, struct at_emulator *emulator,
                  const struct at_swipe *swipe, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;

    emulator->touched = false;
    bool ok = at_gesture_swipe(swipe, &gesture, err) &&
              at_emulator_gesture(op, emulator, &gesture, err);
    at_gesture_deinit(&gesture);
    return ok;
}
