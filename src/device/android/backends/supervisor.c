#include "device/android/backends/supervisor.h"

#include "device/android/android_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

enum { LOSSES_MAX = 2, RESTART_EVERY_MS = 60000, OFF_MS = 600000 };

static void
drop_begun(struct at_supervisor *supervisor)
{
    if (supervisor->begun)
        supervisor->kind->drop(supervisor->begun);
    supervisor->begun = NULL;
}

static void
close_backend(struct at_supervisor *supervisor, enum at_supervisor_state state,
              const char *reason)
{
    if (supervisor->state == AT_SUPERVISOR_UP)
        supervisor->kind->close(supervisor->self);
    drop_begun(supervisor);
    supervisor->self = NULL;
    supervisor->state = state;
    supervisor->off_ns = at_now_ns();
    at_str_cut(supervisor->reason, sizeof(supervisor->reason), at_str(reason));
}

static bool
open_as_told(const struct at_op *op, struct at_supervisor *supervisor,
             struct at_err *err)
{
    const struct at_backend_kind *kind = supervisor->kind;
    struct at_android *android = supervisor->android;
    void *begun = supervisor->begun;
    supervisor->begun = NULL;
    if (begun)
        return kind->await(op, android, begun, &supervisor->self, err);
    return supervisor->joined ? kind->join(op, android, &supervisor->self, err)
                              : kind->open(op, android, &supervisor->self, err);
}

static bool
open_backend(const struct at_op *op, struct at_supervisor *supervisor,
             struct at_err *err)
{
    const struct at_backend_kind *kind = supervisor->kind;
    struct at_op sub = at_op_sub(op, at_now_ns(), kind->open_ms);
    int64_t began_ns = supervisor->begun ? supervisor->begun_ns : at_now_ns();
    if (!open_as_told(&sub, supervisor, err))
        return false;
    supervisor->state = AT_SUPERVISOR_UP;
    supervisor->reason[0] = '\0';
    at_log_debug("backend is up backend=%s dev=%s took_ms=%lld", kind->name,
                 supervisor->android->base.serial,
                 (long long)((at_now_ns() - began_ns) / AT_NS_PER_MS));
    return true;
}

// A program that serves a whole day is not to do without a backend because a
// device was rebooted twice in the morning.
static bool
is_off(struct at_supervisor *supervisor)
{
    if (supervisor->state != AT_SUPERVISOR_OFF)
        return false;
    if (at_now_ns() - supervisor->off_ns < OFF_MS * AT_NS_PER_MS)
        return true;
    supervisor->state = AT_SUPERVISOR_COLD;
    supervisor->losses = 0;
    return false;
}

bool
at_supervisor_begin(struct at_supervisor *supervisor)
{
    if (supervisor->disabled || is_off(supervisor) || !supervisor->kind->begin)
        return false;
    if (supervisor->state == AT_SUPERVISOR_COLD && !supervisor->begun) {
        supervisor->begun_ns = at_now_ns();
        supervisor->begun = supervisor->kind->begin(supervisor->android);
    }
    return supervisor->begun || supervisor->state == AT_SUPERVISOR_UP;
}

bool
at_supervisor_start(const struct at_op *op, struct at_supervisor *supervisor)
{
    struct at_device *device = &supervisor->android->base;
    const char *name = supervisor->kind->name;
    struct at_err why = AT_ERR_INIT;
    if (supervisor->disabled || is_off(supervisor))
        return false;
    if (supervisor->state == AT_SUPERVISOR_UP)
        return true;
    supervisor->restarted_ns = 0;
    supervisor->joined = false;
    if (open_backend(op, supervisor, &why))
        return true;
    if (!at_op_check(op, NULL))
        return false; // the caller's end says nothing about the backend
    close_backend(supervisor, AT_SUPERVISOR_OFF, why.msg);
    supervisor->off_code = why.code;
    at_log_info("backend is off backend=%s dev=%s reason=\"%s\"", name,
                device->serial, why.msg);
    if (supervisor->losses > 0)
        at_device_note_fallback(device, "%s could not be brought up again: %s",
                                name, why.msg);
    return false;
}

bool
at_supervisor_join(const struct at_op *op, struct at_supervisor *supervisor)
{
    if (supervisor->disabled || is_off(supervisor))
        return false;
    if (supervisor->state == AT_SUPERVISOR_UP)
        return true;
    if (supervisor->begun)
        return at_supervisor_start(op, supervisor);
    supervisor->joined = supervisor->kind->join != NULL;
    return supervisor->joined && open_backend(op, supervisor, NULL);
}

static void
note_loss(struct at_supervisor *supervisor, const struct at_err *why)
{
    bool last = ++supervisor->losses >= LOSSES_MAX;
    close_backend(supervisor, last ? AT_SUPERVISOR_OFF : AT_SUPERVISOR_COLD,
                  why->msg);
    supervisor->off_code = why->code;
    at_log_warn("backend was lost backend=%s dev=%s last=%d reason=\"%s\"",
                supervisor->kind->name, supervisor->android->base.serial, last,
                why->msg);
}

enum verdict { LEAVE, RESTART, GIVE_UP };

static enum verdict
judge(const struct at_op *op, const struct at_supervisor *supervisor,
      enum at_backend_health health, const struct at_err *why)
{
    bool recent =
        supervisor->restarted_ns > 0 && at_now_ns() - supervisor->restarted_ns <
                                            RESTART_EVERY_MS * AT_NS_PER_MS;
    if (health == AT_BACKEND_USABLE)
        return LEAVE;
    if (health == AT_BACKEND_UNUSABLE)
        return GIVE_UP;
    if (why->may_have_run || !at_op_check(op, NULL))
        return LEAVE;
    return health == AT_BACKEND_LOST && recent ? GIVE_UP : RESTART;
}

static bool
restart(const struct at_op *op, struct at_supervisor *supervisor,
        struct at_err *err)
{
    close_backend(supervisor, AT_SUPERVISOR_COLD, "");
    if (open_backend(op, supervisor, err))
        return true;
    if (at_op_check(op, err)) {
        at_err_add(err, "the one that ran was lost");
        if (err->code == AT_ETIMEOUT) // the time to open it, not the request's
            err->code = AT_ENODEV;
    }
    note_loss(supervisor, err);
    return at_err_set_run(err, false);
}

// err is not NULL.
bool
at_supervisor_run(const struct at_op *op, struct at_supervisor *supervisor,
                  const struct at_request *request, struct at_err *err)
{
    const struct at_backend_kind *kind = supervisor->kind;
    while (!kind->run[request->kind](op, supervisor->self, request, err)) {
        enum at_backend_health health =
            kind->health(supervisor->self, request->kind, err);
        enum verdict verdict = judge(op, supervisor, health, err);
        if (verdict == GIVE_UP) {
            if (health == AT_BACKEND_LOST)
                at_err_context(err, "%s: lost", kind->name);
            note_loss(supervisor, err);
        }
        if (verdict != RESTART)
            return false;
        if (health == AT_BACKEND_LOST)
            supervisor->restarted_ns = at_now_ns();
        if (!restart(op, supervisor, err))
            return false;
    }
    return true;
}

void
at_supervisor_reset(struct at_supervisor *supervisor, bool disabled)
{
    supervisor->disabled = disabled;
    supervisor->losses = 0;
    if (disabled || supervisor->state == AT_SUPERVISOR_OFF)
        close_backend(supervisor, AT_SUPERVISOR_COLD, "");
}

void
at_supervisor_deinit(struct at_supervisor *supervisor)
{
    close_backend(supervisor, AT_SUPERVISOR_OFF, "closed");
}

const char *
at_supervisor_reason(const struct at_supervisor *supervisor)
{
    return supervisor->disabled ? "backend \"adb\" was chosen"
                                : supervisor->reason;
}
