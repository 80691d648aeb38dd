#include "device/android/route/route.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/avd.h"
#include "device/android/via_adb/via_adb.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

enum {
    LOSSES_MAX = 2, // the first is repaired
    LIFT_MS = 3000,
    LAST_LIFT_MS = 1000,
};

// clang-format off
#define ADB AT_BACKEND_ADB
#define GRPC AT_BACKEND_GRPC
#define HELPER AT_BACKEND_HELPER
#define END AT_BACKEND_COUNT
const struct at_route at_routes[] = {
    [AT_WANT_TREE] = {"tree", true, false, {HELPER, ADB, END},
                      {HELPER, ADB, END}},
    [AT_WANT_STEP] = {"step", false, true, {HELPER, END}, {HELPER, END}},
    [AT_WANT_SCREENSHOT] = {"screenshot", true, false,
                            {GRPC, ADB, HELPER, END}, {ADB, HELPER, END}},
    [AT_WANT_FRAMEWORK] = {"framework", true, true, {HELPER, END},
                           {HELPER, END}},
    [AT_WANT_TOUCH] = {"touch", false, false, {GRPC, HELPER, ADB, END},
                       {HELPER, ADB, END}},
    [AT_WANT_KEY] = {"key", false, false, {GRPC, HELPER, ADB, END},
                     {HELPER, ADB, END}},
    [AT_WANT_TEXT] = {"text", false, false, {HELPER, GRPC, ADB, END},
                      {HELPER, ADB, END}},
};
// clang-format on
#undef ADB
#undef GRPC
#undef HELPER
#undef END

void
at_router_init(struct at_router *router, struct at_android *android,
               const at_backend_kinds kinds)
{
    *router = (struct at_router){
        .android = android,
        .is_emulator = at_emulator_is(android->base.serial),
    };
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++)
        router->backends[i].kind = kinds[i];
    at_held_take_over(router);
}

static void
put_down(struct at_routed_backend *backend, enum at_backend_stands stands,
         const char *reason)
{
    if (backend->stands == AT_BACKEND_UP)
        backend->kind->close(backend->self);
    backend->self = NULL;
    backend->stands = stands;
    at_str_cut(backend->reason, sizeof(backend->reason), at_str(reason));
}

void
at_router_deinit(struct at_router *router)
{
    at_held_lift(router, LAST_LIFT_MS, NULL);
    at_held_leave(router);
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++)
        put_down(&router->backends[i], AT_BACKEND_OFF, "closed");
}

static bool
bring_up(const struct at_op *op, struct at_router *router,
         struct at_routed_backend *backend)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), backend->kind->open_ms);
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();

    if (backend->kind->open(&sub, router->android, &backend->self, &why)) {
        backend->stands = AT_BACKEND_UP;
        backend->reason[0] = '\0';
        at_log_debug("backend is up backend=%s dev=%s took_ms=%lld",
                     backend->kind->name, router->android->base.serial,
                     (long long)((at_now_ns() - began_ns) / AT_NS_PER_MS));
        return true;
    }
    if (!at_op_check(op, NULL))
        return false; // the caller's end says nothing of the backend
    put_down(backend, AT_BACKEND_OFF, why.msg);
    at_log_info("backend is off backend=%s dev=%s reason=\"%s\"",
                backend->kind->name, router->android->base.serial, why.msg);
    if (backend->losses > 0)
        at_device_fell_back(&router->android->base,
                            "%s could not be brought up again: %s",
                            backend->kind->name, why.msg);
    return false;
}

bool
at_router_has(const struct at_op *op, struct at_router *router,
              enum at_backend which)
{
    struct at_routed_backend *backend = &router->backends[which];

    if (backend->barred || backend->stands == AT_BACKEND_OFF)
        return false;
    return backend->stands == AT_BACKEND_UP || bring_up(op, router, backend);
}

static void
note_loss(struct at_router *router, struct at_routed_backend *backend,
          const struct at_err *why)
{
    bool last = ++backend->losses >= LOSSES_MAX;

    put_down(backend, last ? AT_BACKEND_OFF : AT_BACKEND_COLD, why->msg);
    at_log_warn("backend was lost backend=%s dev=%s last=%d reason=\"%s\"",
                backend->kind->name, router->android->base.serial, last,
                why->msg);
}

// One backend's turn has failed: true where the next may be asked.
static bool
may_go_on(const struct at_op *op, struct at_router *router,
          struct at_routed_backend *backend, const struct at_ask *ask,
          struct at_err *why)
{
    const struct at_route *route = &at_routes[ask->want];
    bool untouched =
        route->reads || backend->kind->untouched(backend->self, why);

    if (!untouched && why->code != AT_EUSAGE)
        at_held_note(router, backend->kind, ask);
    if (backend->kind->is_lost(backend->self, ask->want, why))
        note_loss(router, backend, why);
    if (!at_op_check(op, NULL) || why->code == AT_EUSAGE ||
        why->code == AT_ECANCELED)
        return false;
    if (backend->kind->alone && ask->want == AT_WANT_TREE &&
        backend->stands == AT_BACKEND_UP)
        return false;
    if (!untouched) {
        at_err_context(why, "%s by %s", at_held_word(ask), backend->kind->name);
        at_err_add(why, "some of it may have been done, so nothing else was "
                        "tried: look at the screen before you repeat it");
        return false;
    }
    at_log_debug("fallback backend=%s dev=%s want=\"%s\" reason=\"%s\"",
                 backend->kind->name, router->android->base.serial,
                 at_held_word(ask), why->msg);
    return true;
}

// What failed before is told once something else has done it.
struct attempts {
    struct at_err why; // of the newest failure
    const struct at_backend_kind *failed[AT_BACKEND_COUNT];
    char reasons[AT_BACKEND_COUNT][160];
    size_t count;
};

static void
note_done(struct at_router *router, const struct at_backend_kind *kind,
          const struct at_ask *ask, const struct attempts *attempts)
{
    struct at_device *device = &router->android->base;

    if (ask->input || (ask->step && ask->step->count > 0))
        device->input_by = kind->name;
    for (size_t i = 0; i < attempts->count; i++)
        at_device_fell_back(device, "%s: %s instead of %s: %s",
                            at_held_word(ask), kind->name,
                            attempts->failed[i]->name, attempts->reasons[i]);
}

// Of a backend that has failed and may have done some of it.
static void
see_what_is_left(struct at_router *router, enum at_backend which,
                 struct at_err *why)
{
    bool reached = router->held.is_new && at_held_lift(router, LIFT_MS, why);

    // What was lost is a way to the device, not the device.
    if (why->code == AT_ENODEV && !router->held.owed &&
        (reached || which != AT_BACKEND_ADB))
        why->code = AT_EDEVICE;
}

enum turn { TURN_NEXT, TURN_DONE, TURN_FAILED };

static enum turn
take_turn(const struct at_op *op, struct at_router *router,
          enum at_backend which, const struct at_ask *ask,
          struct attempts *attempts)
{
    struct at_routed_backend *backend = &router->backends[which];
    at_backend_run *run = backend->kind->run[ask->want];

    if (!run)
        return TURN_NEXT;
    if (!at_router_has(op, router, which))
        return at_op_check(op, &attempts->why) ? TURN_NEXT : TURN_FAILED;
    attempts->why = (struct at_err)AT_ERR_INIT;
    if (run(op, backend->self, ask, &attempts->why)) {
        note_done(router, backend->kind, ask, attempts);
        return TURN_DONE;
    }
    attempts->failed[attempts->count] = backend->kind;
    at_str_cut(attempts->reasons[attempts->count++],
               sizeof(attempts->reasons[0]), at_str(attempts->why.msg));
    bool goes_on = may_go_on(op, router, backend, ask, &attempts->why);
    if (!goes_on)
        see_what_is_left(router, which, &attempts->why);
    return goes_on ? TURN_NEXT : TURN_FAILED;
}

static const char *
reason_of(const struct at_routed_backend *backend)
{
    return backend->barred ? "backend \"adb\" was chosen" : backend->reason;
}

static bool
fail_all(const struct at_router *router, const struct at_ask *ask,
         const struct attempts *attempts, struct at_err *err)
{
    if (attempts->count > 0 && attempts->why.code != AT_EUNSUPPORTED) {
        if (err)
            *err = attempts->why;
        return false;
    }
    if (attempts->count > 0)
        at_fail(err, AT_EUNSUPPORTED, "%s", attempts->why.msg);
    else
        at_fail(err, AT_EUNSUPPORTED, "nothing here can do a %s",
                at_held_word(ask));
    for (size_t i = 0; err && i < AT_BACKEND_COUNT; i++) {
        const struct at_routed_backend *backend = &router->backends[i];
        if (*reason_of(backend) && backend->kind->run[ask->want])
            at_err_add(err, "%s is not there: %s", backend->kind->name,
                       reason_of(backend));
    }
    return false;
}

// Of an optional input, whose caller has another way: nothing was done.
static bool
pass_on(struct at_router *router, const struct at_ask *ask,
        const struct attempts *attempts, struct at_err *err)
{
    for (size_t i = 0; i < attempts->count; i++)
        at_device_fell_back(&router->android->base, "%s: not by %s: %s",
                            at_held_word(ask), attempts->failed[i]->name,
                            attempts->reasons[i]);
    return at_fail(err, AT_EUNSUPPORTED, "%s", attempts->why.msg);
}

// Is it one that is to come only where nothing else can do it?
static bool
comes_late(const struct at_router *router, enum at_backend which)
{
    const struct at_routed_backend *backend = &router->backends[which];

    return router->android->base.brief && backend->kind->slow &&
           backend->stands == AT_BACKEND_COLD;
}

// One that comes late is wanted where the others cannot do it, or where what
// keeps them from it is one of its own kind that another process has left.
static bool
is_wanted(const struct at_router *router, enum at_backend late,
          const struct attempts *attempts)
{
    const char *package;

    if (late == AT_BACKEND_COUNT)
        return false;
    package = router->backends[late].kind->package;
    return attempts->count == 0 || attempts->why.code == AT_EUNSUPPORTED ||
           (package && strstr(attempts->why.msg, package));
}

// An emulator's touches and keys go through its own service, so that a step has
// none of them; text goes in best with what leads to it, in one step.
static bool
input_goes_elsewhere(const struct at_op *op, struct at_router *router,
                     const struct at_device_step *step)
{
    for (size_t i = 0; i < step->count; i++) {
        if (step->inputs[i].kind == AT_INPUT_TEXT ||
            step->inputs[i].kind == AT_INPUT_SET_TEXT)
            return false;
    }
    return step->count > 0 && router->is_emulator &&
           at_router_has(op, router, AT_BACKEND_GRPC);
}

bool
at_router_run(const struct at_op *op, struct at_router *router,
              const struct at_ask *ask, struct at_err *err)
{
    const struct at_route *route = &at_routes[ask->want];
    const enum at_backend *order =
        router->is_emulator ? route->on_emulator : route->on_device;
    struct attempts attempts = {.why = AT_ERR_INIT};
    enum at_backend late = AT_BACKEND_COUNT;
    enum turn turn = TURN_NEXT;

    if (ask->step && input_goes_elsewhere(op, router, ask->step))
        return at_fail(err, AT_EUNSUPPORTED, "input goes through gRPC");
    at_held_lift(router, LIFT_MS, NULL); // that could not be lifted before
    for (; turn == TURN_NEXT && *order != AT_BACKEND_COUNT; order++) {
        if (comes_late(router, *order))
            late = *order;
        else
            turn = take_turn(op, router, *order, ask, &attempts);
    }
    if (turn == TURN_NEXT && !route->optional &&
        is_wanted(router, late, &attempts))
        turn = take_turn(op, router, late, ask, &attempts);
    if (turn == TURN_NEXT && route->optional && !route->reads &&
        attempts.count > 0)
        return pass_on(router, ask, &attempts, err);
    if (turn == TURN_NEXT)
        return fail_all(router, ask, &attempts, err);
    if (turn == TURN_FAILED && err)
        *err = attempts.why;
    return turn == TURN_DONE;
}

static bool
need_grpc(const struct at_op *op, struct at_router *router, struct at_err *err)
{
    const struct at_routed_backend *backend =
        &router->backends[AT_BACKEND_GRPC];

    if (router->is_emulator && at_router_has(op, router, AT_BACKEND_GRPC))
        return true;
    if (!at_op_check(op, err))
        return false;
    return at_fail(
        err, AT_EGRPC, "no gRPC: %s; use backend \"auto\" or \"adb\"",
        router->is_emulator ? backend->reason : "this device is no emulator");
}

bool
at_router_use(const struct at_op *op, struct at_router *router,
              struct at_str name, struct at_err *err)
{
    bool adb = at_str_is(name, "adb");
    bool grpc = at_str_is(name, "grpc");

    if (!adb && !grpc && !at_str_is(name, "auto"))
        return at_fail(err, AT_EUSAGE,
                       "backend \"%.*s\": use \"auto\", \"adb\" or \"grpc\"",
                       AT_STR_ARG(at_utf8_head(name, 40)));
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++) {
        struct at_routed_backend *backend = &router->backends[i];
        backend->barred = adb && i != AT_BACKEND_ADB;
        backend->losses = 0;
        if (backend->barred || backend->stands == AT_BACKEND_OFF)
            put_down(backend, AT_BACKEND_COLD, "");
    }
    if (grpc)
        return need_grpc(op, router, err);
    if (router->is_emulator)
        at_router_has(op, router, AT_BACKEND_GRPC); // costs a file, as a rule
    return at_router_has(op, router, AT_BACKEND_ADB);
}

// By preference for input.
size_t
at_router_tell(const struct at_router *router,
               struct at_backend_state out[AT_DEVICE_BACKENDS_MAX])
{
    static const enum at_backend order[] = {AT_BACKEND_GRPC, AT_BACKEND_HELPER,
                                            AT_BACKEND_ADB};
    size_t count = 0;

    for (size_t i = 0; i < AT_LEN(order); i++) {
        const struct at_routed_backend *backend = &router->backends[order[i]];
        struct at_backend_state *state;

        if (order[i] == AT_BACKEND_GRPC && !router->is_emulator)
            continue;
        state = &out[count++];
        *state = (struct at_backend_state){
            .name = backend->kind->name,
            .up = backend->stands == AT_BACKEND_UP,
        };
        snprintf(state->reason, sizeof(state->reason), "%s",
                 reason_of(backend));
    }
    return count;
}
