// run_bound.c: recorded proofs that bind the model that took over
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "tester/run/run_priv.h"

void
at_run_loop_bind(struct at_run_loop *run, size_t failed)
{
    const struct at_recipe *recipe = run->opts->recipe;
    run->bound = (struct at_run_loop_bound){
        .is_on = true,
        .failed = failed,
        .held = at_alloc((recipe->count + 1) * sizeof(bool)),
        .checked = at_alloc((run->out->verdicts.count + 1) * sizeof(bool)),
    };
    for (size_t i = 0; i < run->out->verdicts.current; i++)
        run->bound.checked[i] = true; // the replay did it
}

static bool
binds(const struct at_run_loop *run, size_t call)
{
    return call == run->bound.failed ||
           at_recipe_is_binding(run->opts->recipe, call);
}

static void
write_end(const struct at_recipe_end *end, struct at_buf *out)
{
    struct at_claim claim;
    if (!at_claim_read(end->proof.claim, &claim, NULL))
        return;
    at_buf_add_fmt(out, "\nStep %zu: ", end->step + 1);
    at_claim_write(&claim, out);
    at_buf_add_text(out, " (the engine checks this)");
    at_claim_deinit(&claim);
}

static void
write_call(const struct at_recipe_call *call, struct at_buf *out)
{
    const char *text = call->proof.text;
    struct at_agent_args args;
    at_agent_args_read(call->tool, call->args, &args);
    at_buf_add_fmt(out, "\nStep %zu: %s %s", call->step + 1,
                   at_agent_tool_rows[call->tool].name, AT_QUOTED(args.text));
    if (text[0] && !at_str_is(args.text, text))
        at_buf_add_fmt(out, ", whose text was %s", AT_QUOTED(at_str(text)));
}

void
at_run_loop_write_bound(const struct at_run_loop *run, struct at_buf *out)
{
    const struct at_recipe *recipe = run->opts->recipe;
    size_t step = run->out->verdicts.current;
    at_buf_add_text(out, "\nThe recording proves each step by an assertion. "
                         "Find another way to the same one; a step passes only "
                         "if it holds when the step ends, no other takes its "
                         "place:");
    for (size_t i = 0; i < recipe->count && out->len < 4 * AT_KIB; i++) {
        if (recipe->calls[i].step >= step && binds(run, i))
            write_call(&recipe->calls[i], out);
    }
    for (size_t i = 0; i < recipe->end_count && out->len < 4 * AT_KIB; i++) {
        if (recipe->ends[i].step >= step)
            write_end(&recipe->ends[i], out);
    }
}

static bool
is_same_assertion(const struct at_recipe_call *call, enum at_agent_tool tool,
                  const json_t *args, const struct at_agent_tool_result *result)
{
    struct at_agent_args recorded, given;
    at_agent_args_read(call->tool, call->args, &recorded);
    at_agent_args_read(tool, args, &given);
    return call->tool == tool && result->evidence == AT_EVIDENCE_HELD &&
           recorded.text.ptr && at_str_eq(recorded.text, given.text) &&
           (!result->proved || at_recipe_text_fits(at_str(call->proof.text),
                                                   at_str(result->proved)));
}

// A proof from before an action may not hold after it, but the failed assertion
// may have been meant to hold in between.
void
at_run_loop_note_call(struct at_run_loop *run, enum at_agent_tool tool,
                      const json_t *args,
                      const struct at_agent_tool_result *result)
{
    const struct at_recipe *recipe = run->opts->recipe;
    size_t step = run->out->verdicts.current;
    if (result->acted)
        run->acted_ns = at_now_ns();
    for (size_t i = 0; run->bound.is_on && i < recipe->count; i++) {
        if (recipe->calls[i].step != step)
            continue;
        if (is_same_assertion(&recipe->calls[i], tool, args, result))
            run->bound.held[i] = true;
        else if (result->acted && at_recipe_is_binding(recipe, i))
            run->bound.held[i] = false;
    }
}

static void
fail(struct at_run_loop *run, size_t step,
     const struct at_agent_tool_result *result)
{
    struct at_verdicts *verdicts = &run->out->verdicts;
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_text(&text, "the recorded proof does not hold: ");
    at_line_write(at_utf8_head(at_buf_str(&result->text), AT_KIB), &text);
    verdicts->steps[step].rule = AT_PROOF_ASSERTION_FAILED;
    (void)at_verdicts_claim(verdicts, step, false, at_buf_str(&text));
    at_buf_deinit(&text);
}

// The device could not be asked.
static void
leave_open(struct at_run_loop *run, size_t step, const struct at_err *why)
{
    struct at_verdict_step *ended = &run->out->verdicts.steps[step];
    free(ended->reason);
    ended->verdict = AT_VERDICT_UNVERIFIED;
    ended->reason =
        at_strfmt("the recorded proof could not be evaluated: %s", why->msg);
    at_run_loop_end_by(run, why);
}

// The call belongs to the recording of this run too: it proves the step.
static void
keep(struct at_recipe *recipe, const struct at_recipe_call *call)
{
    if (recipe->count == 0 ||
        recipe->calls[recipe->count - 1].step <= call->step)
        (void)at_recipe_add_copy(recipe, call);
}

static bool
holds(struct at_run_loop *run, const struct at_recipe_call *call)
{
    struct at_agent_tool_result result;
    struct at_err err = AT_ERR_INIT;
    at_agent_tool_result_init(&result);
    bool asked =
        at_tool_runner_replay(&run->op, run->runner, call, &result, &err);
    bool ok = asked && at_recipe_takes(call->tool, &result);
    if (asked) {
        struct at_buf args = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES / 4);
        at_agent_args_write(call->args, &args);
        run->replaying = true;
        at_run_loop_tell_call(run, call->tool, at_buf_str(&args), call->step,
                              &result);
        run->replaying = false;
        at_buf_deinit(&args);
    }
    if (ok)
        keep(&run->out->recipe, call);
    else if (asked)
        fail(run, call->step, &result);
    else
        leave_open(run, call->step, &err);
    at_agent_tool_result_deinit(&result);
    return ok;
}

static void
check_step(struct at_run_loop *run, size_t step)
{
    const struct at_recipe *recipe = run->opts->recipe;
    bool ok = true;
    run->bound.checked[step] = true;
    for (size_t i = 0; ok && i < recipe->count; i++) {
        if (recipe->calls[i].step == step && binds(run, i) &&
            !run->bound.held[i])
            ok = holds(run, &recipe->calls[i]);
    }
}

// A step that the model could not prove has failed if the recorded assertion
// that ended the replay still does not hold.
static bool
is_to_check(const struct at_run_loop *run, size_t step)
{
    const struct at_run_loop_bound *bound = &run->bound;
    enum at_verdict verdict = run->out->verdicts.steps[step].verdict;
    bool cut =
        run->out->end != AT_RUN_END_NONE && run->out->end != AT_RUN_END_DONE;
    bool failed = bound->failed != SIZE_MAX &&
                  run->opts->recipe->calls[bound->failed].step == step;
    return !bound->checked[step] &&
           (verdict == AT_VERDICT_PASS ||
            (verdict == AT_VERDICT_UNVERIFIED && failed && !cut));
}

void
at_run_loop_check_bound(struct at_run_loop *run)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    for (size_t i = 0; run->bound.is_on && i < verdicts->count; i++) {
        if (is_to_check(run, i))
            check_step(run, i);
    }
}

void
at_run_loop_bound_deinit(struct at_run_loop *run)
{
    free(run->bound.held);
    free(run->bound.checked);
}
