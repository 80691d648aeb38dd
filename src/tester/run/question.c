#include "tester/run/question.h"

#include "base/limits.h"
#include "sys/clock.h"

static void
add_turn(const struct at_question *question,
         struct at_conversation *conversation)
{
    struct at_turn turn = {.role = AT_TURN_USER};
    at_turn_add_text(&turn, question->text);
    if (question->picture) {
        struct at_part *part = at_turn_add(&turn, AT_PART_IMAGE);
        part->mime = question->mime;
        part->image_len = question->picture->len;
        part->image = at_buf_take(question->picture);
    }
    at_conversation_add(conversation, &turn);
}

static void
add_words(const struct at_turn *turn, struct at_buf *out)
{
    for (size_t i = 0; i < turn->count; i++) {
        if (turn->parts[i].kind == AT_PART_TEXT && turn->parts[i].text)
            at_buf_add_text(out, turn->parts[i].text);
    }
}

static void
on_sent(void *user, const json_t *request, struct at_str body)
{
    const struct at_question_model *who = user;
    at_model_log_sent(who->log, request, body);
}

static void
on_retry(void *user, const struct at_model_failure *failure, int attempt,
         int64_t wait_ms)
{
    const struct at_question_model *who = user;
    if (who->retry)
        who->retry(who->user, failure, attempt, wait_ms);
}

static bool
ask(const struct at_op *op, const struct at_question_model *who,
    const struct at_model_request *request, struct at_answer *out,
    struct at_err *err)
{
    const struct at_model_listener listener = {
        .retry = on_retry, .sent = on_sent, .user = (void *)who};
    struct at_model_answer answer = {0};
    int64_t began_ns = at_now_ns();
    bool ok = at_model_ask(op, who->model, request, &listener, &answer, err);
    out->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    at_str_cut(out->call_path, sizeof(out->call_path),
               at_str(at_model_log_answer(who->log, who->profile, &answer, ok,
                                          out->duration_ms)));
    if (ok) {
        add_words(&answer.reply.turn, &out->words);
        out->usage = answer.reply.usage;
    }
    at_model_reply_deinit(&answer.reply);
    return ok;
}

bool
at_question_ask(const struct at_op *op, const struct at_question_model *who,
                const struct at_question *question, struct at_answer *out,
                struct at_err *err)
{
    struct at_conversation conversation = AT_CONVERSATION_INIT;
    struct at_op ask_op = *op;
    int64_t most = who->profile->row->max_out_tokens;
    bool is_capped = most > 0 && most < question->max_tokens;
    *out = (struct at_answer){.words = AT_BUF_INIT(AT_MODEL_ANSWER_MAX_BYTES)};
    if (question->max_ms > 0)
        ask_op = at_op_sub(op, at_now_ns(), question->max_ms);
    add_turn(question, &conversation);
    const struct at_model_request request = {
        .profile = who->profile,
        .system = question->system,
        .conversation = &conversation,
        .max_out_tokens = is_capped ? most : question->max_tokens,
        .force_text = true,
    };
    bool ok = ask(&ask_op, who, &request, out, err);
    at_conversation_deinit(&conversation);
    return ok;
}

void
at_answer_deinit(struct at_answer *answer)
{
    at_buf_deinit(&answer->words);
}
