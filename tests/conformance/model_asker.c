// model_asker.c: whole conversations with models, for the tests of providers
//
// A line of stdin is a conversation {"id","profile","environment","system",
// "tools","user","image","results"} or {"cancel": id}. results has what each
// tool answers, by name: {"text","image","isError"}; images are {"mime","data"
// in base64}. Conversations run at the same time, each until the model says its
// last words. Lines of stdout: {"id","event":"retry"|"said"|"end",…}.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/run/model.h"
#include "wire/json.h"

enum { TURNS_MAX = 20, CONVERSATION_MAX_MS = 60000 };

static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;

struct talk {
    json_int_t id;
    json_t *input;            // owned
    json_t *turns;            // owned: what the model said
    struct at_cancel *cancel; // owned
    pthread_t thread;
    struct talk *next;
};

static const char *const stops[] = {
    [AT_MODEL_STOP_DONE] = "done",
    [AT_MODEL_STOP_CALLS] = "calls",
    [AT_MODEL_STOP_LENGTH] = "length",
    [AT_MODEL_STOP_REFUSED] = "refused",
    [AT_MODEL_STOP_CONTEXT] = "context",
    [AT_MODEL_STOP_PAUSED] = "paused",
    [AT_MODEL_STOP_MALFORMED] = "malformed",
};

static const char *const classes[AT_MODEL_CLASS_COUNT] = {
    [AT_MODEL_OK] = "ok",
    [AT_MODEL_RETRY] = "retry",
    [AT_MODEL_THROTTLED] = "throttled",
    [AT_MODEL_AUTH] = "auth",
    [AT_MODEL_BILLING] = "billing",
    [AT_MODEL_TOO_LONG] = "too long",
    [AT_MODEL_BAD_REQUEST] = "bad request",
    [AT_MODEL_BAD_MODEL] = "bad model",
};

static void
print(json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT);
    pthread_mutex_lock(&out_lock);
    puts(text);
    fflush(stdout);
    pthread_mutex_unlock(&out_lock);
    free(text);
    json_decref(line);
}

static json_t *
event_of(const struct talk *talk, const char *name)
{
    json_t *line = json_object();
    at_json_set(line, "id", json_integer(talk->id));
    at_json_set_text(line, "event", name);
    return line;
}

static json_t *
failure_json(const struct at_model_failure *failure)
{
    json_t *json = json_object();
    at_json_set_text(json, "class", classes[failure->class]);
    at_json_set(json, "status", json_integer(failure->status));
    at_json_set(json, "waitMs", json_integer(failure->wait_ms));
    at_json_set_text(json, "text", failure->text);
    return json;
}

static void
on_said(void *user, struct at_str text, bool thought)
{
    json_t *line = event_of(user, "said");
    at_json_set(line, "text", at_json_text(text));
    at_json_set(line, "thought", json_boolean(thought));
    print(line);
}

static void
on_retry(void *user, const struct at_model_failure *failure, int attempt,
         int64_t wait_ms)
{
    json_t *line = event_of(user, "retry");
    at_json_set(line, "failure", failure_json(failure));
    at_json_set(line, "attempt", json_integer(attempt));
    at_json_set(line, "waitMs", json_integer(wait_ms));
    print(line);
}

static const char *
variable(void *user, const char *name)
{
    const struct talk *talk = user;
    return json_string_value(
        json_object_get(json_object_get(talk->input, "environment"), name));
}

// Give part the picture {"mime","data"}; none if json is NULL.
static void
set_image(struct at_part *part, const json_t *json)
{
    struct at_buf bytes = AT_BUF_INIT(AT_MODEL_REQUEST_MAX_BYTES);
    bool png = at_str_is(at_json_get_str(json, "mime"), "image/png");
    if (json && at_base64_read(at_json_get_str(json, "data"), &bytes)) {
        part->mime = png ? "image/png" : "image/jpeg";
        part->image_len = bytes.len;
        part->image = at_alloc(bytes.len);
        memcpy(part->image, bytes.data, bytes.len);
    }
    at_buf_deinit(&bytes);
}

static json_t *
usage_json(const struct at_model_usage *usage)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:f}", "in",
                     (json_int_t)usage->in_tokens, "cached",
                     (json_int_t)usage->cached_tokens, "written",
                     (json_int_t)usage->cache_write_tokens, "out",
                     (json_int_t)usage->out_tokens, "cost", usage->cost_usd);
}

static json_t *
part_json(const struct at_part *part)
{
    static const char *const kinds[] = {
        [AT_PART_TEXT] = "text",       [AT_PART_IMAGE] = "image",
        [AT_PART_CALL] = "call",       [AT_PART_RESULT] = "result",
        [AT_PART_THOUGHT] = "thought",
    };
    json_t *json = json_object();
    at_json_set_text(json, "kind", kinds[part->kind]);
    if (part->name)
        at_json_set_text(json, "name", part->name);
    if (part->text)
        at_json_set_text(json, "text", part->text);
    if (part->args)
        at_json_set(json, "args", json_incref(part->args));
    return json;
}

static void
note_reply(struct talk *talk, const struct at_model_reply *reply)
{
    json_t *parts = json_array();
    json_t *turn = json_object();
    for (size_t i = 0; i < reply->turn.count; i++)
        json_array_append_new(parts, part_json(&reply->turn.parts[i]));
    at_json_set_text(turn, "stop", stops[reply->stop]);
    at_json_set(turn, "parts", parts);
    at_json_set(turn, "usage", usage_json(&reply->usage));
    if (reply->model)
        at_json_set_text(turn, "model", reply->model);
    json_array_append_new(talk->turns, turn);
}

static void
add_first_turn(const struct talk *talk, struct at_conversation *out)
{
    struct at_turn turn = {.role = AT_TURN_USER};
    const json_t *image = json_object_get(talk->input, "image");
    at_turn_add_text(&turn, at_json_get_str(talk->input, "user"));
    if (json_is_object(image))
        set_image(at_turn_add(&turn, AT_PART_IMAGE), image);
    at_conversation_add(out, &turn);
}

// Answer every call of the last turn.
static void
add_results(const struct talk *talk, struct at_conversation *out)
{
    const struct at_turn *asked = &out->turns[out->count - 1];
    struct at_turn turn = {.role = AT_TURN_USER};
    for (size_t i = 0; i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind != AT_PART_CALL)
            continue;
        const json_t *said = json_object_get(
            json_object_get(talk->input, "results"), call->name);
        struct at_part *part = at_turn_add(&turn, AT_PART_RESULT);
        struct at_str text = at_json_get_str(said, "text");
        part->id = at_strdup(call->id);
        part->name = at_strdup(call->name);
        part->text = said ? at_strndup(text.ptr, text.len)
                          : at_strdup("ERROR: there is no such tool");
        part->is_error = !said || !call->args ||
                         json_is_true(json_object_get(said, "isError"));
        set_image(part, json_object_get(said, "image"));
    }
    at_conversation_add(out, &turn);
}

// False: the conversation is over, well or not.
static bool
ask_once(const struct at_op *op, struct talk *talk, struct at_model *model,
         const struct at_model_request *request, json_t *end)
{
    struct at_model_listener ears = {
        .said = on_said, .retry = on_retry, .user = talk};
    struct at_model_answer answer;
    struct at_err err = AT_ERR_INIT;
    struct at_conversation *conversation =
        (struct at_conversation *)(uintptr_t)request->conversation;
    if (!at_model_ask(op, model, request, &ears, &answer, &err)) {
        at_json_set(end, "failure", failure_json(&answer.failure));
        at_json_set_text(end, "error", err.msg);
        return false;
    }
    note_reply(talk, &answer.reply);
    bool goes_on = at_turn_call_count(&answer.reply.turn) > 0;
    at_conversation_add(conversation, &answer.reply.turn);
    at_model_reply_deinit(&answer.reply);
    if (goes_on)
        add_results(talk, conversation);
    return goes_on;
}

static void
converse(struct talk *talk, const struct at_profile *profile, json_t *end)
{
    struct at_op all = {.deadline_ns = AT_NEVER_NS, .cancel = talk->cancel};
    struct at_op op = at_op_sub(&all, at_now_ns(), CONVERSATION_MAX_MS);
    struct at_conversation conversation = AT_CONVERSATION_INIT;
    struct at_model *model = at_model_new(profile);
    struct at_model_request request = {
        .profile = profile,
        .system = at_json_get_str(talk->input, "system"),
        .tools = json_object_get(talk->input, "tools"),
        .conversation = &conversation,
        .max_out_tokens = 4096,
    };
    add_first_turn(talk, &conversation);
    for (int i = 0; i < TURNS_MAX; i++) {
        if (!ask_once(&op, talk, model, &request, end))
            break;
    }
    at_model_free(model);
    at_conversation_deinit(&conversation);
}

static void *
run(void *user)
{
    struct talk *talk = user;
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    json_t *end = event_of(talk, "end");
    struct at_str id = at_json_get_str(talk->input, "profile");
    if (!at_profile_init(&profile, id, variable, talk, &err))
        at_json_set_text(end, "error", err.msg);
    else if (!at_profile_check(&profile, &err))
        at_json_set_text(end, "error", err.msg);
    else
        converse(talk, &profile, end);
    at_profile_deinit(&profile);
    at_json_set(end, "turns", json_incref(talk->turns));
    print(end);
    return NULL;
}

static struct talk *
start(json_t *input, struct talk *next)
{
    struct talk *talk = at_alloc(sizeof(*talk));
    *talk = (struct talk){
        .id = json_integer_value(json_object_get(input, "id")),
        .input = input,
        .turns = json_array(),
        .cancel = at_cancel_new(NULL, NULL),
        .next = next,
    };
    at_assert(talk->cancel);
    at_assert(pthread_create(&talk->thread, NULL, run, talk) == 0);
    return talk;
}

static struct talk *
take_line(const char *line, struct talk *talks)
{
    struct at_err err = AT_ERR_INIT;
    json_t *input = at_json_parse(at_str_trim(at_str(line)), &err);
    const json_t *cancelled = json_object_get(input, "cancel");
    at_assert(input);
    if (!cancelled)
        return start(input, talks);
    for (struct talk *talk = talks; talk; talk = talk->next) {
        if (talk->id == json_integer_value(cancelled))
            at_cancel_fire(talk->cancel);
    }
    json_decref(input);
    return talks;
}

int
main(void)
{
    struct talk *talks = NULL;
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, stdin) > 0)
        talks = take_line(line, talks);
    free(line);
    while (talks) {
        struct talk *talk = talks;
        talks = talk->next;
        pthread_join(talk->thread, NULL);
        at_cancel_free(talk->cancel);
        json_decref(talk->input);
        json_decref(talk->turns);
        free(talk);
    }
    return 0;
}
