#include "tester/expectations.h"

#include <stdlib.h>

#include "agent/expect_prompt.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "tester/model.h"

enum {
    ASK_MAX_MS = 180000,
    ANSWER_MAX_TOKENS = 8192,
    WORDS_MAX_BYTES = 16 * 1024,
};

void
at_expectations_told_deinit(struct at_expectations_told *told)
{
    at_buf_deinit(&told->text);
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

static void
add_words(const struct at_turn *turn, struct at_buf *out)
{
    for (size_t i = 0; i < turn->count; i++)
        if (turn->parts[i].kind == AT_PART_TEXT && turn->parts[i].text)
            at_buf_add_text(out, turn->parts[i].text);
}

static void
add_question(const struct at_scenario *scenario,
             struct at_conversation *conversation)
{
    struct at_buf text = AT_BUF_INIT(SIZE_MAX);
    struct at_turn turn = {.role = AT_TURN_USER};
    at_expect_prompt_user(scenario, &text);
    at_turn_add_text(&turn, at_buf_str(&text));
    at_conversation_add(conversation, &turn);
    at_buf_deinit(&text);
}

static void
on_sent(void *user, const json_t *request, struct at_str body)
{
    const struct at_expectations_model *who = user;
    at_model_log_sent(who->log, request, body);
}

static void
on_retry(void *user, const struct at_model_failure *failure, int attempt,
         int64_t wait_ms)
{
    const struct at_expectations_model *who = user;
    if (who->retry)
        who->retry(who->user, failure, attempt, wait_ms);
}

static bool
ask(const struct at_op *op, struct at_expectations_model *who,
    const struct at_model_request *request, struct at_model_answer *answer,
    struct at_expectations_told *out)
{
    const struct at_model_listener listener = {
        .retry = on_retry,
        .sent = on_sent,
        .user = who,
    };
    struct at_err err = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    struct at_op ask_op = at_op_sub(op, began_ns, ASK_MAX_MS);
    bool ok =
        at_model_ask(&ask_op, who->model, request, &listener, answer, &err);
    out->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    at_str_cut(out->call_path, sizeof(out->call_path),
               at_str(at_model_log_answer(who->log, who->profile, answer, ok,
                                          out->duration_ms)));
    if (!ok)
        at_buf_add_fmt(&out->text, "no expectations were compiled: %s",
                       err.msg);
    return ok;
}

void
at_expectations_compile(const struct at_op *op,
                        struct at_expectations_model *who,
                        struct at_scenario *scenario,
                        struct at_expectations_told *out)
{
    struct at_buf system = AT_BUF_INIT(WORDS_MAX_BYTES);
    struct at_buf words = AT_BUF_INIT(AT_MODEL_ANSWER_MAX_BYTES);
    struct at_conversation conversation = AT_CONVERSATION_INIT;
    struct at_model_answer answer = {0};
    int64_t most = who->profile->row->max_out_tokens;
    *out = (struct at_expectations_told){.text = AT_BUF_INIT(AT_MIB)};
    at_expect_prompt_system(&system);
    add_question(scenario, &conversation);
    struct at_model_request request = {
        .profile = who->profile,
        .system = at_buf_str(&system),
        .conversation = &conversation,
        .max_out_tokens =
            most > 0 && most < ANSWER_MAX_TOKENS ? most : ANSWER_MAX_TOKENS,
        .force_text = true,
    };
    if (ask(op, who, &request, &answer, out)) {
        add_words(&answer.reply.turn, &words);
        out->usage = answer.reply.usage;
        take_answer(scenario, at_buf_str(&words), out);
    }
    at_model_reply_deinit(&answer.reply);
    at_conversation_deinit(&conversation);
    at_buf_deinit(&system);
    at_buf_deinit(&words);
}
