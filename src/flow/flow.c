#include "flow/flow.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "flow/exec.h"
#include "flow/trace.h"
#include "screen/selector.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    FINAL_READ_MS = 15000,
    LOST_READ_MS = 5000, // of a device that was lost, and may be back
};

static bool
check_steps(const json_t *steps, struct at_err *err)
{
    size_t count = json_array_size(steps);
    if (!json_is_array(steps) || count == 0)
        return at_fail(err, AT_EUSAGE,
                       "'steps' must be an array of at least one step");
    if (count > AT_FLOW_MAX_STEPS)
        return at_fail(err, AT_EUSAGE,
                       "'steps' has %zu steps, at most %zu are allowed", count,
                       AT_FLOW_MAX_STEPS);
    for (size_t i = 0; i < count; i++) {
        if (!at_step_check(json_array_get(steps, i), i, err))
            return false;
    }
    return true;
}

bool
at_flow_check(const json_t *steps, struct at_err *err)
{
    if (check_steps(steps, err))
        return true;
    at_err_context(err, "no step has run");
    return false;
}

struct flow {
    const struct at_op *op;
    struct at_app *app;
    const json_t *steps;
    const struct at_flow_listener *listener;
    struct at_trace trace;
    char mark[64];
    bool acted;
    bool launcher_before; // was in front before the step
    bool death_before;    // so was a crash dialog
};

// Never a step's value: a listener's text goes to logs.
static void
announce(const struct flow *flow, const json_t *step, size_t index)
{
    char text[200];
    struct at_selector selector;
    struct at_buf target = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);
    if (!flow->listener || !flow->listener->step)
        return;
    if (at_args_selector(step, "target", &selector))
        at_selector_write(&selector, &target);
    struct at_str shown = at_utf8_head(at_buf_str(&target), 120);
    snprintf(text, sizeof(text), "step %zu of %zu: %s%s%.*s", index + 1,
             flow->trace.total,
             json_string_value(json_object_get(step, "action")),
             shown.len > 0 ? " " : "", AT_STR_ARG(shown));
    flow->listener->step(flow->listener->user, index, flow->trace.total, text);
    at_buf_deinit(&target);
}

static bool
is_device_gone(enum at_code code)
{
    return code == AT_ECANCELED || code == AT_ENODEV || code == AT_ETIMEOUT;
}

static bool
death_shows(const struct at_tree *tree)
{
    return at_dialog_is_death(at_tree_dialog(tree).kind);
}

static void
remember_front(struct flow *flow)
{
    const struct at_tree *tree = at_app_tree(flow->app);
    if (!at_app_is_current(flow->app))
        return;
    flow->launcher_before = at_package_is_launcher(tree->front_package);
    flow->death_before = death_shows(tree);
}

// The screen says that the app may have died, and it did not before.
static bool
has_reason(const struct flow *flow)
{
    const struct at_tree *tree = at_app_tree(flow->app);
    if (!at_app_is_current(flow->app))
        return false;
    return (death_shows(tree) && !flow->death_before) ||
           (at_package_is_launcher(tree->front_package) &&
            !flow->launcher_before);
}

// A step that failed after something was done may have failed because of a
// crash that left no trace on the screen: the log tells.
static bool
look_in_log(struct flow *flow)
{
    const char *package = at_app_package(flow->app);
    return *package &&
           at_device_crash(flow->op, at_app_device(flow->app), package,
                           flow->mark, &flow->trace.crash, NULL) &&
           flow->trace.crash.found;
}

// True where the app has died: err then says how.
static bool
check_crash(struct flow *flow, bool step_ok, struct at_err *err)
{
    bool crashed = false;
    if (!step_ok && is_device_gone(err->code))
        return false;
    bool reason = has_reason(flow);
    // "Close app" on the system's dialog ends the process, which is no crash.
    if (reason && !flow->death_before &&
        !at_app_crashed(flow->op, flow->app, flow->mark, &flow->trace.crash,
                        &crashed, NULL))
        return false;
    if (!crashed && flow->acted && (!step_ok || (reason && flow->death_before)))
        crashed = look_in_log(flow);
    if (!crashed)
        return false;
    flow->trace.crashed = true;
    at_app_fail_crash(flow->app, &flow->trace.crash, err);
    return true;
}

// What a dialog shows is kept before the tree goes; after a step that failed
// with old input on its way the screen is read once more.
static void
refresh(struct flow *flow, bool lost)
{
    if (!at_app_is_current(flow->app) && at_op_check(flow->op, NULL)) {
        struct at_op sub = at_op_sub(flow->op, at_now_ns(),
                                     lost ? LOST_READ_MS : FINAL_READ_MS);
        if (!at_app_look(&sub, flow->app, NULL))
            return;
    }
    if (at_app_is_current(flow->app))
        at_trace_add_dialog(&flow->trace, at_app_tree(flow->app));
}

static enum at_keyboard
look_for_keyboard(const struct flow *flow)
{
    bool shown;
    if (!at_device_keyboard_shown(flow->op, at_app_device(flow->app), &shown,
                                  NULL))
        return AT_KEYBOARD_UNKNOWN;
    return shown ? AT_KEYBOARD_SHOWN : AT_KEYBOARD_HIDDEN;
}

// Does this step's result say what it did?
static bool
tells_effect(const struct flow *flow, const struct at_step_call *call)
{
    return flow->trace.observe != AT_OBSERVE_AUTO &&
           at_effect_is_action(call->row);
}

static bool
run_step(struct flow *flow, size_t index, struct at_err *err)
{
    const json_t *step = json_array_get(flow->steps, index);
    struct at_step_call call;
    struct at_app_hold *before =
        at_app_is_current(flow->app) ? at_app_hold(flow->app) : NULL;
    int64_t began_ns = at_now_ns();

    announce(flow, step, index);
    at_step_call_init(&call, flow->op, flow->app, step);
    bool tells = tells_effect(flow, &call);
    enum at_keyboard keyboard =
        tells ? look_for_keyboard(flow) : AT_KEYBOARD_UNKNOWN;
    bool ok = at_op_check(flow->op, err) && at_step_run(&call, err);
    if (!ok && err->code == AT_ECANCELED)
        call.idle.outcome = AT_IDLE_CANCELLED;
    flow->acted = flow->acted || call.acted;
    if (!call.unreadable)
        refresh(flow, !ok && err->code == AT_ENODEV);
    bool crashed = check_crash(flow, ok, err);
    ok = ok && !crashed;
    remember_front(flow);
    const struct at_trace_step done = {
        .call = &call,
        .index = index,
        .ok = ok,
        .err = err,
        .duration_ns = at_now_ns() - began_ns,
        .crashed = crashed,
        .keyboard_before = keyboard,
        .keyboard_after =
            tells && call.acted ? look_for_keyboard(flow) : keyboard,
        .before = at_app_held_tree(before),
    };
    at_trace_add_step(&flow->trace, &done);
    at_step_call_deinit(&call);
    at_app_release(before);
    return ok;
}

// What the screen was before the first step. A screen that cannot be read is
// no reason not to press a key: the step that needs it will say so.
static bool
read_first(struct flow *flow, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (!at_app_fresh_tree(flow->app, at_now_ns(), AT_TREE_FRESH_MS) &&
        !at_app_look(flow->op, flow->app, &why)) {
        at_app_tree_is_stale(flow->app);
        if (why.code == AT_ETREE)
            return true;
        *err = why;
        return false;
    }
    at_trace_add_dialog(&flow->trace, at_app_tree(flow->app));
    remember_front(flow);
    return true;
}

static bool
run_steps(struct flow *flow, struct at_err *err)
{
    if (!at_device_log_mark(flow->op, at_app_device(flow->app), flow->mark,
                            NULL))
        flow->mark[0] = '\0';
    for (size_t i = 0; i < flow->trace.total; i++) {
        if (!run_step(flow, i, err))
            return false;
    }
    return true;
}

const char *const at_observe_names[] = {
    [AT_OBSERVE_AUTO] = "auto",
    [AT_OBSERVE_TREE] = "tree",
    [AT_OBSERVE_DIFF] = "diff",
    [AT_OBSERVE_NONE] = "none",
    NULL,
};

enum at_observe
at_observe_find(struct at_str name)
{
    for (size_t i = 0; at_observe_names[i]; i++) {
        if (at_str_is(name, at_observe_names[i]))
            return (enum at_observe)i;
    }
    return AT_OBSERVE_AUTO;
}

bool
at_flow_run(const struct at_op *op, struct at_app *app, const json_t *steps,
            const struct at_flow_opts *opts, json_t **out_trace,
            struct at_err *err)
{
    struct flow flow = {.op = op,
                        .app = app,
                        .steps = steps,
                        .listener = opts ? opts->listener : NULL};
    struct at_err why = AT_ERR_INIT;
    struct at_app_hold *first = NULL;

    at_trace_init(&flow.trace, app, json_array_size(steps));
    flow.trace.observe = opts ? opts->observe : AT_OBSERVE_AUTO;
    bool ok = read_first(&flow, &why);
    if (at_app_is_current(app))
        first = at_app_hold(app);
    ok = ok && run_steps(&flow, &why);
    *out_trace =
        at_trace_write(&flow.trace, app, at_app_held_tree(first), &why);
    if (!ok && err)
        *err = why;
    at_app_release(first);
    at_trace_deinit(&flow.trace);
    return ok;
}
