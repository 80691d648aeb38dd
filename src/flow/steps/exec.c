#include "flow/steps/exec.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "device/gesture.h"
#include "flow/steps/batch.h"
#include "flow/changes/change.h"
#include "flow/app/crash.h"
#include "flow/app/watch.h"
#include "screen/compact.h"
#include "screen/reach.h"
#include "sys/cancel.h"
#include "sys/clock.h"

void
at_step_call_init(struct at_step_call *call, const struct at_op *op,
                  struct at_app *app, struct at_step_result *result)
{
    const struct at_tree *tree = at_app_tree(app);
    *call = (struct at_step_call){
        .op = op,
        .app = app,
        .step = result->step,
        .row = &at_step_rows[result->step->action],
        .result = result,
        .end_ns = at_now_ns() + at_app_times(app)->idle_ms * AT_NS_PER_MS,
        .app_in_front = tree && at_app_is_front(app, tree),
        .before = at_app_is_current(app) ? at_app_tree_snapshot(app) : NULL,
    };
    result->secret = result->step->action == AT_FLOW_TYPE;
}

void
at_step_call_deinit(struct at_step_call *call)
{
    at_tree_snapshot_release(call->before);
    call->before = NULL;
    at_passing_deinit(&call->passing);
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
    if (call->result->note.len > 0)
        at_buf_add_text(&call->result->note, "; ");
    at_buf_add_str(&call->result->note, whole);
}

// Before the step acts, differences from the end of the previous step appeared
// on their own; later ones are effects of this step.
static void
note_before(struct at_step_call *call)
{
    struct at_app *app = call->app;
    if (at_app_is_current(app)) {
        at_history_compare(call->op, at_app_history(app), app);
        at_tree_snapshot_release(call->before);
        call->before = at_app_tree_snapshot(app);
    }
    at_journal_acts(at_app_journal(app), at_now_ns());
}

static bool
has_point(const struct at_input *input)
{
    return input->kind != AT_INPUT_KEY && input->kind != AT_INPUT_TEXT &&
           input->kind != AT_INPUT_SET_TEXT;
}

static struct at_point
point_of(const struct at_input *input)
{
    if (input->kind == AT_INPUT_SWIPE)
        return input->swipe.from;
    if (input->kind == AT_INPUT_GESTURE)
        return input->gesture->frames[0].touches[0].at;
    return input->at;
}

static bool
ask_gate(struct at_step_call *call, const struct at_input *input,
         struct at_err *err)
{
    const struct at_flow_gate *gate = call->gate;
    bool current = at_app_is_current(call->app);
    const struct at_tree *tree = current ? at_app_tree(call->app) : NULL;
    const struct at_node *node = current ? input->node : NULL;
    bool point = has_point(input) || input->node;
    if (tree && !node && at_input_is_touch(input))
        node = at_reach_hit(tree, point_of(input));
    const struct at_aim aim = {
        .tree = tree,
        .node = node,
        .has_point = point,
        .at = point ? point_of(input) : (struct at_point){0, 0},
        .input = input,
    };
    at_app_watch_aim(call->app, call->step, &aim);
    return !gate || gate->pass(gate->user, &aim, err);
}

void
at_step_mark_acted(struct at_step_call *call)
{
    if (!call->acted)
        note_before(call);
    call->acted = true;
    call->has_device_result = false;
    at_app_mark_input(call->app);
}

bool
at_step_inject_all(struct at_step_call *call, const struct at_input *inputs,
                   size_t count, size_t *out_done, struct at_err *err)
{
    const struct at_device_step step = {
        .inputs = inputs,
        .count = count,
        .quiet_ms = AT_IDLE_EVENTS_QUIET_MS,
        .timeout_ms = at_app_quiet_limit_ms(call->app),
    };
    bool had_acted = call->acted;
    *out_done = 0;
    call->refusal = AT_REFUSAL_NONE;
    if (call->batch && call->batch->count > 0)
        return at_batch_send(call, inputs, count, out_done, err);
    for (size_t i = 0; i < count; i++) {
        if (!ask_gate(call, &inputs[i], err))
            return false;
    }
    at_step_mark_acted(call);
    if (!at_app_step(call->op, call->app, &step, &call->device_result, err))
        return false;
    *out_done = call->device_result.done;
    call->has_device_result = at_app_is_current(call->app);
    call->result->idle.readings++;
    if (call->device_result.done == count)
        return true;
    call->refusal = call->device_result.refusal;
    if (call->refusal != AT_REFUSAL_NONE && *out_done == 0)
        call->acted = had_acted;
    return at_err_pass(err, &call->device_result.failed);
}

bool
at_step_may_aim_again(const struct at_step_call *call, int64_t began_ns)
{
    int64_t now_ns = at_now_ns();
    bool moves = call->refusal == AT_REFUSAL_MOVING;
    int64_t limit_ms = moves ? AT_STEP_STILL_MS : AT_IDLE_RETRY_MS;
    return call->refusal != AT_REFUSAL_NONE && call->device_result.done == 0 &&
           now_ns - began_ns < limit_ms * AT_NS_PER_MS &&
           now_ns < call->end_ns && at_op_check(call->op, NULL);
}

// Send an input of a step that is marked.
static bool
send_marked(struct at_step_call *call, const struct at_input *input,
            bool opens_keyboard, struct at_err *err)
{
    bool ok = at_device_input(call->op, at_app_device(call->app), input, err);
    if (opens_keyboard)
        at_keyboard_note_touch(call->app);
    return ok;
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
        return at_err_pass(err, &why);
    return send_marked(call, input, at_keyboard_may_open(call->app, input),
                       err);
}

bool
at_step_send(struct at_step_call *call, const struct at_input *input,
             struct at_err *err)
{
    if (!ask_gate(call, input, err))
        return false;
    bool opens_keyboard = at_keyboard_may_open(call->app, input);
    at_step_mark_acted(call);
    return send_marked(call, input, opens_keyboard, err);
}

enum { LEAST_MS = 2000 }; // minimum for one reading, however late the step is

bool
at_step_read(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    call->result->idle.readings++;
    call->has_device_result = false;
    int64_t now_ns = at_now_ns();
    int64_t left_ms = (call->end_ns - now_ns) / AT_NS_PER_MS;
    struct at_op op =
        at_op_sub(call->op, now_ns, left_ms > LEAST_MS ? left_ms : LEAST_MS);
    if (at_app_read_settled(&op, call->app, &why))
        return true;
    if (why.code == AT_ETIMEOUT && at_op_check(call->op, NULL)) {
        at_fail(&why, AT_EDEVICE, "the screen cannot be read while it moves");
        why.sys = EBUSY;
    }
    call->unreadable = at_err_is_busy(&why);
    return at_err_pass(err, &why);
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
    call->result->idle.waited_ns += at_now_ns() - now_ns;
    return ok;
}

static bool
is_gone(void *user, const struct at_tree *tree)
{
    const struct at_step_call *call = user;
    return call->app_in_front &&
           at_app_state_is_gone(at_app_state(call->app, tree));
}

// Wait, and add to the step's waiting time.
static bool
wait_idle(struct at_step_call *call, struct at_idle_wait *wait,
          struct at_err *err)
{
    struct at_idle_result *sum = &call->result->idle;
    struct at_idle_result result;
    wait->first = call->has_device_result ? &call->device_result : NULL;
    if (call->has_device_result)
        sum->readings--; // already counted as the wait's first one
    bool ok = at_idle_wait(call->op, call->app, wait, &result, err);
    call->has_device_result = false;
    at_idle_add(&result, sum);
    *sum = result;
    call->unreadable = !at_app_is_current(call->app);
    return ok;
}

// An empty screen after one with content is not an action's final effect.
static int64_t
content_ms(const struct at_step_call *call)
{
    const struct at_tree *before = at_tree_snapshot_tree(call->before);
    return call->acted && before && at_idle_has_content(before)
               ? AT_IDLE_CONTENT_MS
               : 0;
}

static void
note_empty(struct at_step_call *call)
{
    if (call->acted && at_app_is_current(call->app) &&
        !at_idle_has_content(at_app_tree(call->app)))
        at_step_note(call, "the screen shows nothing that can be read");
}

static void
note_passing(void *user)
{
    struct at_step_call *call = user;
    if (call->acted)
        at_passing_add(&call->passing, call->app);
}

bool
at_step_settle(struct at_step_call *call, int64_t timeout_ms,
               int64_t loading_ms, struct at_err *err)
{
    int64_t end_ns = at_now_ns() + timeout_ms * AT_NS_PER_MS;
    struct at_idle_wait wait = {
        .timeout_ms = timeout_ms,
        .loading_ms = loading_ms,
        .end_ns = end_ns,
        .content_ms = content_ms(call),
        .passes = note_passing,
        .gone = *at_app_package(call->app) ? is_gone : NULL,
        .user = call,
    };
    return wait_idle(call, &wait, err);
}

struct awaited {
    struct at_step_call *call;
    at_step_condition *check;
    void *user;
};

static bool
ask(void *user, struct at_err *why)
{
    struct awaited *awaited = user;
    return awaited->check(awaited->call, awaited->user, why);
}

static int64_t
least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// An element whose ref was never given out cannot appear.
static bool
may_come(const struct at_step_call *call)
{
    struct at_str ref = call->step->target.ref;
    return ref.len == 0 || at_ref_is_known(at_app_refs(call->app), ref);
}

static bool
app_was_busy(const struct at_step_call *call)
{
    return call->result->idle.app_still[0] != '\0';
}

// Read until the condition holds.
static bool
await_readings(struct at_step_call *call, struct awaited *awaited,
               struct at_err *err)
{
    const struct at_app_times *times = at_app_times(call->app);
    int64_t given_ms = may_come(call) ? call->step->timeout_ms : 0;
    bool given = given_ms != AT_ABSENT;
    struct at_err why = AT_ERR_INIT;
    struct at_idle_wait wait = {
        .timeout_ms =
            given ? given_ms : least(AT_IDLE_RETRY_MS, times->idle_ms),
        .loading_ms = given ? 0 : times->loading_ms,
        .end_ns = given ? 0 : call->end_ns,
        .holds = ask,
        .user = awaited,
        .why = &why,
    };
    if (!wait_idle(call, &wait, err))
        return false;
    if (call->result->idle.outcome == AT_IDLE_SETTLED)
        return true;
    if (given_ms > 0 && at_idle_may_pass(&why))
        at_err_add(&why, "waited %lld ms", (long long)given_ms);
    else if (call->result->idle.outcome == AT_IDLE_TIMED_OUT)
        call->result->idle.outcome = AT_IDLE_SETTLED; // the error is sufficient
    if (call->result->idle.outcome == AT_IDLE_LOADING && app_was_busy(call))
        at_err_add(&why, "the app was still busy: %s",
                   call->result->idle.app_still);
    return at_err_pass(err, &why);
}

bool
at_step_await(struct at_step_call *call, at_step_condition *check, void *user,
              struct at_err *err)
{
    struct awaited awaited = {call, check, user};
    struct at_err why = AT_ERR_INIT;
    if (at_app_is_settled(call->app)) {
        if (check(call, user, &why))
            return true;
        if (!at_idle_may_pass(&why))
            return at_err_pass(err, &why);
    }
    return await_readings(call, &awaited, err);
}

bool
at_step_settle_app(struct at_step_call *call, struct at_err *err)
{
    const struct at_app_times *times = at_app_times(call->app);
    int64_t left_ms = (call->end_ns - at_now_ns()) / AT_NS_PER_MS;
    return at_step_settle(call, left_ms > 0 ? left_ms : 0, times->loading_ms,
                          err);
}

// The input was delivered, so an unsettled screen is reported but not a
// failure. Without any reading there is nothing to report.
static bool
settle_after_action(struct at_step_call *call, struct at_err *err)
{
    if (!at_step_settle_app(call, err))
        return false;
    note_empty(call);
    if (call->result->idle.outcome != AT_IDLE_TIMED_OUT)
        return true;
    return at_fail(err, AT_EIDLE,
                   "the input was delivered, but the screen could not be read "
                   "within %lld ms: %s; %s",
                   (long long)at_app_times(call->app)->idle_ms,
                   call->result->idle.detail,
                   at_app_advice(call->app)->see_screen);
}

// A screen that moves too much to be read is not a failure: the input was sent.
static bool
pass_busy(struct at_step_call *call, const struct at_err *why,
          struct at_err *err)
{
    if (at_err_is_busy(why)) {
        call->result->idle.outcome = AT_IDLE_CHANGING;
        call->unreadable = true;
        at_str_cut(call->result->idle.detail, sizeof(call->result->idle.detail),
                   at_str(why->msg));
        return true;
    }
    return at_err_pass(err, why);
}

// Read once. A quick reading without a visible effect may have come too early,
// so repeat it once.
static bool
read_after_action(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_tree_snapshot *before = at_app_tree_snapshot(call->app);
    const struct at_tree *old = at_tree_snapshot_tree(before);
    bool ok = at_step_read(call, &why);
    if (ok && old && !at_app_is_settled(call->app) &&
        at_change_none(old, at_app_tree(call->app)))
        ok = at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, &why) &&
             at_step_read(call, &why);
    at_tree_snapshot_release(before);
    return ok || pass_busy(call, &why, err);
}

bool
at_step_run(struct at_step_call *call, struct at_err *err)
{
    if (!call->row->run(call, err))
        return false;
    bool judged =
        !call->has_device_result || call->row->idle != AT_IDLE_CLASS_FULL;
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
