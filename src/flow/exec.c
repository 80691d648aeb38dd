#include "flow/exec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "flow/change.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "sys/cancel.h"
#include "sys/clock.h"

void
at_step_call_init(struct at_step_call *call, const struct at_op *op,
                  struct at_app *app, const json_t *step)
{
    *call = (struct at_step_call){
        .op = op,
        .app = app,
        .step = step,
        .row = at_step_find(at_args_str(step, "action")),
        .idle = {.outcome = AT_IDLE_SETTLED},
        .target.with_ref = AT_BUF_INIT(4 * AT_KIB),
        .target.plain = AT_BUF_INIT(4 * AT_KIB),
        .value = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES),
        .hint = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES),
        .note = AT_BUF_INIT(4 * AT_KIB),
    };
    call->secret = call->row->run == at_step_type;
    const struct at_tree *tree = at_app_tree(app);
    call->app_in_front = tree && at_app_is_front(app, tree);
}

void
at_step_call_deinit(struct at_step_call *call)
{
    at_buf_deinit(&call->target.with_ref);
    at_buf_deinit(&call->target.plain);
    at_buf_deinit(&call->value);
    at_buf_deinit(&call->hint);
    at_buf_deinit(&call->note);
}

void
at_step_note(struct at_step_call *call, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    struct at_str whole = at_str(text);
    while (whole.len > 0 && !at_utf8_valid(whole))
        whole.len--;
    if (call->note.len > 0)
        at_buf_add_text(&call->note, "; ");
    at_buf_add_str(&call->note, whole);
}

void
at_step_acts(struct at_step_call *call)
{
    call->acted = true;
    call->stepped = false;
    at_app_tree_is_stale(call->app);
}

bool
at_step_inject_all(struct at_step_call *call, const struct at_input *inputs,
                   size_t count, size_t *out_done, struct at_err *err)
{
    const struct at_device_step step = {
        .inputs = inputs,
        .count = count,
        .quiet_ms = AT_IDLE_EVENTS_QUIET_MS,
        .timeout_ms = AT_IDLE_EVENTS_MS,
    };
    *out_done = 0;
    at_step_acts(call);
    if (!at_app_step(call->op, call->app, &step, &call->told, err))
        return false;
    *out_done = call->told.done;
    call->stepped = at_app_is_current(call->app);
    call->idle.dumps++;
    if (call->told.toast[0])
        memcpy(call->toast, call->told.toast, sizeof(call->toast));
    if (call->told.done == count)
        return true;
    if (err)
        *err = call->told.failed;
    return false;
}

static bool
inject_alone(struct at_step_call *call, const struct at_input *input,
             struct at_err *err)
{
    struct at_device *device = at_app_device(call->app);
    const struct at_op *op = call->op;
    switch (input->kind) {
    case AT_INPUT_TAP:
        return at_device_tap(op, device, input->at, err);
    case AT_INPUT_DOUBLE_TAP:
        return at_device_double_tap(op, device, input->at, input->interval_ms,
                                    err);
    case AT_INPUT_SWIPE:
        return at_device_swipe(op, device, &input->swipe, err);
    case AT_INPUT_GESTURE:
        return at_device_gesture(op, device, input->gesture, err);
    case AT_INPUT_KEY:
        return at_device_key(op, device, input->text, input->repeat, err);
    case AT_INPUT_TEXT:
        return at_device_text(op, device, input->text, err);
    case AT_INPUT_SET_TEXT:
    case AT_INPUT_KINDS:
        break;
    }
    return at_fail(err, AT_EUNSUPPORTED, "no such input alone");
}

bool
at_step_inject(struct at_step_call *call, const struct at_input *input,
               struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t done;
    if (at_step_inject_all(call, input, 1, &done, &why))
        return true;
    if (why.code != AT_EUNSUPPORTED)
        return err ? (*err = why, false) : false;
    at_step_acts(call);
    return inject_alone(call, input, err);
}

bool
at_step_read(struct at_step_call *call, struct at_err *err)
{
    call->idle.dumps++;
    call->stepped = false;
    return at_app_look(call->op, call->app, err);
}

bool
at_step_read_next(struct at_step_call *call, int64_t end_ns, struct at_err *err)
{
    struct at_device_stepped told;
    struct at_err why = AT_ERR_INIT;
    int64_t now_ns = at_now_ns();
    int64_t ms = (end_ns - now_ns) / AT_NS_PER_MS;
    if (ms > AT_IDLE_POLL_MS)
        ms = AT_IDLE_POLL_MS;
    call->idle.dumps++;
    call->stepped = false;
    if (at_app_quiet(call->op, call->app, ms > 0 ? ms : 0, &told, &why) &&
        at_app_is_current(call->app))
        return true;
    if (why.code == AT_ECANCELED || why.code == AT_ENODEV)
        return err ? (*err = why, false) : false;
    if (at_app_is_current(call->app))
        now_ns = at_app_read_began_ns(call->app);
    return at_step_wait_ms(call, now_ns, ms, err) &&
           at_app_snapshot(call->op, call->app, err);
}

bool
at_step_wait_ms(struct at_step_call *call, int64_t from_ns, int64_t ms,
                struct at_err *err)
{
    int64_t now_ns = at_now_ns();
    int64_t until_ns = from_ns + ms * AT_NS_PER_MS;
    if (until_ns <= now_ns)
        return true;
    bool ok = at_op_wait_until(call->op, until_ns, err);
    call->idle.waited_ns += at_now_ns() - now_ns;
    return ok;
}

// The launcher, or a crash dialog, where the app was.
static bool
is_gone(void *user, const struct at_tree *tree)
{
    const struct at_step_call *call = user;
    return call->app_in_front &&
           (at_dialog_is_death(at_tree_dialog(tree).kind) ||
            (at_package_is_launcher(tree->front_package) &&
             !at_app_is_front(call->app, tree)));
}

bool
at_step_settle(struct at_step_call *call, int64_t timeout_ms,
               int64_t loading_ms, struct at_err *err)
{
    const struct at_idle_wait wait = {
        .timeout_ms = timeout_ms,
        .loading_ms = loading_ms,
        .first = call->stepped ? &call->told : NULL,
        .gone = *at_app_package(call->app) ? is_gone : NULL,
        .user = call,
    };
    struct at_idle_result result;
    if (call->stepped)
        call->idle.dumps--; // it is counted as the wait's first
    bool ok = at_idle_wait(call->op, call->app, &wait, &result, err);
    call->stepped = false;
    result.dumps += call->idle.dumps;
    result.waited_ns += call->idle.waited_ns;
    call->idle = result;
    call->unreadable = !at_app_is_current(call->app);
    return ok;
}

bool
at_step_settle_app(struct at_step_call *call, struct at_err *err)
{
    const struct at_app_times *times = at_app_times(call->app);
    return at_step_settle(call, times->idle_ms, times->loading_ms, err);
}

// Input was delivered, so an unsettled screen is told, not failed; no reading
// at all leaves nothing to tell.
static bool
settle_after_action(struct at_step_call *call, struct at_err *err)
{
    if (!at_step_settle_app(call, err))
        return false;
    if (call->idle.outcome != AT_IDLE_TIMED_OUT)
        return true;
    return at_fail(err, AT_EIDLE,
                   "the input was delivered, but the screen could not be read "
                   "within %lld ms: %s; %s",
                   (long long)at_app_times(call->app)->idle_ms,
                   call->idle.detail, at_app_advice(call->app)->see_screen);
}

// The screen moves too much to be read; the input was delivered all the same.
static bool
pass_busy(struct at_step_call *call, const struct at_err *why,
          struct at_err *err)
{
    if (at_err_is_busy(why)) {
        call->idle.outcome = AT_IDLE_CHANGING;
        call->unreadable = true;
        at_str_cut(call->idle.detail, sizeof(call->idle.detail),
                   at_str(why->msg));
        return true;
    }
    if (err)
        *err = *why;
    return false;
}

// One reading. A quick one that shows no effect may have come too early: one
// more tells.
static bool
read_after_action(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_app_hold *before = at_app_hold(call->app);
    const struct at_tree *old = at_app_held_tree(before);
    bool ok = at_step_read(call, &why);
    if (ok && old && !at_app_is_settled(call->app) &&
        at_change_none(old, at_app_tree(call->app)))
        ok = at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, &why) &&
             at_step_read(call, &why);
    at_app_release(before);
    return ok || pass_busy(call, &why, err);
}

bool
at_step_run(struct at_step_call *call, struct at_err *err)
{
    if (!call->row->run(call, err))
        return false;
    bool judged = !call->stepped || call->row->idle != AT_IDLE_CLASS_FULL;
    if (judged && at_app_is_current(call->app))
        return true;
    switch (call->row->idle) {
    case AT_IDLE_CLASS_FULL:
        return settle_after_action(call, err);
    case AT_IDLE_CLASS_LIGHT:
    case AT_IDLE_CLASS_INTERNAL:
    case AT_IDLE_CLASS_SNAPSHOT:
        break;
    }
    return read_after_action(call, err);
}
