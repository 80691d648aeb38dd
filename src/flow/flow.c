// flow.c: run a flow step by step
//
// A flow goes through these states, in this order:
// - checked: at_flow_check() has passed, nothing was sent;
// - begun: the screen was read, if possible, and the log was marked;
// - running: for each step its handler and its wait (exec.c), then a reading if
//   none is current, then a check whether the app has died (crash.c);
// - ended: by the last step, by the first failure, or by a crash, which
//   replaces the failure that it caused. record.c then completes the trace.
#include "flow/flow.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "flow/steps/batch.h"
#include "flow/app/crash.h"
#include "flow/app/watch.h"
#include "flow/steps/exec.h"
#include "flow/changes/messages.h"
#include "flow/steps/deferred_text.h"
#include "flow/steps/steps_text.h"
#include "screen/detect.h"
#include "screen/selector.h"
#include "screen/selector_report.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    FINAL_READ_MS = 15000,
    MOVING_READ_MS = 2500, // limit for a screen that has just been unreadable
    LOST_READ_MS = 5000,   // limit for a lost device, which may be back
};

bool
at_flow_check_count(size_t count, struct at_err *err)
{
    if (count == 0)
        return at_fail(err, AT_EUSAGE,
                       "'steps' must be an array of at least one step");
    return count <= AT_FLOW_MAX_STEPS ||
           at_fail(err, AT_EUSAGE,
                   "'steps' has %zu steps, at most %zu are allowed", count,
                   AT_FLOW_MAX_STEPS);
}

static bool
check_screenshots(const struct at_flow *flow, struct at_err *err)
{
    size_t count = 0;
    for (size_t i = 0; i < flow->count; i++)
        count += flow->steps[i].action == AT_FLOW_SCREENSHOT;
    return count <= AT_FLOW_MAX_SCREENSHOTS ||
           at_fail(err, AT_EUSAGE,
                   "'steps' has %zu screenshots, at most %d are allowed", count,
                   AT_FLOW_MAX_SCREENSHOTS);
}

bool
at_flow_check(const struct at_flow *flow, struct at_err *err)
{
    bool ok = at_flow_check_count(flow->count, err);
    for (size_t i = 0; ok && i < flow->count; i++)
        ok = at_step_check(&flow->steps[i], i, err);
    ok = ok && check_screenshots(flow, err);
    if (!ok)
        at_err_context(err, "no step has run");
    return ok;
}

// A package that may die during a step.
struct suspect {
    char package[256];        // "": none
    enum at_app_state before; // state before the step
};

struct run {
    const struct at_op *op;
    struct at_app *app;
    const struct at_flow *flow;
    const struct at_flow_listener *listener;
    const struct at_flow_gate *gate;
    struct at_record record;
    struct at_flow_trace *trace;
    struct at_deferred_texts deferred;
    struct at_batch batch;
    struct at_messages messages;
    size_t last_acted; // index of the last step that acted
    bool credited;     // a wait has passed because of its message
    char mark[64];
    bool acted;
    bool crash_met; // a step has expected the crash, so the next ones may run
    struct suspect tested; // the app under test
    struct suspect front;  // another app in front
};

// The text never contains a step's value, because listeners write it to logs.
static void
announce(const struct run *run, const struct at_flow_step *step, size_t index)
{
    char text[200];
    struct at_buf target = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);
    if (!run->listener || !run->listener->step)
        return;
    if (!at_selector_empty(&step->target))
        at_selector_write(&step->target, &target);
    struct at_str shown = at_utf8_head(at_buf_str(&target), 120);
    snprintf(text, sizeof(text), "step %zu of %zu: %s%s%.*s", index + 1,
             run->flow->count, at_step_rows[step->action].name,
             shown.len > 0 ? " " : "", AT_STR_ARG(shown));
    run->listener->step(run->listener->user, index, run->flow->count, text);
    at_buf_deinit(&target);
}

static bool
is_device_gone(enum at_code code)
{
    return code == AT_ECANCELED || code == AT_ENODEV || code == AT_ETIMEOUT;
}

static void
remember(struct suspect *suspect, struct at_str package,
         const struct at_tree *tree)
{
    at_str_cut(suspect->package, sizeof(suspect->package), package);
    suspect->before = at_package_state(suspect->package, tree);
}

// Remember the app in front. The package of a crash dialog is the system.
static void
remember_state(struct run *run)
{
    const struct at_tree *tree = at_app_tree(run->app);
    const char *tested = at_app_package(run->app);
    if (!at_app_is_current(run->app))
        return;
    struct at_str front = tree->front_package;
    if (at_str_is(front, tested) || at_package_is_launcher(front) ||
        at_dialog_is_death(at_tree_dialog(tree).kind))
        front = AT_STR("");
    remember(&run->tested, at_str(tested), tree);
    remember(&run->front, front, tree);
}

// A step that failed after input was sent may have failed because of a crash
// without a trace on the screen; then only the log decides. The same applies if
// the step has closed a crash dialog, because "Close app" ends the process
// without a crash, and if another app was in front.
static bool
has_died(struct run *run, const struct suspect *suspect, bool step_ok)
{
    struct at_crash *crash = &run->trace->crash;
    enum at_app_state state =
        at_app_is_current(run->app)
            ? at_package_state(suspect->package, at_app_tree(run->app))
            : AT_APP_UNSEEN;
    bool gone = at_app_state_is_gone(state) && state != suspect->before;
    bool only_log = gone && (suspect->before == AT_APP_DEATH_SHOWN ||
                             suspect->before == AT_APP_COVERED);
    if (!suspect->package[0])
        return false;
    if (gone && !only_log &&
        !at_app_find_crash(run->op, run->app, suspect->package, run->mark,
                           crash, NULL))
        return false;
    if (!crash->found && run->acted && (!step_ok || only_log))
        return at_app_log_has_crash(run->op, run->app, suspect->package,
                                    run->mark, crash);
    return crash->found;
}

// Fail with the crash and return true if an app has died in this step.
static bool
check_crash(struct run *run, bool step_ok, struct at_err *err)
{
    const struct suspect *suspects[] = {&run->front, &run->tested};
    if (run->crash_met || (!step_ok && is_device_gone(err->code)))
        return false;
    for (size_t i = 0; i < AT_LEN(suspects) && !run->trace->crashed; i++) {
        run->trace->crashed = has_died(run, suspects[i], step_ok);
        if (run->trace->crashed)
            at_app_fail_crash(run->app, suspects[i]->package,
                              &run->trace->crash, err);
    }
    return run->trace->crashed;
}

// A step that expects a crash passes with it, and fails without it.
static bool
judge_crash(struct run *run, struct at_step_call *call, bool step_ok,
            struct at_err *err)
{
    if (!call->step->expect_crash)
        return step_ok;
    if (!run->trace->crashed || run->crash_met)
        return step_ok && at_fail(err, AT_EASSERT,
                                  "expected the app to crash, but it runs");
    run->crash_met = true;
    at_step_note(call, "as expected: %s", err->msg);
    *err = (struct at_err)AT_ERR_INIT;
    return true;
}

static void
set_mark(struct run *run)
{
    if (!at_device_log_mark(run->op, at_app_device(run->app), run->mark, NULL))
        run->mark[0] = '\0';
}

// An app that was started again may crash again.
static void
forget_crash(struct run *run)
{
    if (!run->crash_met)
        return;
    run->crash_met = false;
    run->trace->crashed = false;
    run->trace->crash = (struct at_crash){.found = false};
    set_mark(run);
}

// Record a dialog before the next reading replaces the tree. If the step has
// lost the device, read the screen again.
static void
refresh(struct run *run, bool lost)
{
    if (!at_app_is_current(run->app) && at_op_check(run->op, NULL)) {
        struct at_op sub = at_op_sub(run->op, at_now_ns(),
                                     lost ? LOST_READ_MS : FINAL_READ_MS);
        if (!at_app_read_settled(&sub, run->app, NULL))
            return;
    }
    if (at_app_is_current(run->app))
        at_record_dialog(&run->record, at_app_tree(run->app));
}

static enum at_keyboard
read_keyboard(const struct run *run)
{
    bool shown;
    if (!at_app_keyboard_shown(run->op, run->app, &shown))
        return AT_KEYBOARD_UNKNOWN;
    return shown ? AT_KEYBOARD_SHOWN : AT_KEYBOARD_HIDDEN;
}

// Return true if this step's result has an effect.
static bool
has_effect(const struct run *run, const struct at_step_call *call)
{
    return at_observe_has_effects(run->record.observe) &&
           at_effect_is_action(call->row);
}

// Run the step, then read what is unknown about the screen.
static bool
do_step(struct run *run, struct at_step_call *call,
        struct at_step_outcome *outcome, struct at_err *err)
{
    bool effect = has_effect(run, call);
    if (effect)
        outcome->keyboard_before = read_keyboard(run);
    outcome->keyboard_after = outcome->keyboard_before;
    bool ok = at_op_check(run->op, err) && at_step_run(call, err);
    if (!ok && err->code == AT_ECANCELED)
        call->result->idle.outcome = AT_IDLE_CANCELLED;
    run->acted = run->acted || call->acted;
    if (!call->unreadable)
        refresh(run, !ok && err->code == AT_ENODEV);
    if (ok && call->step->action == AT_FLOW_RESET_APP)
        forget_crash(run);
    outcome->crashed = check_crash(run, ok, err);
    remember_state(run);
    if (effect && call->acted)
        outcome->keyboard_after = read_keyboard(run);
    return judge_crash(run, call, ok && !outcome->crashed, err);
}

// If a step has not acted, differences are changes by the app itself.
static void
end_step(struct run *run, struct at_step_outcome *outcome)
{
    struct at_history *history = at_app_history(run->app);
    outcome->before = at_tree_snapshot_tree(outcome->call->before);
    if (outcome->call->acted && outcome->before && at_app_is_current(run->app))
        at_messages_add(&run->messages, run->trace->count - 1, outcome->before,
                        at_app_tree(run->app));
    if (outcome->call->acted) {
        run->last_acted = run->trace->count - 1;
        at_history_rest(history, run->app);
    } else {
        at_history_compare(run->op, history, run->app);
    }
    at_record_end_step(&run->record, outcome);
}

// Return true if a later step may read back the text of this one.
static bool
may_owe(const struct run *run, size_t index)
{
    const struct at_flow_step *step = &run->flow->steps[index];
    if (index + 1 == run->flow->count || at_app_is_watched(run->app) ||
        at_observe_has_effects(run->record.observe))
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (step[i].action != AT_FLOW_TYPE || step[i].target.focused ||
            step[i].expect_crash)
            return false;
    }
    return true;
}

// Return true if the step types into another known field of the tree.
static bool
types_on(const struct run *run, const struct at_flow_step *step)
{
    struct at_selector target = step->target;
    target.touch = true;
    target.labels = true;
    if (step->action != AT_FLOW_TYPE || target.focused ||
        !at_app_is_current(run->app))
        return false;
    const struct at_node *node = at_selector_find(
        &target, at_app_tree(run->app), at_app_refs(run->app), NULL);
    return node && !at_deferred_texts_has(&run->deferred, node);
}

static void
count_completed(struct at_flow_trace *trace)
{
    trace->completed = 0;
    for (size_t i = 0; i < trace->count; i++)
        trace->completed += trace->results[i].ok;
}

// Read back the typed texts. The error names the step that typed it.
static bool
settle_owed(struct run *run, struct at_err *err)
{
    struct at_step_result *last =
        run->deferred.texts[run->deferred.count - 1].result;
    struct at_step_result *failed;
    struct at_err why = AT_ERR_INIT;
    bool ok = at_deferred_texts_settle(run->op, run->app, &run->deferred,
                                       &failed, &why);
    at_history_rest(at_app_history(run->app), run->app);
    if (check_crash(run, ok, &why)) {
        failed = failed ? failed : last;
        failed->ok = false;
        failed->err = why;
    }
    remember_state(run);
    count_completed(run->trace);
    if (!failed)
        return true;
    at_err_context(&why, "steps[%zu] (type)",
                   (size_t)(failed - run->trace->results));
    return at_err_pass(err, &why);
}

// Return true if the step's inputs may wait for those of the next one.
static bool
may_wait(const struct run *run, size_t index)
{
    return !run->gate && !at_app_is_watched(run->app) &&
           !at_observe_has_effects(run->record.observe) &&
           run->deferred.count == 0 &&
           at_batch_allows(&run->batch, run->app, run->flow, index);
}

// The device has entered the text at which it stopped: check it with the tree
// in the answer, like a step that was sent alone.
static bool
judge_batched(struct run *run, struct at_batched *step, struct at_err *err)
{
    struct at_step_call call;
    at_step_call_init(&call, run->op, run->app, step->result);
    step->result->secret = step->field.secret;
    call.has_device_result = at_app_is_current(run->app);
    bool ok = at_step_judge_text(&call, &step->field, &step->expected, err);
    at_step_call_deinit(&call);
    refresh(run, false);
    step->result->ok = ok && !check_crash(run, ok, err);
    remember_state(run);
    return step->result->ok;
}

// Keep the first count results. Messages of later steps are assigned to the
// last one, because those steps run again, or never.
static void
keep_results(struct run *run, size_t count)
{
    at_record_keep(&run->record, count);
    at_messages_keep(&run->messages, count);
    if (count > 0 && run->last_acted >= count)
        run->last_acted = count - 1;
}

// The device stopped at a kept step, so those after it did not run. *out_next
// is the step to continue with.
static bool
resume_batch(struct run *run, size_t *out_next, struct at_err *err)
{
    struct at_batch *batch = &run->batch;
    struct at_batched *step = &batch->steps[batch->failed];
    size_t index = (size_t)(step->result - run->trace->results);
    bool crashed = run->trace->crashed && !run->crash_met;
    bool typed = !crashed && batch->refusal == AT_REFUSAL_TEXT;
    bool again = !crashed && !typed &&
                 (batch->refusal != AT_REFUSAL_NONE ||
                  batch->why.code == AT_EUNSUPPORTED);
    bool ok = true;
    keep_results(run, again ? index : index + 1);
    *out_next = again ? index : index + 1;
    if (typed)
        ok = judge_batched(run, step, err);
    else if (!again)
        ok = crashed ? false : at_err_pass(err, &batch->why);
    if (!ok) {
        step->result->ok = false;
        step->result->err = *err;
    }
    count_completed(run->trace);
    at_batch_deinit(batch);
    return ok;
}

// A step failed before its inputs were sent: send the kept steps, and run it
// again on the resulting screen.
static bool
send_waiting(struct run *run, size_t index, size_t *out_next,
             struct at_err *err)
{
    struct at_batch *batch = &run->batch;
    struct at_step_result *last = batch->steps[batch->count - 1].result;
    struct at_step_call call;
    size_t done;
    keep_results(run, index);
    at_step_call_init(&call, run->op, run->app, last);
    call.batch = batch;
    batch->off = true;
    bool ok = at_batch_send(&call, NULL, 0, &done, err);
    run->acted = run->acted || call.acted;
    run->last_acted = index - 1;
    at_step_call_deinit(&call);
    refresh(run, false);
    if (!batch->stopped && check_crash(run, ok, err)) {
        last->ok = ok = false;
        last->err = *err;
    }
    at_history_rest(at_app_history(run->app), run->app);
    remember_state(run);
    count_completed(run->trace);
    *out_next = index;
    return ok || (batch->stopped && resume_batch(run, out_next, err));
}

// A step failed so that further inputs are impossible. The kept steps were not
// typed, so the first of them is the one that has failed.
static bool
fail_waiting(struct run *run, struct at_err *err)
{
    struct at_step_result *first = run->batch.steps[0].result;
    at_err_context(err, "nothing was typed");
    first->ok = false;
    first->err = *err;
    keep_results(run, (size_t)(first - run->trace->results) + 1);
    count_completed(run->trace);
    return false;
}

// Continue after a step that should have sent the kept ones. Returns false if
// this step has failed, or the flow is over.
static bool
settle_batch(struct run *run, size_t index, bool ok, size_t *out_next,
             struct at_err *err)
{
    struct at_err why = *err;
    *out_next = index + 1;
    if (ok || run->batch.count == 0)
        return ok;
    if (run->batch.stopped)
        ok = resume_batch(run, out_next, &why);
    else if (is_device_gone(err->code))
        ok = fail_waiting(run, &why);
    else
        ok = send_waiting(run, index, out_next, &why);
    *err = ok ? (struct at_err)AT_ERR_INIT : why;
    return ok;
}

static bool
run_step(struct run *run, size_t index, size_t *out_next, struct at_err *err)
{
    const struct at_flow_step *step = &run->flow->steps[index];
    *out_next = index + 1;
    if (run->deferred.count > 0 && !types_on(run, step) &&
        !settle_owed(run, err))
        return false;
    struct at_step_result *result = at_record_begin(&run->record, step);
    struct at_step_call call;
    struct at_step_outcome outcome = {.call = &call};
    int64_t began_ns = at_now_ns();
    announce(run, step, index);
    at_journal_begin_step(at_app_journal(run->app),
                          run->flow->count > 1 ? (int)index : -1, began_ns);
    at_step_call_init(&call, run->op, run->app, result);
    call.gate = run->gate;
    call.deferred = &run->deferred;
    call.batch = &run->batch;
    call.message = at_messages_of(&run->messages, run->last_acted);
    call.credited = run->credited;
    run->deferred.allowed = may_owe(run, index);
    run->batch.allowed = may_wait(run, index);
    if (index == 0) // its time includes the reading before it
        call.end_ns -= began_ns - run->record.began_ns;
    result->ok = do_step(run, &call, &outcome, err);
    result->duration_ns = at_now_ns() - began_ns;
    run->credited = call.credited && !call.acted;
    if (!result->ok)
        result->err = *err;
    end_step(run, &outcome);
    at_app_watch_step(&call, run->app);
    at_step_call_deinit(&call);
    bool later =
        at_deferred_texts_is_old_tree(&run->deferred, run->app) && result->ok;
    if (run->deferred.count > 0 && !later && !settle_owed(run, err))
        return false;
    return settle_batch(run, index, result->ok, out_next, err);
}

// Half of a step's time is reserved for the step.
static struct at_op
first_reading_op(const struct run *run)
{
    int64_t ms = at_app_is_unreadable(run->app)
                     ? MOVING_READ_MS
                     : at_app_times(run->app)->idle_ms / 2;
    return at_op_sub(run->op, at_now_ns(), ms);
}

static bool
touches_target(const struct at_flow_step *step)
{
    static const bool touches[AT_FLOW_ALL_COUNT] = {
        [AT_FLOW_CLEAR_TEXT] = true, [AT_FLOW_DOUBLE_TAP] = true,
        [AT_FLOW_LONG_PRESS] = true, [AT_FLOW_TAP] = true,
        [AT_FLOW_TYPE] = true,
    };
    return touches[step->action] && !at_selector_empty(&step->target);
}

// A device that looks up the element itself needs no fresh tree for a touch.
static bool
finds_first_target(const struct run *run)
{
    return touches_target(&run->flow->steps[0]) &&
           at_device_finds(at_app_device(run->app)) &&
           at_app_tells_meant(run->app, at_now_ns());
}

// Read the screen before the first step. If this fails, steps that need no
// tree, like a key, can still run; one that needs it will fail.
static bool
read_first(struct run *run, struct at_err *err)
{
    struct at_op op = first_reading_op(run);
    struct at_err why = AT_ERR_INIT;
    // A recording must not name elements of a screen that has gone.
    bool trusts = !at_app_is_watched(run->app);
    bool is_fresh =
        trusts && (at_app_fresh_tree(run->app, at_now_ns(), AT_TREE_FRESH_MS) ||
                   finds_first_target(run));
    if (!is_fresh && !at_app_read_settled(&op, run->app, &why)) {
        at_app_mark_stale(run->app);
        bool passes = at_err_is_unread(&why) || why.code == AT_ETIMEOUT;
        if (passes && at_op_check(run->op, NULL))
            return true;
        *err = why;
        return false;
    }
    at_history_compare(run->op, at_app_history(run->app), run->app);
    at_record_dialog(&run->record, at_app_tree(run->app));
    remember_state(run);
    return true;
}

// A point may be on the screen only after a rotation.
static bool
check_point(const struct at_tree *tree, int64_t x, int64_t y,
            struct at_err *err)
{
    int32_t longest_px =
        tree->width_px > tree->height_px ? tree->width_px : tree->height_px;
    return longest_px <= 0 || (x < longest_px && y < longest_px) ||
           at_fail(err, AT_EUSAGE,
                   "the point (%lld, %lld) is outside the screen, which is "
                   "%dx%d",
                   (long long)x, (long long)y, (int)tree->width_px,
                   (int)tree->height_px);
}

// Check the device's keys and screen, which at_step_check() does not know.
static bool
check_step_here(struct run *run, const struct at_flow_step *step,
                struct at_err *err)
{
    const struct at_device *device = at_app_device(run->app);
    const struct at_tree *tree = at_app_tree(run->app);
    if (step->keycode.len > 0 && device->ops->check_key &&
        !device->ops->check_key(step->keycode, err))
        return false;
    return !tree || (check_point(tree, step->x, step->y, err) &&
                     check_point(tree, step->to_x, step->to_y, err));
}

static bool
check_here(struct run *run, struct at_err *err)
{
    for (size_t i = 0; i < run->flow->count; i++) {
        const struct at_flow_step *step = &run->flow->steps[i];
        if (check_step_here(run, step, err))
            continue;
        at_err_context(err, "no step has run: steps[%zu] (%s)", i,
                       at_step_rows[step->action].name);
        return false;
    }
    return true;
}

static bool
run_steps(struct run *run, struct at_err *err)
{
    set_mark(run);
    at_history_set_mark(at_app_history(run->app), run->mark);
    bool ok = true;
    for (size_t i = 0; ok && i < run->flow->count;)
        ok = run_step(run, i, &i, err);
    at_batch_deinit(&run->batch);
    return ok;
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
at_flow_run(const struct at_op *op, struct at_app *app,
            const struct at_flow *flow, const struct at_flow_opts *opts,
            struct at_flow_trace *out_trace, struct at_err *err)
{
    struct run run = {.op = op,
                      .app = app,
                      .flow = flow,
                      .listener = opts ? opts->listener : NULL,
                      .gate = opts ? opts->gate : NULL,
                      .trace = out_trace};
    struct at_err why = AT_ERR_INIT;
    struct at_tree_snapshot *first = NULL;
    remember(&run.tested, at_str(at_app_package(app)), NULL);
    at_journal_begin_flow(at_app_journal(app));
    at_app_follow(app, NULL);
    at_app_watch_begin(app);
    at_record_init(&run.record, app, opts ? opts->observe : AT_OBSERVE_AUTO,
                   flow->count, out_trace);
    bool ok = at_flow_check(flow, &why) && read_first(&run, &why) &&
              check_here(&run, &why);
    if (at_app_is_current(app))
        first = at_app_tree_snapshot(app);
    ok = ok && run_steps(&run, &why);
    at_record_end(&run.record, at_tree_snapshot_tree(first), &why);
    at_messages_tell(&run.messages,
                     at_app_is_current(app) ? at_app_tree(app) : NULL,
                     out_trace->results);
    at_tree_snapshot_release(first);
    return ok || at_err_pass(err, &why);
}
