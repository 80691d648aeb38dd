#include "tester/run_priv.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"

enum { REPLAY_PROOF_MS = 10000 };

// Take the call over into the recording that this run leaves.
static void
keep(struct at_trial *run, const struct at_recipe_call *call)
{
    struct at_recipe_call *kept =
        at_recipe_add(&run->out->recipe, call->tool, call->args, call->step);
    at_recipe_target_copy(&kept->target, &call->target);
}

// Returns true if the call had the same result as when it was recorded.
static bool
fits(const struct at_trial *run, const struct at_recipe_call *call,
     const struct at_agent_tool_result *result)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    return at_recipe_takes(call->tool, result) &&
           !verdicts->steps[verdicts->current].crashed;
}

static void
take_over(struct at_trial *run, const struct at_recipe_call *call,
          struct at_str why)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_fmt(&text, "the app is not as it was recorded: %s: ",
                   at_agent_tool_rows[call->tool].name);
    at_line_write(at_utf8_head(why, AT_KIB), &text);
    free(run->takeover);
    run->takeover = at_buf_take(&text);
}

// Play one call. False: it does not fit, or the run has ended.
static bool
play(struct at_trial *run, const struct at_recipe_call *call)
{
    struct at_agent_tool_result result;
    at_agent_tool_result_init(&result);
    bool ok = at_trial_call(run, call, call->tool, call->args, &result);
    if (ok) {
        at_verdicts_note(&run->out->verdicts, result.evidence,
                         at_buf_str(&result.text), &result.testimony);
        ok = fits(run, call, &result);
        if (ok)
            keep(run, call);
        else
            take_over(run, call, at_buf_str(&result.text));
    }
    at_agent_tool_result_deinit(&result);
    return ok;
}

// Play all calls of the open step, from *next on, and end it if it is proved.
static bool
play_step(struct at_trial *run, size_t *next)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_verdicts *verdicts = &run->out->verdicts;
    size_t step = verdicts->current;
    at_verdicts_begin(verdicts, step);
    at_trial_tell_steps(run);
    for (; *next < recipe->count && recipe->calls[*next].step == step; ++*next)
        if (!play(run, &recipe->calls[*next]))
            return false;
    if (!at_trial_check_step(run, step, REPLAY_PROOF_MS))
        return false;
    if (!at_verdicts_is_proved(verdicts)) {
        free(run->takeover);
        run->takeover = at_strdup("the recording ends before its proof");
        return false;
    }
    (void)at_verdicts_claim(verdicts, step, true, AT_STR(""));
    run->out->replayed_steps++;
    at_trial_tell_steps(run);
    return true;
}

static void
say_version(struct at_trial *run)
{
    const char *then = run->opts->recipe->place.version;
    const char *now = run->opts->place.version;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (then[0] && now[0] && !at_str_is(at_str(then), now)) {
        at_buf_add_fmt(&text,
                       "the recording was made with version %s of the app; "
                       "this is %s",
                       then, now);
        at_trial_tell(run, AT_RUN_LOG, at_buf_str(&text));
    }
    at_buf_deinit(&text);
}

// Nobody can take over: the step that no longer fits has failed.
static void
end_without_model(struct at_trial *run)
{
    struct at_buf text = AT_BUF_INIT(8 * AT_KIB);
    at_buf_add_fmt(&text, "%s; no model can go on: set the key of one",
                   run->takeover);
    at_verdicts_fail(&run->out->verdicts, at_str(run->takeover));
    at_trial_end(run, AT_RUN_END_DONE, at_buf_text(&text));
    at_buf_deinit(&text);
}

// The model begins at the screen that the replay has come to.
static void
look(struct at_trial *run)
{
    json_t *args = json_object();
    at_agent_tool_result_deinit(&run->start);
    at_agent_tool_result_init(&run->start);
    (void)at_trial_call(run, NULL, AT_AGENT_SCREEN_DUMP, args, &run->start);
    json_decref(args);
}

// The model goes on in the open step. next is the call that did not fit, or the
// first one of the next step.
static void
note_healed(struct at_trial *run, size_t next)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_run_healed *healed = &run->out->healed;
    healed->why = at_strdup(run->takeover);
    healed->step = run->out->verdicts.current;
    healed->call = next;
    if (next < recipe->count && recipe->calls[next].step == healed->step)
        healed->recorded = at_recipe_call_json(&recipe->calls[next]);
}

static void
say_how_far(struct at_trial *run)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    const struct at_verdicts *verdicts = &run->out->verdicts;
    at_buf_add_fmt(&text, "replayed %zu/%zu steps, 0 tokens",
                   run->out->replayed_steps, verdicts->count);
    at_trial_tell(run, AT_RUN_LOG, at_buf_str(&text));
    if (verdicts->current == verdicts->count)
        at_trial_end(run, AT_RUN_END_DONE, at_buf_text(&text));
    at_buf_deinit(&text);
}

void
at_trial_replay(struct at_trial *run)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    size_t next = 0;
    run->replaying = true;
    say_version(run);
    while (verdicts->current < verdicts->count && play_step(run, &next))
        continue;
    run->replaying = false;
    say_how_far(run);
    if (run->out->end != AT_RUN_END_NONE || !run->takeover)
        return;
    at_trial_tell(run, AT_RUN_LOG, at_str(run->takeover));
    if (run->model) {
        note_healed(run, next);
        look(run);
    } else {
        end_without_model(run);
    }
}
