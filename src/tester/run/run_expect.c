// run_expect.c: what the steps should show is known before anything is touched,
// and evaluated where they end
#include <stdlib.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "tester/run/expectations.h"
#include "tester/run/run_priv.h"

void
at_run_loop_expect(struct at_run_loop *run)
{
    struct at_expectations_told told;
    const struct at_question_model who = {
        .model = run->model,
        .profile = run->opts->profile,
        .log = run->log,
        .retry = at_run_loop_retries,
        .user = run,
    };
    if (!run->model || run->expected ||
        at_scenario_is_compiled(run->opts->scenario))
        return;
    run->expected = true;
    at_expectations_compile(&run->op, &who, run->opts->scenario, &told);
    at_run_loop_tell_answer(run, 0, at_buf_str(&told.text), &told.answer);
    at_verdicts_take_expectations(&run->out->verdicts);
    at_run_loop_expect_recorded(run);
    run->out->totals.usage = told.answer.usage;
    run->out->has_expectations = told.compiled;
    at_expectations_told_deinit(&told);
}

static bool
has_claim(const struct at_claims *claims, const struct at_claim *claim)
{
    for (size_t i = 0; i < claims->count; i++) {
        if (at_claim_eq(&claims->items[i], claim))
            return true;
    }
    return false;
}

void
at_run_loop_expect_recorded(struct at_run_loop *run)
{
    const struct at_recipe *recipe = run->opts->recipe;
    struct at_verdicts *verdicts = &run->out->verdicts;
    for (size_t i = 0; run->is_bare && i < recipe->end_count; i++) {
        const struct at_recipe_end *end = &recipe->ends[i];
        struct at_claim claim;
        if (end->step < verdicts->current || end->step >= verdicts->count ||
            !at_claim_read(end->proof.claim, &claim, NULL))
            continue;
        struct at_claims *expect = &verdicts->steps[end->step].expect;
        if (!has_claim(expect, &claim))
            at_claims_add(expect, &claim);
        at_claim_deinit(&claim);
    }
}

const struct at_assertion *
at_run_loop_failed_expectation(const struct at_run_loop *run, size_t step)
{
    const struct at_verdict_step *at = &run->out->verdicts.steps[step];
    for (size_t i = 0; i < at->expect.count; i++) {
        const struct at_assertion *newest = at_verdicts_expectation(at, i);
        if (newest && newest->outcome == AT_CLAIM_FAILS &&
            newest->done == at->ledger.done)
            return newest;
    }
    return NULL;
}

// ── at the end of a step ──

static struct at_str
proved_text(const struct at_run_loop *run, const struct at_claim *claim,
            const struct at_tool_runner_expected *found, size_t i)
{
    const struct at_scene *scene = &run->scenes.items[found->scene];
    const struct at_secrets *secrets = run->opts->secrets;
    struct at_str text = at_recipe_end_text(claim, scene, &found->results[i]);
    return secrets && at_secrets_shown(secrets, text) ? AT_STR("") : text;
}

// Return the time from the last action until all claims of the step held; -1:
// unknown.
static int64_t
held_after_ms(const struct at_run_loop *run,
              const struct at_tool_runner_expected *found)
{
    int64_t ms = (found->held_ns - run->acted_ns) / AT_NS_PER_MS;
    if (found->held_ns == 0)
        return -1;
    return ms > 0 ? ms : 0;
}

// A claim that was recorded before keeps its text and its time.
static void
record(struct at_run_loop *run, size_t step, size_t i,
       const struct at_tool_runner_expected *found,
       const struct at_recipe_proof *recorded)
{
    const struct at_claim *claim =
        &run->out->verdicts.steps[step].expect.items[i];
    struct at_recipe_proof *proof = at_recipe_add_end(&run->out->recipe, step);
    if (recorded) {
        at_recipe_proof_set(proof, recorded->claim, at_str(recorded->text),
                            recorded->held_after_ms);
        return;
    }
    at_recipe_proof_claim(proof, claim, proved_text(run, claim, found, i),
                          held_after_ms(run, found));
}

// Note the findings in the verdict and in the recording.
static void
take(struct at_run_loop *run, size_t step,
     const struct at_tool_runner_expected *found,
     const struct at_recipe_proof *const *recorded)
{
    struct at_verdicts *verdicts = &run->out->verdicts;
    const struct at_claims *claims = &verdicts->steps[step].expect;
    at_verdicts_saw(verdicts, found->scene);
    at_recipe_forget_ends(&run->out->recipe, step);
    for (size_t i = 0; i < claims->count; i++) {
        at_verdicts_expected(verdicts, step, i, &found->results[i]);
        if (found->results[i].outcome == AT_CLAIM_HOLDS &&
            found->scene != AT_SCENE_NONE)
            record(run, step, i, found, recorded[i]);
    }
}

static bool
expect(struct at_run_loop *run, size_t step, int64_t timeout_ms)
{
    const struct at_recipe *recipe = run->opts->recipe;
    const struct at_claims *claims = &run->out->verdicts.steps[step].expect;
    bool binds = run->replaying || run->bound.is_on;
    const struct at_recipe_proof **recorded =
        at_alloc((claims->count + 1) * sizeof(*recorded));
    struct at_tool_runner_expected found = {
        .results = at_alloc((claims->count + 1) * sizeof(*found.results))};
    struct at_err err = AT_ERR_INIT;
    for (size_t i = 0; i < claims->count; i++) {
        at_claim_result_init(&found.results[i]);
        recorded[i] =
            binds ? at_recipe_find_end(recipe, step, &claims->items[i]) : NULL;
    }
    bool ok = at_tool_runner_expect(&run->op, run->runner,
                                    &(const struct at_tool_runner_expectation){
                                        claims, recorded, timeout_ms},
                                    &found, &err);
    if (ok)
        take(run, step, &found, recorded);
    else
        at_run_loop_end_by(run, &err);
    for (size_t i = 0; i < claims->count; i++)
        at_claim_result_deinit(&found.results[i]);
    free(found.results);
    free(recorded);
    return ok;
}

bool
at_run_loop_check_step(struct at_run_loop *run, size_t step, int64_t timeout_ms)
{
    const struct at_verdicts *verdicts = &run->out->verdicts;
    bool is_near = step == verdicts->current || step + 1 == verdicts->current;
    at_run_loop_note_death(run);
    if (step >= verdicts->count || !is_near ||
        verdicts->steps[step].expect.count == 0)
        return true;
    return expect(run, step, timeout_ms);
}
