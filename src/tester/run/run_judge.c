// run_judge.c: the second model's opinion of each step that passed
#include "agent/loop/budget.h"
#include "agent/proof/judge.h"
#include "base/limits.h"
#include "tester/run/run_priv.h"

enum {
    ASK_MAX_MS = 120000,
    ANSWER_MAX_TOKENS = 4096, // including its thoughts
    PROMPT_MAX_BYTES = 256 * AT_KIB,
};

struct judging {
    struct at_run_loop *run;
    struct at_question_model who;
    const char *name;
    struct at_buf silent; // reason to ask about no more steps; "" until then
};

// Set the second model's opinion of a step, and add its event.
static void
settle(struct judging *judging, size_t step, enum at_opinion opinion,
       const char *said, const struct at_answer *answer)
{
    static const char *const told[AT_OPINION_COUNT] = {
        [AT_OPINION_AGREES] = "agrees with",
        [AT_OPINION_DOUBTS] = "doubts",
        [AT_OPINION_UNKNOWN] = "has no opinion on",
    };
    struct at_run_loop *run = judging->run;
    struct at_buf text = AT_BUF_INIT(PROMPT_MAX_BYTES);
    const struct at_second second = {opinion, at_str(judging->name),
                                     at_str(said)};
    at_verdicts_second(&run->out->verdicts, step, &second);
    at_buf_add_fmt(&text, "the second model (%s) %s step %zu%s%s",
                   judging->name, told[opinion], step + 1, said[0] ? ": " : "",
                   said);
    at_run_loop_tell_answer(run, (int)step + 1, at_buf_str(&text), answer);
    at_buf_deinit(&text);
}

// Its calls count in the budgets, and do not end the run: without an answer the
// verdict stays.
static bool
may_ask(struct judging *judging)
{
    struct at_run_loop *run = judging->run;
    const struct at_model_usage *usage = &run->out->totals.usage;
    const struct at_budgets budgets = at_run_loop_budgets(run);
    const struct at_budget_use use = {
        .tokens = usage->in_tokens + usage->out_tokens,
        .cost_usd = usage->cost_usd,
        .unpriced = usage->unpriced,
    };
    return judging->silent.len == 0 &&
           !at_budget_spent(&budgets, &use, &judging->silent);
}

static void
take(struct judging *judging, size_t step, const struct at_answer *answer)
{
    struct at_judge_answer read;
    at_judge_answer_read(at_buf_str(&answer->words), &read);
    at_strategy_add_usage(&judging->run->out->totals.usage, &answer->usage);
    settle(judging, step, read.opinion, read.reason, answer);
}

static void
ask(struct judging *judging, size_t step)
{
    struct at_run_loop *run = judging->run;
    struct at_buf system = AT_BUF_INIT(PROMPT_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(PROMPT_MAX_BYTES);
    struct at_answer answer;
    struct at_err err = AT_ERR_INIT;
    at_judge_prompt_system(at_str(run->marker), &system);
    at_judge_prompt_user(
        &(const struct at_judge_question){
            &run->out->verdicts, step, run->opts->secrets, at_str(run->marker)},
        &text);
    const struct at_question question = {.system = at_buf_str(&system),
                                         .text = at_buf_str(&text),
                                         .max_tokens = ANSWER_MAX_TOKENS,
                                         .max_ms = ASK_MAX_MS};
    bool ok =
        at_question_ask(&run->op, &judging->who, &question, &answer, &err);
    if (!ok) {
        at_buf_add_fmt(&judging->silent, "it could not be asked: %s", err.msg);
        settle(judging, step, AT_OPINION_UNKNOWN, at_buf_text(&judging->silent),
               &answer);
    } else {
        take(judging, step, &answer);
    }
    at_answer_deinit(&answer);
    at_buf_deinit(&system);
    at_buf_deinit(&text);
}

static void
judge(struct judging *judging, size_t step)
{
    struct at_answer none = {.duration_ms = -1};
    if (may_ask(judging))
        ask(judging, step);
    else
        settle(judging, step, AT_OPINION_UNKNOWN, at_buf_text(&judging->silent),
               &none);
}

// Replayed steps belong to a run that has passed before: a replay asks no
// model.
void
at_run_loop_judge(struct at_run_loop *run)
{
    const struct at_profile *second = run->opts->second;
    const struct at_verdicts *verdicts = &run->out->verdicts;
    if (!second || run->out->end != AT_RUN_END_DONE)
        return;
    struct judging judging = {
        .run = run,
        .who = {.model = at_model_new(second),
                .profile = second,
                .log = run->log,
                .retry = at_run_loop_retries,
                .user = run},
        .name = second->row->id,
        .silent = AT_BUF_INIT(AT_KIB),
    };
    for (size_t i = run->out->replayed_steps; i < verdicts->count; i++) {
        if (verdicts->steps[i].verdict == AT_VERDICT_PASS)
            judge(&judging, i);
    }
    at_buf_deinit(&judging.silent);
    at_model_free(judging.who.model);
}
