#include "tester/worker/phases.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/worker/start.h"

enum { TEARDOWN_MAX_MS = 300000, UNDO_MAX_MS = 5000 };

struct phases {
    const struct at_op *op;
    const struct at_run_opts *opts; // options of the whole run
    struct at_start_changes changes;
    struct at_device *device; // between two parts; NULL: gone
    bool begun;               // the app was started by a part
};

// A part other than the scenario's own steps.
struct part {
    struct phases *phases;
    const char *name; // "setup"
};

static void
pass_on(struct part *part, struct at_run_event *event)
{
    const struct at_run_sink *sink = part->phases->opts->sink;
    event->phase = at_str(part->name);
    sink->event(sink->user, event);
}

// Steps of the scenario are numbered; those of other parts are lines of the log
// that name theirs.
static void
on_event(void *user, const struct at_run_event *event)
{
    struct part *part = user;
    struct at_run_event shown = *event;
    struct at_buf text = AT_BUF_INIT(16 * 1024);
    const char *verdict = event->state == AT_RUN_EVENT_ENDED
                              ? at_verdict_names[event->verdict]
                              : NULL;
    if (event->kind == AT_RUN_STEP) {
        at_buf_add_fmt(&text, "%s step %d%s%s: %.*s", part->name, event->step,
                       verdict ? " " : "", verdict ? verdict : "",
                       AT_STR_ARG(event->message));
        shown.kind = AT_RUN_LOG;
        shown.message = at_buf_str(&text);
        shown.state = AT_RUN_EVENT_NO_STATE;
    }
    shown.step = 0;
    pass_on(part, &shown);
    at_buf_deinit(&text);
}

static bool
on_approve(void *user, const struct at_op *op, struct at_str what)
{
    const struct part *part = user;
    const struct at_run_sink *sink = part->phases->opts->sink;
    return sink->approve && sink->approve(sink->user, op, what);
}

static void
on_picture(void *user, struct at_str png)
{
    const struct part *part = user;
    const struct at_run_sink *sink = part->phases->opts->sink;
    if (sink->picture)
        sink->picture(sink->user, png);
}

static void
log_line(struct part *part, struct at_str text)
{
    struct at_run_event event = {
        .kind = AT_RUN_LOG, .message = text, .duration_ms = -1};
    pass_on(part, &event);
}

static void
do_part(struct phases *phases, const struct at_op *op,
        const struct at_run_opts *opts, struct at_run_outcome *out)
{
    struct at_run_opts own = *opts;
    own.device = phases->device;
    own.device_back = &phases->device;
    own.changes = &phases->changes;
    own.goes_on = phases->begun || opts->skipped > 0;
    phases->device = NULL;
    at_tester_run(op, &own, out);
    phases->begun = phases->begun || out->started;
}

// The same scenario with other steps. They have no verdict, so what they should
// show is not compiled.
static void
init_scenario(const struct at_scenario *whole, const struct at_argv *steps,
              struct at_scenario *out)
{
    struct at_scenario part = *whole; // borrows
    char hash[65];
    part.steps = *steps;
    part.flow = NULL; // setup and teardown are written in words
    part.expect = NULL;
    part.expect_count = 0;
    part.start.setup = (struct at_argv)AT_ARGV_INIT;
    part.start.teardown = (struct at_argv)AT_ARGV_INIT;
    at_scenario_dup(&part, out);
    at_scenario_steps_hash(out, hash);
    free(out->compiled);
    out->compiled = at_strdup(hash);
}

// The pictures, videos and calls of a run come from its own steps.
static void
do_steps(struct phases *phases, const struct at_op *op, const char *name,
         const struct at_argv *steps, struct at_run_outcome *out)
{
    struct part part = {phases, name};
    const struct at_run_sink sink = {on_event, on_approve, on_picture, &part};
    struct at_scenario scenario;
    struct at_tester_config config = *phases->opts->config;
    struct at_run_opts opts = *phases->opts;
    init_scenario(phases->opts->scenario, steps, &scenario);
    config.screenshots = false;
    config.recording = false;
    config.logs = false;
    opts.scenario = &scenario;
    opts.config = &config;
    opts.sink = &sink;
    opts.recipe = NULL;
    opts.second = NULL;
    do_part(phases, op, &opts, out);
    if (out->reason && out->end != AT_RUN_END_DONE)
        log_line(&part, at_str(out->reason));
    at_scenario_deinit(&scenario);
}

static void
add_totals(const struct at_strategy_totals *more,
           struct at_strategy_totals *totals)
{
    totals->iterations += more->iterations;
    at_strategy_add_usage(&totals->usage, &more->usage);
}

// Add the failure of the setup to the summary of a run that did not pass.
static void
explain(const struct at_run_outcome *setup, struct at_run_outcome *out)
{
    if (out->verdict == AT_VERDICT_PASS || setup->verdict == AT_VERDICT_PASS)
        return;
    if (out->summary.len > 0)
        at_buf_add_char(&out->summary, '\n');
    at_buf_add_text(&out->summary, "The setup did not pass: ");
    at_buf_add_text(&out->summary,
                    setup->end == AT_RUN_END_DONE
                        ? at_buf_text((struct at_buf *)&setup->summary)
                        : setup->reason);
}

static void
tear_down(struct phases *phases, struct at_run_outcome *out)
{
    const struct at_argv *steps = &phases->opts->scenario->start.teardown;
    struct at_run_outcome ended;
    bool stopped = !at_op_check(phases->op, NULL);
    int64_t max_ms = stopped ? AT_TEARDOWN_STOPPED_MS : TEARDOWN_MAX_MS;
    // A stop has cancelled the run's own op.
    struct at_op op = {at_now_ns() + max_ms * AT_NS_PER_MS,
                       stopped ? NULL : phases->op->cancel};
    if (steps->count == 0 || !phases->device || out->end == AT_RUN_END_DEVICE)
        return;
    do_steps(phases, &op, "teardown", steps, &ended);
    add_totals(&ended.totals, &out->totals);
    at_run_outcome_deinit(&ended);
}

static void
undo(struct phases *phases)
{
    struct part part = {phases, "teardown"};
    struct at_buf told = AT_BUF_INIT(16 * 1024);
    struct at_op op = {at_now_ns() + UNDO_MAX_MS * AT_NS_PER_MS, NULL};
    if (phases->device)
        at_start_undo(&op, phases->device, phases->opts->scenario->package,
                      &phases->changes, &told);
    if (told.len > 0)
        log_line(&part, at_str_skip(at_buf_str(&told), 2));
    at_buf_deinit(&told);
    at_device_free(phases->device);
}

void
at_phases_run(const struct at_op *op, const struct at_run_opts *opts,
              struct at_run_outcome *out)
{
    const struct at_argv *steps = &opts->scenario->start.setup;
    struct phases phases = {.op = op, .opts = opts, .device = opts->device};
    struct at_run_outcome setup = {.end = AT_RUN_END_NONE};
    // A run that begins in the middle takes the device as it is, and leaves it
    // so that the next one can do the same.
    bool whole = opts->skipped == 0;
    bool sets_up = whole && steps->count > 0;
    if (sets_up)
        do_steps(&phases, op, "setup", steps, &setup);
    do_part(&phases, op, opts, out);
    if (sets_up) {
        explain(&setup, out);
        add_totals(&setup.totals, &out->totals);
        at_run_outcome_deinit(&setup);
    }
    if (whole)
        tear_down(&phases, out);
    undo(&phases);
}
