// held.c: see held.h
#include "device/android/route/held.h"

#include <pthread.h>

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
            (struct at_held){true, true, at, word_of(&inputs[i]), by->name};
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

static void
tell_not_lifted(struct at_router *router, const struct at_err *because,
                struct at_err *why)
{
    if (!why) // it was told before
        return;
    at_log_warn("could not lift a finger dev=%s after=\"%s\" reason=\"%s\"",
                router->android->base.serial, router->held.word, because->msg);
    at_err_add(why, "a finger may still be down: it is lifted as soon as "
                    "the device can be told to");
}

bool
at_held_lift(struct at_router *router, int64_t ms, struct at_err *why)
{
    struct at_routed_backend *adb = &router->backends[AT_BACKEND_ADB];
    const struct at_op any = {.deadline_ns = AT_NEVER_NS};
    struct at_op op = at_op_sub(&any, at_now_ns(), ms);
    struct at_err because = AT_ERR_INIT;
    bool was_down = false;

    router->held.is_new = false;
    if (!router->held.owed || !at_router_has(&op, router, AT_BACKEND_ADB))
        return false;
    bool ok = adb->kind->release(&op, adb->self, router->held.at, &was_down,
                                 &because);
    router->held.owed = !ok;
    if (!ok)
        tell_not_lifted(router, &because, why);
    else if (was_down)
        tell_lifted(router, why);
    else if (why)
        at_err_add(why, "no finger is down");
    return ok;
}

enum { LEFT_MAX = 8 };

// Of devices that nobody has open.
static struct {
    pthread_mutex_t lock; // guards what follows
    struct {
        char serial[128];
        struct at_held held; // not owed: the row is free
    } rows[LEFT_MAX];
    size_t next; // to be written over where all are taken
} left = {.lock = PTHREAD_MUTEX_INITIALIZER};

void
at_held_leave(struct at_router *router)
{
    if (!router->held.owed)
        return;
    pthread_mutex_lock(&left.lock);
    size_t row = left.next++ % LEFT_MAX;
    at_str_cut(left.rows[row].serial, sizeof(left.rows[row].serial),
               at_str(router->android->base.serial));
    left.rows[row].held = router->held;
    pthread_mutex_unlock(&left.lock);
}

void
at_held_take_over(struct at_router *router)
{
    pthread_mutex_lock(&left.lock);
    for (size_t i = 0; i < LEFT_MAX; i++) {
        if (!left.rows[i].held.owed ||
            !at_str_is(at_str(router->android->base.serial),
                       left.rows[i].serial))
            continue;
        router->held = left.rows[i].held;
        left.rows[i].held.owed = false;
    }
    pthread_mutex_unlock(&left.lock);
}
