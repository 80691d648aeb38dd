#include "tester/run/expectations.h"

#include <stdlib.h>

#include "agent/proof/expect_prompt.h"
#include "base/alloc.h"
#include "base/limits.h"

enum {
    ASK_MAX_MS = 180000,
    ANSWER_MAX_TOKENS = 8192,
    WORDS_MAX_BYTES = 16 * 1024,
};

void
at_expectations_told_deinit(struct at_expectations_told *told)
{
    at_buf_deinit(&told->text);
    at_answer_deinit(&told->answer);
}

static size_t
count_claims(const struct at_claims *lists, size_t steps)
{
    size_t count = 0;
    for (size_t i = 0; i < steps; i++)
        count += lists[i].count;
    return count;
}

static void
take_answer(struct at_scenario *scenario, struct at_str answer,
            struct at_expectations_told *out)
{
    size_t steps = scenario->steps.count;
    struct at_claims *lists = at_alloc(steps * sizeof(*lists));
    struct at_buf notes = AT_BUF_INIT(WORDS_MAX_BYTES);
    out->compiled = at_expect_answer_read(scenario, answer, lists, &notes) > 0;
    at_buf_add_fmt(&out->text, "expectations compiled: %zu for %zu step%s",
                   count_claims(lists, steps), steps, steps == 1 ? "" : "s");
    if (notes.len > 0) {
        at_buf_add_text(&out->text, "\n");
        at_buf_add_str(&out->text, at_str_trim(at_buf_str(&notes)));
    }
    if (out->compiled)
        at_scenario_take_compiled(scenario, lists);
    at_buf_deinit(&notes);
    free(lists);
}

void
at_expectations_compile(const struct at_op *op,
                        const struct at_question_model *who,
                        struct at_scenario *scenario,
                        struct at_expectations_told *out)
{
    struct at_buf system = AT_BUF_INIT(WORDS_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(SIZE_MAX);
    struct at_err err = AT_ERR_INIT;
    *out = (struct at_expectations_told){.text = AT_BUF_INIT(AT_MIB)};
    at_expect_prompt_system(&system);
    at_expect_prompt_user(scenario, &text);
    const struct at_question question = {
        .system = at_buf_str(&system),
        .text = at_buf_str(&text),
        .max_tokens = ANSWER_MAX_TOKENS,
        .max_ms = ASK_MAX_MS,
    };
    if (at_question_ask(op, who, &question, &out->answer, &err))
        take_answer(scenario, at_buf_str(&out->answer.words), out);
    else
        at_buf_add_fmt(&out->text, "no expectations were compiled: %s",
                       err.msg);
    at_buf_deinit(&system);
    at_buf_deinit(&text);
}
