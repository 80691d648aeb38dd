#include "flow/wait/keyboard.h"

#include <string.h>

#include "device/gesture.h"
#include "flow/app/app.h"
#include "screen/label.h"
#include "screen/reach.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { POLL_MS = 100 };

static bool
takes_text(const struct at_node *node)
{
    return node && at_node_takes_text(node);
}

bool
at_keyboard_may_open(struct at_app *app, const struct at_input *input)
{
    const struct at_tree *tree =
        at_app_is_current(app) ? at_app_tree(app) : NULL;
    struct at_point at =
        input->kind == AT_INPUT_SWIPE ? input->swipe.from : input->at;
    return at_input_is_touch(input) &&
           strcmp(at_app_backend(app), "adb") == 0 &&
           !(tree && tree->shows_keyboard) &&
           (takes_text(input->node) ||
            (tree && takes_text(at_reach_hit(tree, at))));
}

void
at_keyboard_note_touch(struct at_app *app)
{
    at_app_keyboard_opening(app)->touched_ns = at_now_ns();
}

// Pause, and count this as time of the device, like that of a dump.
static bool
pause_once(const struct at_op *op, struct at_device *device)
{
    int64_t now_ns = at_now_ns();
    bool ok = at_op_wait_until(op, now_ns + POLL_MS * AT_NS_PER_MS, NULL);
    device->spent_ns += at_now_ns() - now_ns;
    return ok;
}

static bool
stays_hidden(const struct at_op *op, struct at_device *device)
{
    bool stays;
    return at_device_keyboard_stays_hidden(op, device, &stays, NULL) && stays;
}

bool
at_keyboard_await(const struct at_op *op, struct at_app *app, bool *out_shown)
{
    struct at_keyboard_opening *opening = at_app_keyboard_opening(app);
    struct at_device *device = at_app_device(app);
    int64_t end_ns = opening->touched_ns + AT_KEYBOARD_OPENS_MS * AT_NS_PER_MS;
    bool waits = opening->touched_ns > 0 && !opening->never &&
                 AT_DEVICE_OFFERS(device, keyboard_stays_hidden);
    opening->touched_ns = 0;
    if (!at_device_keyboard_shown(op, device, out_shown, NULL))
        return false;
    waits = waits && !*out_shown && at_now_ns() < end_ns;
    if (waits && stays_hidden(op, device))
        opening->never = true;
    while (waits && !*out_shown && !opening->never) {
        opening->never = at_now_ns() >= end_ns;
        if (!pause_once(op, device) ||
            !at_device_keyboard_shown(op, device, out_shown, NULL))
            return false;
    }
    if (*out_shown)
        opening->never = false;
    return true;
}
