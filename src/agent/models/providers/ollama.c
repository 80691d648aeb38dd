// ollama.c: the native API of Ollama
#include "agent/models/providers/exchange.h"
#include "agent/models/providers/formats.h"
#include "agent/models/providers/openai.h"
#include "agent/models/providers/reading.h"
#include "agent/models/providers/stream.h"
#include "wire/json.h"

static const char format[] = "ollama";

static json_t *
message_of(const char *role, json_t *content)
{
    return at_model_exchange_message(role, "content", content);
}

static void
write_assistant(const struct at_model_request *request,
                const struct at_turn *turn, json_t *out)
{
    (void)request;
    const json_t *raw = at_model_exchange_raw(turn, format);
    if (turn->count == 0)
        return;
    if (raw) {
        json_array_append(out, (json_t *)(uintptr_t)raw);
        return;
    }
    json_t *message =
        message_of("assistant", at_model_exchange_all_words(NULL, turn));
    json_t *calls = json_array();
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *call = &turn->parts[i];
        if (call->kind != AT_PART_CALL)
            continue;
        json_t *function = json_object();
        at_json_set_text(function, "name", call->name);
        at_json_set(function, "arguments", at_model_exchange_args(call));
        json_t *item = json_object();
        at_json_set_text(item, "id", call->id);
        at_json_set(item, "function", function);
        json_array_append_new(calls, item);
    }
    if (json_array_size(calls) > 0)
        at_json_set(message, "tool_calls", json_incref(calls));
    json_decref(calls);
    json_array_append_new(out, message);
}

static void
write_result(const struct at_model_request *request, const struct at_part *call,
             const struct at_part *result, json_t *out)
{
    json_t *message =
        message_of("tool", at_model_exchange_result_text(request, result));
    at_json_set_text(message, "tool_name", call->name);
    at_json_set_text(message, "tool_call_id", call->id);
    json_array_append_new(out, message);
}

static void
write_user(const struct at_model_request *request, const struct at_turn *asked,
           const struct at_turn *user, json_t *out)
{
    json_t *images = json_array();
    for (size_t i = 0; asked && i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind != AT_PART_CALL)
            continue;
        write_result(request, call, at_model_exchange_result(asked, call, user),
                     out);
    }
    for (size_t i = 0; user && i < user->count; i++) {
        if (at_model_exchange_shows(request, &user->parts[i]))
            json_array_append_new(
                images, at_model_exchange_base64("", &user->parts[i]));
    }
    json_t *message =
        message_of("user", at_model_exchange_all_words(asked, user));
    bool has_words = at_json_get_str(message, "content").len > 0;
    bool has_images = json_array_size(images) > 0;
    if (has_images && !has_words)
        at_json_set_text(message, "content", "The pictures of these results:");
    if (has_images)
        at_json_set(message, "images", json_incref(images));
    if (has_words || has_images)
        json_array_append(out, message);
    json_decref(message);
    json_decref(images);
}

static json_t *
options_of(const struct at_model_request *request)
{
    const struct at_profile *profile = request->profile;
    json_t *options = json_object();
    // The server's default is small, and it cuts a longer prompt silently.
    at_json_set(options, "num_ctx", json_integer(profile->row->context_tokens));
    at_json_set(options, "num_predict", json_integer(request->max_out_tokens));
    at_model_exchange_set_temperature(profile, profile->temperature, options);
    return options;
}

static json_t *
request_body(const struct at_model_request *request)
{
    const struct at_profile *profile = request->profile;
    json_t *body = json_object();
    json_t *messages = json_array();
    at_json_set_text(body, "model", profile->model);
    // The server streams by default.
    at_json_set(body, "stream", json_boolean(profile->stream));
    // Newer servers refuse what is too long instead of cutting it.
    at_json_set(body, "truncate", json_false());
    at_json_set(body, "shift", json_false());
    at_json_set_text(body, "keep_alive", "10m");
    if (profile->row->quirks & AT_QUIRK_NO_THINKING)
        at_json_set(body, "think", json_false());
    at_json_set(body, "options", options_of(request));
    if (at_str_trim(request->system).len > 0)
        json_array_append_new(
            messages, message_of("system", at_json_text(request->system)));
    at_model_exchange_write(
        request,
        &(struct at_model_exchange_writer){write_assistant, write_user},
        messages);
    at_json_set(body, "messages", messages);
    // The API lacks tool_choice: leave out the tools to prevent calls.
    if (json_array_size(request->tools) > 0 && !request->force_text)
        at_json_set(body, "tools", at_openai_tools(request->tools));
    return body;
}

static const struct at_stop_row stops[] = {
    {"stop", AT_MODEL_STOP_DONE},
    {"length", AT_MODEL_STOP_LENGTH},
    {NULL, AT_MODEL_STOP_DONE},
};

static void
read_call(const char *seed, json_t *item, struct at_turn *turn)
{
    json_t *function = json_object_get(item, "function");
    const json_t *args = json_object_get(function, "arguments");
    // Only newer servers send ids.
    const struct at_part *call =
        at_reading_add_call(turn, seed, at_json_get_str(item, "id"),
                            at_json_get_str(function, "name"), args);
    if (!call)
        return;
    if (!json_is_object(args))
        at_json_set(function, "arguments", at_model_exchange_args(call));
    at_json_set_text(function, "name", call->name);
}

static void
read_message(const char *seed, json_t *message, struct at_turn *turn)
{
    size_t i;
    json_t *item;
    at_reading_text(turn, AT_PART_THOUGHT,
                    at_json_get_str(message, "thinking"));
    at_reading_text(turn, AT_PART_TEXT, at_json_get_str(message, "content"));
    json_array_foreach(json_object_get(message, "tool_calls"), i, item)
    {
        if (json_is_object(json_object_get(item, "function")))
            read_call(seed, item, turn);
    }
    at_reading_drop_nulls(message);
    if (!json_object_get(message, "content"))
        at_json_set_text(message, "content", "");
    at_json_set_text(message, "role", "assistant");
    turn->raw = json_incref(message);
    turn->format = format;
}

static enum at_model_stop
stop_of(const struct at_profile *profile, const json_t *answer)
{
    enum at_model_stop stop = at_stop_find(
        stops, at_json_get_str(answer, "done_reason"), AT_MODEL_STOP_DONE);
    int64_t prompt = at_reading_tokens(answer, "prompt_eval_count");
    int64_t all = prompt + at_reading_tokens(answer, "eval_count");
    int64_t context = profile->row->context_tokens;
    // A prompt that fills the context was cut, so the reply answers a different
    // prompt.
    if (prompt >= context || (stop == AT_MODEL_STOP_LENGTH && all >= context))
        return AT_MODEL_STOP_CONTEXT;
    return stop;
}

static bool
read_answer(const struct at_profile *profile, json_t *answer,
            struct at_model_reply *out, struct at_model_failure *out_failure)
{
    json_t *message = json_object_get(answer, "message");
    struct at_str reason = at_json_get_str(answer, "done_reason");
    if (!json_is_object(message) || at_str_is(reason, "load") ||
        at_str_is(reason, "unload"))
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the answer has no message");
    char seed[AT_READING_SEED_MAX];
    at_reading_seed(answer, seed);
    read_message(seed, message, &out->turn);
    out->stop = stop_of(profile, answer);
    out->usage = (struct at_model_usage){
        .in_tokens = at_reading_tokens(answer, "prompt_eval_count"),
        .out_tokens = at_reading_tokens(answer, "eval_count"),
    };
    at_reading_finish(at_json_get_str(answer, "model"), out);
    return true;
}

static bool
take_event(struct at_model_stream *stream, struct at_str name, json_t *data,
           struct at_model_failure *out_failure)
{
    (void)name;
    json_t *answer = at_model_stream_answer(stream);
    json_t *message = at_model_stream_object(answer, "message");
    const json_t *from = json_object_get(data, "message");
    struct at_str text = at_json_get_str(from, "content");
    struct at_str thought = at_json_get_str(from, "thinking");
    at_model_stream_append(stream, message, "content", text);
    at_model_stream_append(stream, message, "thinking", thought);
    at_model_stream_say(stream, text, false);
    at_model_stream_say(stream, thought, true);
    size_t i;
    json_t *call;
    json_array_foreach(json_object_get(from, "tool_calls"), i, call)
    {
        if (!at_model_stream_add(at_model_stream_array(message, "tool_calls"),
                                 call, out_failure))
            return false;
    }
    if (json_is_true(json_object_get(data, "done"))) {
        json_object_del(data, "message");
        json_object_update(answer, data);
        at_model_stream_complete(stream);
    }
    return true;
}

const struct at_provider at_provider_ollama = {
    .name = format,
    .path = "/api/chat",
    .headers = at_openai_headers,
    .request = request_body,
    .read = read_answer,
    .event = take_event,
    .lines = true,
    .models_path = "/api/tags",
};
