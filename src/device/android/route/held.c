// held.c: see held.h
#include "device/android/route/held.h"

#include "device/android/route/route.h"
#include "device/android/via_adb/via_adb.h"
#include "device/gesture.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

static bool
stays(const struct at_swipe *swipe)
{
    return swipe->from.x_px == swipe->to.x_px &&
           swipe->from.y_px == swipe->to.y_px;
}

static const char *
word_of(const struct at_input *input)
{
    static const char *const words[] = {
        [AT_INPUT_TAP] = "tap",       [AT_INPUT_DOUBLE_TAP] = "double tap",
        [AT_INPUT_SWIPE] = "swipe",   [AT_INPUT_GESTURE] = "gesture",
        [AT_INPUT_KEY] = "key",       [AT_INPUT_TEXT] = "text",
        [AT_INPUT_SET_TEXT] = "text",
    };

    if (input->kind == AT_INPUT_SWIPE && stays(&input->swipe))
        return "long press";
    return words[input->kind];
}

const char *
at_held_word(const struct at_ask *ask)
{
    if (ask->input)
        return word_of(ask->input);
    return ask->step && ask->step->count > 0 ? word_of(&ask->step->inputs[0])
                                             : at_routes[ask->want].name;
}

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
at_held_note(struct at_router *router, const struct at_backend_kind *by,
             const struct at_ask *ask)
{
    const struct at_input *inputs = ask->step ? ask->step->inputs : ask->input;
    size_t count = ask->step ? ask->step->count : ask->input ? 1 : 0;

    for (size_t i = 0; i < count; i++) {
        struct at_point at;
        if (!is_touch(&inputs[i], &at))
            continue;
        router->held =
            (struct at_held){true, at, word_of(&inputs[i]), by->name};
        return;
    }
}

static void
tell_lifted(struct at_router *router, struct at_err *why)
{
    const struct at_held *held = &router->held;

    at_log_warn("lifted a finger dev=%s after=\"%s\" by=%s",
                router->android->base.serial, held->word, held->by);
    at_device_fell_back(&router->android->base,
                        "%s: a finger that %s had left down was lifted by adb",
                        held->word, held->by);
    if (why)
        at_err_add(why, "the finger that was still down was lifted");
}

// A device that cannot be reached is asked again before the next call.
static void
tell_not_lifted(struct at_router *router, const struct at_err *because,
                struct at_err *why)
{
    struct at_held *held = &router->held;
    bool later = because->code == AT_ENODEV || because->code == AT_ETIMEOUT;

    held->owed = later;
    at_log_warn("could not lift a finger dev=%s after=\"%s\" reason=\"%s\"",
                router->android->base.serial, held->word, because->msg);
    if (!why)
        return;
    if (later)
        at_err_add(why, "a finger may still be down: it is lifted as soon as "
                        "the device can be reached");
    else
        at_err_add(why,
                   "a finger may still be down, and could not be lifted (%s): "
                   "a tap ends its touch",
                   because->msg);
}

void
at_held_lift(struct at_router *router, int64_t ms, struct at_err *why)
{
    struct at_routed_backend *adb = &router->backends[AT_BACKEND_ADB];
    const struct at_op any = {.deadline_ns = AT_NEVER_NS};
    struct at_op op = at_op_sub(&any, at_now_ns(), ms);
    struct at_err because = AT_ERR_INIT;
    bool was_down = false;

    if (!router->held.owed || !at_router_has(&op, router, AT_BACKEND_ADB))
        return;
    router->held.owed = false;
    if (!adb->kind->release(&op, adb->self, router->held.at, &was_down,
                            &because))
        tell_not_lifted(router, &because, why);
    else if (was_down)
        tell_lifted(router, why);
}
