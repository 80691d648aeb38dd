#include "tester/run/run_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/wait/idle.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "tester/flow/flow_run.h"

enum { FINISH_MAX_MS = 5000, LOST_FINISH_MAX_MS = 500 };

void
at_run_loop_end(struct at_run_loop *run, enum at_run_end end,
                const char *reason)
{
    struct at_buf masked = AT_BUF_INIT(AT_MIB);
    if (run->out->end != AT_RUN_END_NONE)
        return;
    at_secrets_mask(run->opts->secrets, at_str(reason), &masked);
    run->out->end = at_run_end_settle(end, &run->out->verdicts);
    run->out->reason = at_buf_take(&masked);
    at_verdicts_finish(&run->out->verdicts, end == AT_RUN_END_DONE);
    at_buf_deinit(&masked);
}

void
at_run_loop_end_by(struct at_run_loop *run, const struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_KIB);
    if (at_cancel_fired(run->op.cancel)) {
        at_run_loop_end(run, AT_RUN_END_STOPPED, "Test stopped by user");
    } else if (!at_op_check(&run->op, NULL)) {
        at_run_loop_end(run, AT_RUN_END_BUDGET, "budget: the time is over");
    } else {
        at_buf_add_fmt(&text, "the device is gone: %s", err->msg);
        at_run_loop_end(run, AT_RUN_END_DEVICE, at_buf_text(&text));
    }
    at_buf_deinit(&text);
}

// Play a call again. A screen that differs is a result, not an error.
static bool
replay_once(struct at_run_loop *run, const struct at_recipe_call *call,
            struct at_agent_tool_result *result)
{
    struct at_err err = AT_ERR_INIT;
    if (at_tool_runner_replay(&run->op, run->runner, call, result, &err))
        return true;
    if (err.code != AT_ENOTFOUND || !at_op_check(&run->op, NULL)) {
        at_run_loop_end_by(run, &err);
        return false;
    }
    at_agent_tool_say(result, AT_PREFIX_NOT_FOUND, "%s", err.msg);
    return true;
}

static bool
call_once(struct at_run_loop *run, const struct at_recipe_call *replayed,
          enum at_agent_tool tool, const json_t *args,
          struct at_agent_tool_result *result)
{
    return replayed ? replay_once(run, replayed, result)
                    : at_run_loop_record(run, tool, args, result);
}

// Return true if a person has approved the guarded action.
static bool
is_approved(struct at_run_loop *run, const struct at_agent_tool_result *result)
{
    const struct at_run_sink *sink = run->opts->sink;
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_text(&text, "waits for approval: ");
    at_buf_add_str(&text, at_buf_str(&result->text));
    at_run_loop_tell(run, AT_RUN_GUARD, at_buf_str(&text));
    bool yes = sink->approve &&
               sink->approve(sink->user, &run->op, at_buf_str(&result->text));
    at_run_loop_tell(run, AT_RUN_GUARD,
                     at_str(yes ? "approved" : "not approved"));
    at_buf_deinit(&text);
    return yes;
}

static void
bind(struct at_run_loop *run, const json_t *args,
     struct at_agent_tool_result *result)
{
    struct at_err why = AT_ERR_INIT;
    struct at_agent_args read;
    at_agent_args_read(AT_AGENT_BIND_EXPECTATION, args, &read);
    if (!at_verdicts_bind(&run->out->verdicts, (size_t)read.expectation - 1,
                          at_str(result->bound), &why))
        at_agent_tool_say(result, AT_PREFIX_ERROR, "%s", why.msg);
}

static bool
call_approved(struct at_run_loop *run, const struct at_recipe_call *replayed,
              enum at_agent_tool tool, const json_t *args,
              struct at_agent_tool_result *result)
{
    at_run_loop_enter_step(run);
    bool ok = call_once(run, replayed, tool, args, result);
    if (ok && result->needs_approval && is_approved(run, result)) {
        at_tool_runner_approve(run->runner);
        at_agent_tool_result_deinit(result);
        at_agent_tool_result_init(result);
        ok = call_once(run, replayed, tool, args, result);
    }
    if (ok && result->bound && replayed)
        ok = at_run_loop_check_step(run, run->out->verdicts.current, 0);
    if (ok && result->bound)
        bind(run, args, result);
    if (ok)
        at_run_loop_note_call(run, tool, args, result);
    return ok;
}

bool
at_run_loop_call(struct at_run_loop *run, const struct at_recipe_call *replayed,
                 enum at_agent_tool tool, const json_t *args,
                 struct at_agent_tool_result *result)
{
    size_t step = run->out->verdicts.current;
    struct at_buf text = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES / 4);
    bool ok = call_approved(run, replayed, tool, args, result);
    at_agent_args_write(args, &text);
    if (ok)
        at_run_loop_tell_call(run, tool, at_buf_str(&text), step, result);
    at_buf_deinit(&text);
    return ok;
}

void
at_run_loop_note_death(struct at_run_loop *run)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (at_tool_runner_find_death(&run->op, run->runner, &words)) {
        at_verdicts_crashed(&run->out->verdicts, at_buf_str(&words));
        at_run_loop_tell(run, AT_RUN_LOG, at_buf_str(&words));
    }
    at_buf_deinit(&words);
}

// The expectations of a step are evaluated before its end is judged.
static bool
check_claimed(struct at_run_loop *run, const struct at_move *move,
              const struct at_agent_tool_result *result)
{
    return move->tool != AT_AGENT_STEP_DONE || !result->passed ||
           result->step == 0 ||
           at_run_loop_check_step(run, result->step - 1, AT_IDLE_RETRY_MS);
}

// Events show the same result that the model gets.
static void
call(struct at_run_loop *run, const struct at_move *move)
{
    struct at_agent_tool_result result;
    size_t step = run->out->verdicts.current;
    struct at_buf args = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES / 4);
    at_agent_tool_result_init(&result);
    at_agent_args_write(move->args, &args); // the strategy releases them
    run->move = move;
    if (call_approved(run, NULL, move->tool, move->args, &result) &&
        check_claimed(run, move, &result)) {
        at_strategy_result(run->strategy, &result);
        at_run_loop_tell_call(run, move->tool, at_buf_str(&args), step,
                              &result);
    }
    run->move = NULL;
    at_agent_tool_result_deinit(&result);
    at_buf_deinit(&args);
}

static int64_t
ms_since(int64_t then_ns)
{
    return (at_now_ns() - then_ns) / AT_NS_PER_MS;
}

static void
on_sent(void *user, const json_t *request, struct at_str body)
{
    struct at_run_loop *run = user;
    at_model_log_sent(run->log, request, body);
}

static const char *
log_answer(struct at_run_loop *run, const struct at_model_answer *answer,
           bool ok, int64_t duration_ms)
{
    return at_model_log_answer(run->log, run->opts->profile, answer, ok,
                               duration_ms);
}

// A plain message ends the run; the open step is judged by it.
static void
take_reply(struct at_run_loop *run, struct at_model_reply *reply)
{
    bool ends = at_turn_call_count(&reply->turn) == 0;
    if (!ends || at_run_loop_check_step(run, run->out->verdicts.current,
                                        AT_IDLE_RETRY_MS))
        at_strategy_reply(run->strategy, reply);
}

static void
ask(struct at_run_loop *run)
{
    const struct at_model_listener listener = {
        .retry = at_run_loop_retries, .sent = on_sent, .user = run};
    struct at_model_answer answer = {0};
    struct at_model_request request;
    struct at_err err = AT_ERR_INIT;
    int64_t then_ns = at_now_ns();
    at_strategy_request(run->strategy, &request);
    bool ok =
        at_model_ask(&run->op, run->model, &request, &listener, &answer, &err);
    int64_t ms = ms_since(then_ns);
    if (ok) {
        at_run_loop_tell_reply(run, &answer.reply, ms,
                               log_answer(run, &answer, true, ms));
        take_reply(run, &answer.reply);
    } else if (!at_op_check(&run->op, NULL)) {
        at_run_loop_end_by(run, &err);
    } else {
        at_run_loop_tell_failure(run, &answer.failure, ms,
                                 log_answer(run, &answer, false, ms));
        at_strategy_failed(run->strategy, &answer.failure);
    }
    at_model_reply_deinit(&answer.reply);
}

struct at_budgets
at_run_loop_budgets(const struct at_run_loop *run)
{
    const struct at_run_opts *opts = run->opts;
    struct at_budgets defaults = opts->config->budgets;
    if (defaults.iterations == 0)
        defaults.iterations = opts->config->max_iterations;
    return at_budgets_or(opts->scenario->budgets, &defaults);
}

static void
end_by_strategy(struct at_run_loop *run)
{
    const char *reason;
    enum at_run_end end = at_strategy_ended(run->strategy, &reason);
    at_run_loop_end(run, end, reason);
}

// Ask and call until the strategy has nothing left to do.
static void
work(struct at_run_loop *run)
{
    const struct at_run_opts *opts = run->opts;
    struct at_move move = {.kind = AT_MOVE_ASK};
    at_run_loop_expect(run);
    at_run_loop_tell_wishes(run);
    run->strategy = at_strategy_new(&(const struct at_strategy_opts){
        .scenario = opts->scenario,
        .profile = opts->profile,
        .budgets = at_run_loop_budgets(run),
        .marker = run->marker,
        .hints = opts->hints,
        .verdicts = &run->out->verdicts,
        .takeover = run->takeover,
        .start = &run->start,
        .spent = run->out->totals.usage,
        .history_tokens = AT_STRATEGY_HISTORY_TOKENS,
        .began_ns = run->began_ns,
    });
    while (run->out->end == AT_RUN_END_NONE) {
        at_strategy_next(run->strategy, at_now_ns(), &move);
        if (move.kind == AT_MOVE_ASK)
            ask(run);
        else if (move.kind == AT_MOVE_CALL)
            call(run, &move);
        else
            end_by_strategy(run);
        at_run_loop_check_bound(run);
        at_run_loop_tell_notes(run);
        at_run_loop_tell_steps(run);
    }
    at_strategy_totals(run->strategy, &run->out->totals);
}

// An app that dies at once has failed; one that cannot be started was not
// tested, and no step gets a verdict.
static void
end_unstarted(struct at_run_loop *run)
{
    struct at_str text = at_buf_str(&run->start.text);
    bool crashed = run->start.evidence == AT_EVIDENCE_CRASHED;
    if (crashed) {
        at_verdicts_note(&run->out->verdicts, AT_EVIDENCE_CRASHED, text,
                         &run->start.testimony);
        at_verdicts_fail(&run->out->verdicts, AT_DECIDED_BY_CRASH, text);
    }
    at_run_loop_end(run, crashed ? AT_RUN_END_DONE : AT_RUN_END_START,
                    at_buf_text(&run->start.text));
}

// Start the app. Return false if the run has ended.
static bool
start(struct at_run_loop *run)
{
    struct at_err err = AT_ERR_INIT;
    struct at_buf args = AT_BUF_INIT(AT_KIB);
    at_agent_args_write_start(run->opts->scenario->package, &args);
    bool ok = at_tool_runner_start(&run->op, run->runner, &run->start, &err);
    at_verdicts_saw(&run->out->verdicts, run->start.testimony.scene);
    if (ok)
        at_run_loop_tell_call(run, AT_AGENT_START_SCENARIO, at_buf_str(&args),
                              run->opts->skipped, &run->start);
    else
        at_run_loop_end_by(run, &err);
    at_buf_deinit(&args);
    run->out->started = ok && run->start.prefix == AT_PREFIX_OK;
    if (!ok || run->out->started)
        return ok;
    end_unstarted(run);
    return false;
}

static bool
has_recording(const struct at_run_opts *opts)
{
    return opts->recipe && opts->config->replay;
}

static void
run_all(struct at_run_loop *run)
{
    at_run_loop_tell_steps(run);
    if (!run->model && !has_recording(run->opts)) {
        at_run_loop_end(
            run, AT_RUN_END_MODEL,
            "there is no recording of this scenario, and no model that "
            "could run it: set the key of one");
        return;
    }
    if (!has_recording(run->opts))
        at_run_loop_expect(run);
    if (!start(run))
        return;
    if (has_recording(run->opts))
        at_run_loop_replay(run);
    if (run->out->end == AT_RUN_END_NONE)
        work(run);
    // The last step may have caused what only shows now.
    if (run->out->end == AT_RUN_END_DONE)
        at_run_loop_note_death(run);
}

static void
init(struct at_run_loop *run, const struct at_op *op,
     const struct at_run_opts *opts, struct at_run_outcome *out)
{
    size_t steps = opts->scenario->steps.count;
    *run = (struct at_run_loop){.opts = opts,
                                .out = out,
                                .op = *op,
                                .began_ns = at_now_ns(),
                                .lost = SIZE_MAX};
    int64_t minutes = at_run_loop_budgets(run).minutes;
    if (minutes > 0)
        run->op = at_op_sub(op, run->began_ns, minutes * 60 * 1000);
    at_random_hex(run->marker, sizeof(run->marker) - 1);
    at_agent_tool_result_init(&run->start);
    run->told = at_alloc(steps * sizeof(*run->told));
    run->begun = at_alloc(steps * sizeof(*run->begun));
    run->model = opts->profile ? at_model_new(opts->profile) : NULL;
    if (run->model && opts->config->logs)
        run->log = at_model_log_new(opts->folder, opts->secrets);
    run->runner = at_tool_runner_new(&(const struct at_tool_runner_opts){
        .run = *opts,
        .looker = run->model,
        .log = run->log,
        .marker = run->marker,
        .scenes = &run->scenes,
        .saved = at_run_loop_saved,
        .shown = at_run_loop_shown,
        .guarded = at_run_loop_guarded,
        .user = run,
    });
}

// Runs also after a stop, because the device would go on recording. One that is
// gone is not waited for: the next recording cleans up after it.
static void
leave_device(struct at_run_loop *run)
{
    int64_t max_ms =
        run->out->end == AT_RUN_END_DEVICE ? LOST_FINISH_MAX_MS : FINISH_MAX_MS;
    struct at_op op = {at_now_ns() + max_ms * AT_NS_PER_MS, NULL};
    at_tool_runner_finish(&op, run->runner);
}

static void
deinit(struct at_run_loop *run)
{
    if (run->opts->device_back)
        *run->opts->device_back = at_tool_runner_take_device(run->runner);
    at_tool_runner_free(run->runner);
    at_strategy_free(run->strategy);
    at_model_free(run->model);
    at_model_log_free(run->log);
    at_agent_tool_result_deinit(&run->start);
    at_scenes_deinit(&run->scenes);
    free(run->told);
    free(run->begun);
    free(run->takeover);
    at_run_loop_bound_deinit(run);
}

// Only a full PASS leaves a recording; it ends before the first step that
// cannot be found again.
static void
keep_recipe(struct at_run_loop *run)
{
    struct at_run_outcome *out = run->out;
    at_recipe_cut(&out->recipe, run->lost);
    at_scenario_hash(run->opts->scenario, out->recipe.hash);
    out->recipe.place = run->opts->place;
    out->has_recipe = out->verdict == AT_VERDICT_PASS &&
                      (out->recipe.count > 0 || out->recipe.end_count > 0);
}

static void
summarise(struct at_run_loop *run)
{
    struct at_run_outcome *out = run->out;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    if (run->opts->config->strong_proofs)
        at_verdicts_demand_strong(&out->verdicts);
    at_run_loop_judge(run);
    at_run_loop_tell_steps(run);
    out->verdict = at_verdicts_all(&out->verdicts);
    at_verdicts_write(&out->verdicts, &text);
    at_secrets_mask(run->opts->secrets, at_buf_str(&text), &out->summary);
    at_buf_deinit(&text);
    keep_recipe(run);
}

void
at_tester_run(const struct at_op *op, const struct at_run_opts *opts,
              struct at_run_outcome *out)
{
    struct at_run_loop run;
    if (opts->scenario->flow) {
        at_flow_file_run(op, opts, out);
        return;
    }
    *out = (struct at_run_outcome){.summary = AT_BUF_INIT(2 * AT_MIB)};
    at_recipe_init(&out->recipe);
    at_verdicts_init(&out->verdicts, opts->scenario->steps.count);
    init(&run, op, opts, out);
    at_verdicts_load(&out->verdicts, opts->scenario, &run.scenes);
    at_verdicts_skip(&out->verdicts, opts->skipped);
    run_all(&run);
    at_run_loop_check_bound(&run);
    leave_device(&run); // end the video before a second model is asked
    summarise(&run);
    out->verdicts.scenes = NULL; // they end with the run
    deinit(&run);
}
