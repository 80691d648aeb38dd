#include "tester/run/run_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { SCREEN_POLL_MS = 250 };

// Return true if the call had the same result as when it was recorded.
static bool
fits(const struct at_run_loop *run, const struct at_recipe_call *call,
     const struct at_agent_tool_result *result)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    return at_recipe_takes(call->tool, result) &&
           !verdicts->steps[verdicts->current].crashed;
}

static bool
asserts(const struct at_recipe_call *call)
{
    return at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ASSERTS;
}

static bool
acts(const struct at_recipe_call *call)
{
    return at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
}

static void
take_over(struct at_run_loop *run, const struct at_recipe_call *call,
          struct at_str why)
{
    char dialog[AT_RECIPE_TITLE_BYTES + 1];
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_fmt(&text, "the app is not as it was recorded: %s: ",
                   at_agent_tool_rows[call->tool].name);
    at_line_write(at_utf8_head(why, AT_KIB), &text);
    if (at_tool_runner_front_dialog(run->runner, dialog))
        at_buf_add_fmt(&text, "; a dialog is in the way: %s",
                       AT_QUOTED(at_str(dialog)));
    free(run->takeover);
    run->takeover = at_buf_take(&text);
}

static void
tell_skipped(struct at_run_loop *run, const struct at_recipe_call *call,
             const char *why)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&text, "skipped %s: %s", at_agent_tool_rows[call->tool].name,
                   why);
    at_run_loop_tell(run, AT_RUN_LOG, at_buf_str(&text));
    at_buf_deinit(&text);
}

// Do one call. Return false if the run has ended.
static bool
play_once(struct at_run_loop *run, const struct at_recipe_call *call,
          struct at_agent_tool_result *result)
{
    if (!at_run_loop_call(run, call, call->tool, call->args, result))
        return false;
    at_verdicts_note(&run->out->verdicts, result->evidence,
                     at_buf_str(&result->text), &result->testimony);
    return true;
}

static bool
is_in(const struct at_recipe_call *call, const char *dialog)
{
    return call->dialog[0] && strcmp(call->dialog, dialog) == 0;
}

// Answer a recorded dialog, which may come earlier or later than it did then.
// Return false if none of them is in front, or if the run has ended.
static bool
answer_dialog(struct at_run_loop *run)
{
    const struct at_recipe *recipe = run->opts->recipe;
    char dialog[AT_RECIPE_TITLE_BYTES + 1];
    struct at_agent_tool_result result;
    bool answered = false;
    if (!at_tool_runner_front_dialog(run->runner, dialog))
        return false;
    for (size_t i = 0; i < recipe->count && !answered; i++) {
        if (!is_in(&recipe->calls[i], dialog))
            continue;
        at_agent_tool_result_init(&result);
        answered = play_once(run, &recipe->calls[i], &result) &&
                   fits(run, &recipe->calls[i], &result);
        at_agent_tool_result_deinit(&result);
        if (run->out->end != AT_RUN_END_NONE)
            return false;
    }
    return answered;
}

// Read the screen until it is the recorded one, for at most max_ms. exact: it
// must have all recorded texts; otherwise it must not be a different one.
// Return false if it is not, if it cannot be read, or if the run is to end.
static bool
await_screen(struct at_run_loop *run, const struct at_recipe_screen *meant,
             int64_t max_ms, bool exact, struct at_err *why)
{
    int64_t until_ns = at_now_ns() + max_ms * AT_NS_PER_MS;
    for (;;) {
        struct at_recipe_screen now;
        bool there = at_tool_runner_screen(&run->op, run->runner, &now, why) &&
                     (exact ? at_recipe_screen_is_there(meant, &now)
                            : at_recipe_screen_fits(meant, &now, why));
        at_recipe_screen_deinit(&now);
        int64_t now_ns = at_now_ns();
        if (there || now_ns >= until_ns ||
            !at_op_wait_until(&run->op, now_ns + SCREEN_POLL_MS * AT_NS_PER_MS,
                              why))
            return there;
    }
}

// Before a step touches anything: is the screen the one on which it began?
static bool
is_on_its_screen(struct at_run_loop *run, const struct at_recipe_call *call)
{
    struct at_err why = AT_ERR_INIT;
    char dialog[AT_RECIPE_TITLE_BYTES + 1];
    if (call->screen.words.count == 0 ||
        await_screen(run, &call->screen, 0, false, &why) ||
        (at_tool_runner_front_dialog(run->runner, dialog) &&
         is_in(call, dialog)))
        return true;
    why = (struct at_err)AT_ERR_INIT;
    if (answer_dialog(run) || run->out->end != AT_RUN_END_NONE ||
        await_screen(run, &call->screen,
                     at_recipe_patience_ms(call, run->opts->patience_ms), false,
                     &why))
        return run->out->end == AT_RUN_END_NONE;
    if (why.code != AT_ENOTFOUND)
        return true; // unreadable: the call itself reports it
    take_over(run, call, at_str(why.msg));
    return false;
}

// The time that a recorded wait took is the most that this one may take.
static void
play_wait(struct at_run_loop *run, const struct at_recipe_call *call)
{
    struct at_agent_args args;
    struct at_err why = AT_ERR_INIT;
    at_agent_args_read(call->tool, call->args, &args);
    (void)await_screen(run, &call->screen, args.ms > 0 ? args.ms : 0, true,
                       &why);
}

// Return true if the call is not to be done: its dialog is not there.
static bool
is_left_out(struct at_run_loop *run, const struct at_recipe_call *call)
{
    struct at_recipe_screen now;
    char dialog[AT_RECIPE_TITLE_BYTES + 1];
    if (!call->dialog[0])
        return false;
    if (at_tool_runner_screen(&run->op, run->runner, &now, NULL))
        at_recipe_screen_deinit(&now);
    if (at_tool_runner_front_dialog(run->runner, dialog) && is_in(call, dialog))
        return false;
    struct at_buf why = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&why, "the dialog %s did not come",
                   AT_QUOTED(at_str(call->dialog)));
    tell_skipped(run, call, at_buf_text(&why));
    at_buf_deinit(&why);
    return true;
}

// Do the call, and once more if a dialog that the recording knows was in the
// way. failed is the call if it is an assertion that does not hold.
static bool
do_call(struct at_run_loop *run, const struct at_recipe_call *call)
{
    struct at_agent_tool_result result;
    at_agent_tool_result_init(&result);
    bool ok = play_once(run, call, &result);
    if (ok && !fits(run, call, &result) && answer_dialog(run)) {
        at_agent_tool_result_deinit(&result);
        at_agent_tool_result_init(&result);
        ok = play_once(run, call, &result);
    }
    ok = ok && run->out->end == AT_RUN_END_NONE;
    if (ok && !fits(run, call, &result)) {
        take_over(run, call, at_buf_str(&result.text));
        ok = false;
    }
    at_agent_tool_result_deinit(&result);
    return ok;
}

// Return true if the expectations that were taken from the recording are bound
// by it already.
static bool
is_bound(const struct at_run_loop *run, const struct at_recipe_call *call)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    const struct at_claims *expect = &verdicts->steps[verdicts->current].expect;
    struct at_agent_args args;
    at_agent_args_read(call->tool, call->args, &args);
    if (call->tool != AT_AGENT_BIND_EXPECTATION)
        return false;
    for (size_t i = 0; i < expect->count; i++) {
        if (args.text.len > 0 &&
            at_alike_eq(at_str(expect->items[i].bound), args.text))
            return true;
    }
    return false;
}

// Play one call. Return false if it does not fit, or if the run has ended.
static bool
play(struct at_run_loop *run, const struct at_recipe_call *call)
{
    bool ok = true;
    at_run_loop_enter_step(run);
    if (call->tool == AT_AGENT_WAIT)
        play_wait(run, call);
    else if (acts(call) && !is_on_its_screen(run, call))
        ok = false;
    else if (!is_left_out(run, call) && !is_bound(run, call))
        ok = do_call(run, call);
    if (ok)
        (void)at_recipe_add_copy(&run->out->recipe, call);
    return ok;
}

// A step of the recording has been played: it ends as one of a live run does.
static bool
end_step(struct at_run_loop *run, size_t step)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_verdicts *verdicts = &run->out->verdicts;
    int64_t patience_ms =
        at_recipe_end_patience_ms(recipe, step, run->opts->patience_ms);
    if (!at_run_loop_check_step(run, step, patience_ms))
        return false;
    if (!at_verdicts_is_proved(verdicts)) {
        const struct at_assertion *failed =
            at_run_loop_failed_expectation(run, step);
        free(run->takeover);
        run->takeover = failed ? at_strfmt("an expectation does not hold: %s",
                                           failed->words)
                               : at_strdup("the recording ends before its "
                                           "proof");
        return false;
    }
    (void)at_verdicts_claim(verdicts, step, true, AT_STR(""));
    return true;
}

// Play all calls of the open step, from *next on, and end it if it is proved.
static bool
play_step(struct at_run_loop *run, size_t *next)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_verdicts *verdicts = &run->out->verdicts;
    size_t step = verdicts->current;
    at_verdicts_begin(verdicts, step);
    at_run_loop_tell_steps(run);
    for (; *next < recipe->count && recipe->calls[*next].step == step; ++*next)
        if (!play(run, &recipe->calls[*next]))
            return false;
    if (!end_step(run, step))
        return false;
    run->out->replayed_steps++;
    at_run_loop_tell_steps(run);
    return true;
}

static void
say_version(struct at_run_loop *run)
{
    const char *then = run->opts->recipe->place.version;
    const char *now = run->opts->place.version;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (then[0] && now[0] && !at_str_is(at_str(then), now)) {
        at_buf_add_fmt(&text,
                       "the recording was made with version %s of the app, and "
                       "is tried on %s",
                       then, now);
        at_run_loop_tell(run, AT_RUN_LOG, at_buf_str(&text));
    }
    at_buf_deinit(&text);
}

// The call, if it is the assertion of step that did not hold; else SIZE_MAX.
static size_t
failed_assertion(const struct at_run_loop *run, size_t call, size_t step)
{
    const struct at_recipe *recipe = run->opts->recipe;
    bool failed = call < recipe->count && asserts(&recipe->calls[call]) &&
                  recipe->calls[call].step == step;
    return failed ? call : SIZE_MAX;
}

// Without a model that takes over, the step that no longer fits has failed.
static void
end_without_model(struct at_run_loop *run, size_t next)
{
    struct at_verdicts *verdicts = &run->out->verdicts;
    size_t step = verdicts->current;
    struct at_buf text = AT_BUF_INIT(8 * AT_KIB);
    at_buf_add_fmt(&text, "%s; no model can go on: set the key of one",
                   run->takeover);
    bool asserted = failed_assertion(run, next, step) != SIZE_MAX;
    bool expected = at_run_loop_failed_expectation(run, step) != NULL;
    at_verdicts_fail(verdicts, AT_DECIDED_BY_REPLAY, at_str(run->takeover));
    if (asserted || expected)
        verdicts->steps[step].rule =
            asserted ? AT_PROOF_ASSERTION_FAILED : AT_PROOF_EXPECTATION_FAILED;
    at_run_loop_end(run, AT_RUN_END_DONE, at_buf_text(&text));
    at_buf_deinit(&text);
}

// The model begins at the screen that the replay has come to.
static void
look(struct at_run_loop *run)
{
    at_agent_tool_result_deinit(&run->start);
    at_agent_tool_result_init(&run->start);
    (void)at_run_loop_call(run, NULL, AT_AGENT_SCREEN_DUMP, NULL, &run->start);
}

// The model continues in the open step. next is the call that did not fit, or
// the first one of the next step.
static void
note_healed(struct at_run_loop *run, size_t next)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_run_healed *healed = &run->out->healed;
    healed->why = at_strdup(run->takeover);
    healed->step = run->out->verdicts.current;
    healed->call = next;
    if (next < recipe->count && recipe->calls[next].step == healed->step)
        healed->recorded = at_recipe_call_json(&recipe->calls[next]);
}

// The model may find another way to the recorded proofs, and must not put
// others in their place.
static void
bind(struct at_run_loop *run, size_t next)
{
    struct at_buf text = AT_BUF_INIT(16 * AT_KIB);
    at_run_loop_bind(run,
                     failed_assertion(run, next, run->out->verdicts.current));
    at_buf_add_text(&text, run->takeover);
    at_run_loop_write_bound(run, &text);
    free(run->takeover);
    run->takeover = at_buf_take(&text);
    at_buf_deinit(&text);
}

static void
say_how_far(struct at_run_loop *run)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    const struct at_verdicts *verdicts = &run->out->verdicts;
    at_buf_add_fmt(&text, "replayed %zu/%zu steps, 0 tokens",
                   run->out->replayed_steps, verdicts->count);
    at_run_loop_tell(run, AT_RUN_LOG, at_buf_str(&text));
    if (verdicts->current == verdicts->count)
        at_run_loop_end(run, AT_RUN_END_DONE, at_buf_text(&text));
    at_buf_deinit(&text);
}

void
at_run_loop_replay(struct at_run_loop *run)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    const struct at_recipe *recipe = run->opts->recipe;
    size_t next = 0;
    while (next < recipe->count && recipe->calls[next].step < verdicts->current)
        next++; // calls of steps that are left out
    run->replaying = true;
    run->is_bare = !at_scenario_is_compiled(run->opts->scenario);
    at_run_loop_expect_recorded(run);
    say_version(run);
    while (verdicts->current < verdicts->count && play_step(run, &next))
        continue;
    run->replaying = false;
    say_how_far(run);
    if (run->out->end != AT_RUN_END_NONE || !run->takeover)
        return;
    at_run_loop_tell(run, AT_RUN_LOG, at_str(run->takeover));
    if (run->model) {
        note_healed(run, next);
        bind(run, next);
        look(run);
    } else {
        end_without_model(run, next);
    }
}
