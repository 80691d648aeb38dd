#include "device/android/backends/router.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "device/android/avd.h"
#include "device/android/android_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

enum {
    LIFT_MS = 3000,
    LAST_LIFT_MS = 1000,
};

// clang-format off
#define ADB AT_BACKEND_ADB
#define GRPC AT_BACKEND_GRPC
#define RESIDENT AT_BACKEND_RESIDENT
#define HELPER AT_BACKEND_HELPER
#define END AT_BACKEND_COUNT
static const struct route {
    bool reads;    // changes nothing on the device
    bool optional; // the caller has another way: no slow backend is opened
    // By preference, up to AT_BACKEND_COUNT.
    enum at_backend on_emulator[AT_BACKEND_COUNT + 1];
    enum at_backend on_device[AT_BACKEND_COUNT + 1];
} routes[] = {
    [AT_REQUEST_TREE] = {true, false, {RESIDENT, HELPER, ADB, END},
                         {RESIDENT, HELPER, ADB, END}},
    [AT_REQUEST_STEP] = {false, true, {RESIDENT, HELPER, END},
                         {RESIDENT, HELPER, END}},
    [AT_REQUEST_SCREENSHOT] = {true, false, {GRPC, ADB, RESIDENT, HELPER, END},
                               {ADB, RESIDENT, HELPER, END}},
    [AT_REQUEST_FRAMEWORK] = {true, true, {RESIDENT, HELPER, END},
                              {RESIDENT, HELPER, END}},
    [AT_REQUEST_INPUT] = {false, false, {GRPC, RESIDENT, HELPER, ADB, END},
                          {RESIDENT, HELPER, ADB, END}},
    [AT_REQUEST_TEXT] = {false, false, {RESIDENT, HELPER, GRPC, ADB, END},
                         {RESIDENT, HELPER, ADB, END}},
};
// clang-format on
#undef ADB
#undef GRPC
#undef RESIDENT
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
        router->backends[i] =
            (struct at_supervisor){.kind = kinds[i], .android = android};
    at_stuck_touch_take_over(&router->stuck_touch, android->base.serial);
}

static bool
lift_finger(struct at_router *router, int64_t ms, struct at_err *why)
{
    return at_stuck_touch_lift(&router->stuck_touch,
                               &router->backends[AT_BACKEND_ADB], ms, why);
}

void
at_router_deinit(struct at_router *router)
{
    lift_finger(router, LAST_LIFT_MS, NULL);
    at_stuck_touch_leave(&router->stuck_touch, router->android->base.serial);
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++)
        at_supervisor_deinit(&router->backends[i]);
}

bool
at_router_has(const struct at_op *op, struct at_router *router,
              enum at_backend which)
{
    return at_supervisor_start(op, &router->backends[which]);
}

// Return true if another exclusive backend is up, or found that another program
// holds the resource both need.
static bool
is_excluded(const struct at_router *router, enum at_backend which)
{
    const struct at_supervisor *backend = &router->backends[which];
    if (!backend->kind->exclusive || backend->state == AT_SUPERVISOR_UP)
        return false;
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++) {
        const struct at_supervisor *other = &router->backends[i];
        if (i != which && other->kind->exclusive &&
            (other->state == AT_SUPERVISOR_UP ||
             (other->state == AT_SUPERVISOR_OFF &&
              other->off_code == AT_EBUSY)))
            return true;
    }
    return false;
}

void
at_router_begin(struct at_router *router)
{
    const struct route *route = &routes[AT_REQUEST_TREE];
    const enum at_backend *order =
        router->is_emulator ? route->on_emulator : route->on_device;
    if (router->android->base.brief)
        return;
    for (; *order != AT_BACKEND_COUNT; order++) {
        if (!is_excluded(router, *order) &&
            at_supervisor_begin(&router->backends[*order]))
            return;
    }
}

bool
at_router_has_helper(const struct at_op *op, struct at_router *router)
{
    for (enum at_backend i = 0; i < AT_BACKEND_COUNT; i++) {
        bool helper = router->backends[i].kind->helper;
        if (helper && !is_excluded(router, i) && at_router_has(op, router, i))
            return true;
    }
    return false;
}

bool
at_router_finds(const struct at_router *router)
{
    for (size_t i = 0; i < AT_BACKEND_COUNT; i++) {
        const struct at_supervisor *backend = &router->backends[i];
        if (backend->kind->helper && backend->state == AT_SUPERVISOR_UP)
            return true;
    }
    return false;
}

static bool
is_final(const struct at_op *op, const struct at_supervisor *backend,
         const struct at_request *request, const struct at_err *why)
{
    bool blocks_others = backend->kind->exclusive &&
                         request->kind == AT_REQUEST_TREE &&
                         backend->state == AT_SUPERVISOR_UP;
    // no other backend can touch what the helper cannot find or reach
    bool refused = why->code == AT_ENOTFOUND;
    return blocks_others || refused || why->code == AT_EUSAGE ||
           why->code == AT_ECANCELED || !at_op_check(op, NULL);
}

// Decide after a backend's failure. Return true if the next one may be tried.
static bool
may_try_next(const struct at_op *op, struct at_router *router,
             const struct at_supervisor *backend,
             const struct at_request *request, struct at_err *why)
{
    const char *name = backend->kind->name;
    bool may_have_run = !routes[request->kind].reads && why->may_have_run;
    if (may_have_run && why->code != AT_EUSAGE)
        at_stuck_touch_note(&router->stuck_touch, name, request);
    if (is_final(op, backend, request, why))
        return false;
    if (may_have_run) {
        at_err_context(why, "%s by %s", at_request_name(request), name);
        at_err_add(why, "some of it may have been done, so nothing else was "
                        "tried: look at the screen before you repeat it");
        return false;
    }
    at_log_debug("fallback backend=%s dev=%s request=\"%s\" reason=\"%s\"",
                 name, router->android->base.serial, at_request_name(request),
                 why->msg);
    return true;
}

// The failures so far; they are reported once a later backend has succeeded.
struct attempts {
    struct at_err why; // latest failure
    const struct at_backend_kind *failed[AT_BACKEND_COUNT];
    char reasons[AT_BACKEND_COUNT][160];
    size_t count;
};

static void
note_success(struct at_router *router, const struct at_backend_kind *kind,
             const struct at_request *request, const struct attempts *attempts)
{
    struct at_device *device = &router->android->base;
    if (request->input || (request->step && request->step->count > 0))
        device->input_by = kind->name;
    for (size_t i = 0; i < attempts->count; i++)
        at_device_note_fallback(
            device, "%s: %s instead of %s: %s", at_request_name(request),
            kind->name, attempts->failed[i]->name, attempts->reasons[i]);
}

// Lift a finger that a failed request may have left on the screen. The error is
// AT_ENODEV only if adb lost the device and lifting failed too.
static void
clean_up_after(struct at_router *router, enum at_backend failed,
               struct at_err *why)
{
    bool reached =
        router->stuck_touch.is_new && lift_finger(router, LIFT_MS, why);
    if (why->code == AT_ENODEV && !router->stuck_touch.pending &&
        (reached || failed != AT_BACKEND_ADB))
        why->code = AT_EDEVICE;
}

enum turn { TURN_NEXT, TURN_DONE, TURN_FAILED };

static enum turn
take_turn(const struct at_op *op, struct at_router *router,
          enum at_backend which, const struct at_request *request,
          struct attempts *attempts)
{
    struct at_supervisor *backend = &router->backends[which];
    if (!backend->kind->run[request->kind] || is_excluded(router, which))
        return TURN_NEXT;
    if (!at_router_has(op, router, which))
        return at_op_check(op, &attempts->why) ? TURN_NEXT : TURN_FAILED;
    attempts->why = (struct at_err)AT_ERR_INIT;
    if (at_supervisor_run(op, backend, request, &attempts->why)) {
        note_success(router, backend->kind, request, attempts);
        return TURN_DONE;
    }
    attempts->failed[attempts->count] = backend->kind;
    at_str_cut(attempts->reasons[attempts->count++],
               sizeof(attempts->reasons[0]), at_str(attempts->why.msg));
    if (may_try_next(op, router, backend, request, &attempts->why))
        return TURN_NEXT;
    clean_up_after(router, which, &attempts->why);
    return TURN_FAILED;
}

// The helper can type what adb cannot.
static bool
others_may_do_it(const struct attempts *attempts)
{
    return attempts->why.code == AT_EUNSUPPORTED || attempts->why.sys == EILSEQ;
}

static bool
fail_all(const struct at_router *router, const struct at_request *request,
         const struct attempts *attempts, struct at_err *err)
{
    if (attempts->count > 0 && !others_may_do_it(attempts))
        return at_err_pass(err, &attempts->why);
    if (attempts->count > 0 && attempts->why.code != AT_EUNSUPPORTED)
        at_err_pass(err, &attempts->why);
    else if (attempts->count > 0)
        at_fail(err, AT_EUNSUPPORTED, "%s", attempts->why.msg);
    else
        at_fail(err, AT_EUNSUPPORTED, "nothing here can do a %s",
                at_request_name(request));
    for (size_t i = 0; err && i + 1 < attempts->count; i++)
        at_err_add(err, "%s was tried before: %s", attempts->failed[i]->name,
                   attempts->reasons[i]);
    for (size_t i = 0; err && i < AT_BACKEND_COUNT; i++) {
        const struct at_supervisor *backend = &router->backends[i];
        if (*at_supervisor_reason(backend) && backend->kind->run[request->kind])
            at_err_add(err, "%s is not available: %s", backend->kind->name,
                       at_supervisor_reason(backend));
    }
    return false;
}

// An optional request was not carried out; its caller has another way.
static bool
decline(struct at_router *router, const struct at_request *request,
        const struct attempts *attempts, struct at_err *err)
{
    for (size_t i = 0; i < attempts->count; i++)
        at_device_note_fallback(&router->android->base, "%s: not by %s: %s",
                                at_request_name(request),
                                attempts->failed[i]->name,
                                attempts->reasons[i]);
    return at_fail(err, AT_EUNSUPPORTED, "%s", attempts->why.msg);
}

// A backend is the last resort if opening it is not worth it for few requests.
static bool
is_last_resort(const struct at_op *op, struct at_router *router,
               enum at_backend which)
{
    struct at_supervisor *backend = &router->backends[which];
    return router->android->base.brief && backend->kind->slow &&
           backend->state == AT_SUPERVISOR_COLD &&
           !is_excluded(router, which) && !at_supervisor_join(op, backend);
}

// The last resort is needed if the others cannot do it, or if another process
// has left the last resort's own program on the device and it blocks them.
static bool
needs_last_resort(const struct at_router *router, enum at_backend last,
                  const struct attempts *attempts)
{
    const char *package = router->backends[last].kind->package;
    return attempts->count == 0 || others_may_do_it(attempts) ||
           (package && strstr(attempts->why.msg, package));
}

// The emulator's own service takes touches and keys, so no step is needed for
// them. But it cannot see: a touch of an element is for the helper, which looks
// it up first. Text is best typed in one step with the inputs before it.
static bool
prefers_grpc(const struct at_op *op, struct at_router *router,
             const struct at_device_step *step)
{
    bool finds = at_router_finds(router);
    for (size_t i = 0; i < step->count; i++) {
        if ((finds && step->inputs[i].node) ||
            step->inputs[i].kind == AT_INPUT_TEXT ||
            step->inputs[i].kind == AT_INPUT_SET_TEXT)
            return false;
    }
    return step->count > 0 && router->is_emulator &&
           at_router_has(op, router, AT_BACKEND_GRPC);
}

static enum turn
take_turns(const struct at_op *op, struct at_router *router,
           const struct at_request *request, struct attempts *attempts)
{
    const struct route *route = &routes[request->kind];
    const enum at_backend *order =
        router->is_emulator ? route->on_emulator : route->on_device;
    enum at_backend last[AT_BACKEND_COUNT];
    size_t last_count = 0;
    enum turn turn = TURN_NEXT;
    for (; turn == TURN_NEXT && *order != AT_BACKEND_COUNT; order++) {
        if (is_last_resort(op, router, *order))
            last[last_count++] = *order;
        else
            turn = take_turn(op, router, *order, request, attempts);
    }
    for (size_t i = 0; turn == TURN_NEXT && i < last_count; i++) {
        if (!route->optional && needs_last_resort(router, last[i], attempts))
            turn = take_turn(op, router, last[i], request, attempts);
    }
    return turn;
}

bool
at_router_run(const struct at_op *op, struct at_router *router,
              const struct at_request *request, struct at_err *err)
{
    const struct route *route = &routes[request->kind];
    struct attempts attempts = {.why = AT_ERR_INIT};
    if (request->step && prefers_grpc(op, router, request->step))
        return at_fail(err, AT_EUNSUPPORTED, "input goes through gRPC");
    lift_finger(router, LIFT_MS, NULL); // if an earlier request could not
    switch (take_turns(op, router, request, &attempts)) {
    case TURN_DONE:
        return true;
    case TURN_FAILED:
        return at_err_pass(err, &attempts.why);
    case TURN_NEXT:
        break;
    }
    return route->optional && !route->reads && attempts.count > 0
               ? decline(router, request, &attempts, err)
               : fail_all(router, request, &attempts, err);
}

bool
at_router_small_picture(const struct at_op *op, struct at_router *router,
                        const struct at_request *request, struct at_err *err)
{
    static const enum at_backend helpers[] = {AT_BACKEND_RESIDENT,
                                              AT_BACKEND_HELPER};
    struct at_supervisor *of = router->backends;
    struct at_err why = AT_ERR_INIT;
    if (router->is_emulator && of[AT_BACKEND_GRPC].state == AT_SUPERVISOR_UP)
        return at_fail(err, AT_EUNSUPPORTED, "the emulator is quicker");
    for (size_t i = 0; i < AT_LEN(helpers); i++) {
        struct at_supervisor *backend = &of[helpers[i]];
        if (backend->state != AT_SUPERVISOR_UP || backend->disabled)
            continue;
        if (at_supervisor_run(op, backend, request, &why))
            return true;
        if (!at_op_check(op, err))
            return false;
        at_device_note_fallback(&router->android->base,
                                "screenshot: not by %s: %s",
                                backend->kind->name, why.msg);
    }
    return at_fail(err, AT_EUNSUPPORTED, "no helper takes a picture");
}

bool
at_router_lend(const struct at_op *op, struct at_router *router, bool back,
               struct at_err *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < AT_BACKEND_COUNT; i++) {
        struct at_supervisor *backend = &router->backends[i];
        if (!backend->kind->exclusive)
            continue;
        if (!backend->kind->lend)
            at_supervisor_reset(backend, !back);
        else if (back ? backend->state == AT_SUPERVISOR_UP
                      : at_supervisor_join(op, backend))
            ok = backend->kind->lend(op, backend->self, back, err);
    }
    return ok;
}

static bool
need_grpc(const struct at_op *op, struct at_router *router, struct at_err *err)
{
    const struct at_supervisor *backend = &router->backends[AT_BACKEND_GRPC];
    if (router->is_emulator && at_router_has(op, router, AT_BACKEND_GRPC))
        return true;
    if (!at_op_check(op, err))
        return false;
    return at_fail(err, AT_EGRPC,
                   "no gRPC: %s; use backend \"auto\" or \"adb\"",
                   router->is_emulator ? backend->reason
                                       : "this device is not an emulator");
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
        at_supervisor_reset(&router->backends[i], adb && i != AT_BACKEND_ADB);
    }
    if (grpc)
        return need_grpc(op, router, err);
    if (router->is_emulator)
        at_router_has(op, router, AT_BACKEND_GRPC); // reads one file, as a rule
    return at_router_has(op, router, AT_BACKEND_ADB);
}

size_t
at_router_describe(const struct at_router *router,
                   struct at_backend_state out[AT_DEVICE_BACKENDS_MAX])
{
    static const enum at_backend order[] = {AT_BACKEND_GRPC,
                                            AT_BACKEND_RESIDENT,
                                            AT_BACKEND_HELPER, AT_BACKEND_ADB};
    size_t count = 0;
    for (size_t i = 0; i < AT_LEN(order); i++) {
        const struct at_supervisor *backend = &router->backends[order[i]];
        struct at_backend_state *state;

        if (order[i] == AT_BACKEND_GRPC && !router->is_emulator)
            continue;
        state = &out[count++];
        *state = (struct at_backend_state){
            .name = backend->kind->name,
            .helper = backend->kind->helper,
            .up = backend->state == AT_SUPERVISOR_UP,
        };
        snprintf(state->reason, sizeof(state->reason), "%s",
                 at_supervisor_reason(backend));
    }
    return count;
}
