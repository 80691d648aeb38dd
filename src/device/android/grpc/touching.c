// touching.c: send a gesture's frames at their times and lift its fingers
#include "base/limits.h"
#include "device/android/grpc/calls.h"
#include "device/android/grpc/messages.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// Wait for a touch that was sent even if the caller has cancelled: otherwise
// the emulator could take the lifting for the older of the two. sendTouch's own
// time limit bounds this.
static const struct at_op no_end = {AT_NEVER_NS, NULL};

// Map a frame from the caller's screen to the display. It is unchanged if
// neither size is known.
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

// Send a mapped frame and update emulator->down. err is not NULL.
static bool
play_frame(struct at_emulator *emulator, const struct at_touch_frame *frame,
           struct at_err *err)
{
    bool lifts = !frame->touches[0].down;
    bool ok = send_frame(emulator, frame, err);
    if (lifts && ok)
        emulator->down.count = 0;
    else if (!lifts && (ok || err->may_have_run))
        emulator->down = *frame; // they may be down even if it failed
    return ok;
}

static bool
is_late(const struct at_gesture *gesture, size_t at, int64_t began_ns)
{
    return gesture->frames[at].may_skip &&
           began_ns + gesture->frames[at + 1].at_ns <= at_now_ns();
}

// err is not NULL.
static bool
play(const struct at_op *op, struct at_emulator *emulator,
     const struct at_gesture *gesture, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    bool sent = false;
    for (size_t i = 0; i < gesture->count; i++) {
        struct at_touch_frame frame = gesture->frames[i];
        if (is_late(gesture, i, began_ns))
            continue;
        map_frame(emulator, &frame);
        if (!at_op_wait_until(op, began_ns + frame.at_ns, err) ||
            !play_frame(emulator, &frame, err))
            return at_err_set_run(err, sent || err->may_have_run);
        sent = true;
    }
    return true;
}

// Add why lifting failed, unless it is the same reason.
static void
add_why(const struct at_err *why, struct at_err *err)
{
    bool same = at_str_is(at_str(err->msg), why->msg);
    at_err_add(err, "and the fingers could not be lifted%s%s", same ? "" : ": ",
               same ? "" : why->msg);
}

bool
at_emulator_gesture(const struct at_op *op, struct at_emulator *emulator,
                    struct at_gesture *gesture, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_err lift_why = AT_ERR_INIT;
    bool sized =
        emulator->screen.width_px > 0 && emulator->screen.height_px > 0;
    if ((sized && !at_gesture_fit(gesture, &emulator->screen, err)) ||
        !at_op_check(op, err))
        return false;
    if (!at_emulator_lift(emulator,
                          err)) // if an earlier gesture left them down
        return at_err_set_run(err, false);
    if (play(op, emulator, gesture, &why))
        return true;
    if (!at_emulator_lift(emulator, &lift_why))
        add_why(&lift_why, &why);
    return at_err_pass(err, &why);
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
at_emulator_swipe(const struct at_op *op, struct at_emulator *emulator,
                  const struct at_swipe *swipe, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    bool ok = at_gesture_swipe(swipe, &gesture, err) &&
              at_emulator_gesture(op, emulator, &gesture, err);
    at_gesture_deinit(&gesture);
    return ok;
}
