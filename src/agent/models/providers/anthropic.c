// anthropic.c: Messages of Anthropic, version 2023-06-01
#include <string.h>

#include "agent/models/providers/exchange.h"
#include "agent/models/providers/formats.h"
#include "agent/models/providers/reading.h"
#include "agent/models/providers/stream.h"
#include "wire/json.h"

static const char format[] = "anthropic";

// The arguments of a call arrive piece by piece in a stream; they are parsed
// when the block ends.
static const char partial[] = "partial_json";

static void
headers(const struct at_profile *profile, struct at_argv *out)
{
    // Gateways want ANTHROPIC_AUTH_TOKEN as a bearer token.
    if (profile->key_from &&
        strcmp(profile->key_from, "ANTHROPIC_AUTH_TOKEN") == 0)
        at_argv_add_fmt(out, "authorization: Bearer %s", profile->key);
    else
        at_argv_add_fmt(out, "x-api-key: %s", profile->key);
    at_argv_add(out, "anthropic-version: 2023-06-01");
    at_model_exchange_headers(profile, out);
}

static json_t *
image_block(const struct at_part *part)
{
    json_t *source = at_model_exchange_typed("base64");
    at_json_set_text(source, "media_type", part->mime);
    at_json_set(source, "data", at_model_exchange_base64("", part));
    json_t *block = at_model_exchange_typed("image");
    at_json_set(block, "source", source);
    return block;
}

static void
write_assistant(const struct at_model_request *request,
                const struct at_turn *turn, json_t *out)
{
    (void)request;
    const json_t *raw = at_model_exchange_raw(turn, format);
    if (raw) {
        at_model_exchange_add(out, "assistant", "content",
                              json_copy((json_t *)(uintptr_t)raw));
        return;
    }
    json_t *content = json_array();
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        at_model_exchange_add_words(NULL, turn, part, "text", content);
        if (part->kind != AT_PART_CALL)
            continue;
        json_t *block = at_model_exchange_typed("tool_use");
        at_json_set_text(block, "id", part->id);
        at_json_set_text(block, "name", part->name);
        at_json_set(block, "input", at_model_exchange_args(part));
        json_array_append_new(content, block);
    }
    at_model_exchange_add(out, "assistant", "content", content);
}

// Return true if the picture was added: the API refuses pictures in error
// results.
static bool
write_result(const struct at_model_request *request, const struct at_part *call,
             const struct at_part *result, json_t *out)
{
    bool is_error = at_model_exchange_is_error(result);
    bool shows = at_model_exchange_shows(request, result) && !is_error;
    json_t *text = at_model_exchange_result_text(request, result);
    json_t *content = json_array();
    if (at_str_trim(at_json_str(text)).len > 0)
        json_array_append_new(content, at_model_exchange_text("text", text));
    else
        json_decref(text);
    if (shows)
        json_array_append_new(content, image_block(result));
    json_t *block = at_model_exchange_typed("tool_result");
    at_json_set_text(block, "tool_use_id", call->id);
    at_json_set(block, "content", content);
    if (is_error)
        at_json_set(block, "is_error", json_true());
    json_array_append_new(out, block);
    return shows;
}

static void
write_user(const struct at_model_request *request, const struct at_turn *asked,
           const struct at_turn *user, json_t *out)
{
    json_t *content = json_array();
    json_t *others = json_array(); // parts after all results
    for (size_t i = 0; asked && i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind != AT_PART_CALL)
            continue;
        const struct at_part *result =
            at_model_exchange_result(asked, call, user);
        if (!write_result(request, call, result, content) &&
            at_model_exchange_shows(request, result))
            json_array_append_new(others, image_block(result));
    }
    for (size_t i = 0; user && i < user->count; i++) {
        const struct at_part *part = &user->parts[i];
        at_model_exchange_add_words(asked, user, part, "text", others);
        if (part->kind == AT_PART_IMAGE &&
            at_model_exchange_shows(request, part))
            json_array_append_new(others, image_block(part));
    }
    json_array_extend(content, others);
    json_decref(others);
    at_model_exchange_add(out, "user", "content", content);
}

static void
mark(json_t *block)
{
    if (block)
        at_json_set(block, "cache_control",
                    at_model_exchange_typed("ephemeral"));
}

// Four cache marks are allowed. Two stand at the ends of system and tools,
// which do not change; two at the ends of the user's last two messages, so the
// prefix cached by the previous call is found, however many blocks came since.
static void
mark_messages(json_t *messages)
{
    int marks = 2;
    for (size_t i = json_array_size(messages); i > 0 && marks > 0; i--) {
        json_t *message = json_array_get(messages, i - 1);
        json_t *content = json_object_get(message, "content");
        if (!at_str_is(at_json_get_str(message, "role"), "user"))
            continue;
        mark(json_array_get(content, json_array_size(content) - 1));
        marks--;
    }
}

static json_t *
tools_of(const struct at_model_request *request)
{
    json_t *tools = json_array();
    size_t i;
    json_t *tool;
    json_array_foreach(request->tools, i, tool)
    {
        json_t *schema = json_object_get(tool, "parameters");
        json_t *one = json_object();
        at_json_set(one, "name", json_incref(json_object_get(tool, "name")));
        at_json_set(one, "description",
                    json_incref(json_object_get(tool, "description")));
        at_json_set(one, "input_schema",
                    schema ? json_incref(schema)
                           : at_model_exchange_typed("object"));
        json_array_append_new(tools, one);
    }
    return tools;
}

static void
set_thinking(const struct at_model_request *request, json_t *body)
{
    if (!(request->profile->row->quirks & AT_QUIRK_ADAPTIVE))
        return;
    at_json_set(body, "thinking", at_model_exchange_typed("adaptive"));
    json_t *config = json_object();
    at_json_set_text(config, "effort", "medium");
    at_json_set(body, "output_config", config);
}

static void
set_tools(const struct at_model_request *request, json_t *body)
{
    json_t *tools = tools_of(request);
    size_t count = json_array_size(tools);
    if (count > 0) {
        mark(json_array_get(tools, count - 1));
        at_json_set(body, "tools", json_incref(tools));
        // The tools stay in the request because they are part of the cached
        // prefix.
        if (request->force_text)
            at_json_set(body, "tool_choice", at_model_exchange_typed("none"));
    }
    json_decref(tools);
}

static json_t *
request_body(const struct at_model_request *request)
{
    const struct at_profile *profile = request->profile;
    json_t *body = json_object();
    at_json_set_text(body, "model", profile->model);
    at_json_set(body, "max_tokens", json_integer(request->max_out_tokens));
    if (profile->stream)
        at_json_set(body, "stream", json_true());
    set_thinking(request, body);
    at_model_exchange_set_temperature(profile, 1, body);
    if (at_str_trim(request->system).len > 0) {
        json_t *system = json_array();
        json_array_append_new(
            system,
            at_model_exchange_text("text", at_json_text(request->system)));
        mark(json_array_get(system, 0));
        at_json_set(body, "system", system);
    }
    set_tools(request, body);
    json_t *messages = json_array();
    at_model_exchange_write(
        request,
        &(struct at_model_exchange_writer){write_assistant, write_user},
        messages);
    mark_messages(messages);
    at_json_set(body, "messages", messages);
    return body;
}

static const struct at_stop_row stops[] = {
    {"end_turn", AT_MODEL_STOP_DONE},
    {"stop_sequence", AT_MODEL_STOP_DONE},
    {"tool_use", AT_MODEL_STOP_CALLS},
    {"max_tokens", AT_MODEL_STOP_LENGTH},
    {"pause_turn", AT_MODEL_STOP_PAUSED},
    {"refusal", AT_MODEL_STOP_REFUSED},
    {"model_context_window_exceeded", AT_MODEL_STOP_CONTEXT},
    {NULL, AT_MODEL_STOP_DONE},
};

// The API requires an object, so arguments that were cut off go back as an
// empty object.
static void
read_call(const char *seed, json_t *block, struct at_turn *turn)
{
    json_t *text = json_object_get(block, partial);
    json_t *args = json_incref(text ? text : json_object_get(block, "input"));
    json_object_del(block, partial);
    const struct at_part *call =
        at_reading_add_call(turn, seed, at_json_get_str(block, "id"),
                            at_json_get_str(block, "name"), args);
    if (call && !json_is_object(args))
        at_json_set(block, "input", at_model_exchange_args(call));
    if (call && at_json_get_str(block, "id").len == 0)
        at_json_set_text(block, "id", call->id);
    if (call)
        at_json_set_text(block, "name", call->name);
    json_decref(args);
}

// Return false if the block must not be sent back: the API refuses empty texts.
static bool
read_block(const char *seed, json_t *block, struct at_turn *turn)
{
    struct at_str type = at_json_get_str(block, "type");
    struct at_str text = at_json_get_str(block, "text");
    if (at_str_is(type, "thinking"))
        at_reading_text(turn, AT_PART_THOUGHT,
                        at_json_get_str(block, "thinking"));
    else if (at_str_is(type, "tool_use"))
        read_call(seed, block, turn);
    else if (at_str_is(type, "text"))
        at_reading_text(turn, AT_PART_TEXT, text);
    return !at_str_is(type, "text") || at_str_trim(text).len > 0;
}

static void
read_usage(const json_t *usage, struct at_model_usage *out)
{
    *out = (struct at_model_usage){
        .cached_tokens = at_reading_tokens(usage, "cache_read_input_tokens"),
        .cache_write_tokens =
            at_reading_tokens(usage, "cache_creation_input_tokens"),
        .out_tokens = at_reading_tokens(usage, "output_tokens"),
        .reasoning_tokens =
            at_reading_tokens(usage, "output_tokens_details.thinking_tokens"),
    };
    // input_tokens covers the input after the last mark only.
    out->in_tokens = at_reading_tokens(usage, "input_tokens") +
                     out->cached_tokens + out->cache_write_tokens;
}

static bool
read_answer(const struct at_profile *profile, json_t *answer,
            struct at_model_reply *out, struct at_model_failure *out_failure)
{
    (void)profile; // the format has no dialects
    json_t *content = json_object_get(answer, "content");
    if (!json_is_array(content))
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the answer has no content");
    json_t *raw = json_array();
    size_t i;
    json_t *block;
    char seed[AT_READING_SEED_MAX];
    at_reading_seed(answer, seed);
    json_array_foreach(content, i, block)
    {
        if (json_is_object(block) && read_block(seed, block, &out->turn))
            json_array_append(raw, block);
    }
    out->turn.raw = raw;
    out->turn.format = format;
    out->stop = at_stop_find(stops, at_json_get_str(answer, "stop_reason"),
                             AT_MODEL_STOP_DONE);
    read_usage(json_object_get(answer, "usage"), &out->usage);
    at_reading_finish(at_json_get_str(answer, "model"), out);
    return true;
}

static void
merge_usage(json_t *answer, const json_t *usage)
{
    json_t *known = at_model_stream_object(answer, "usage");
    if (json_is_object(usage))
        json_object_update(known, (json_t *)(uintptr_t)usage);
    at_reading_drop_nulls(known);
}

static void
take_delta(struct at_model_stream *stream, json_t *block, const json_t *delta)
{
    struct at_str type = at_json_get_str(delta, "type");
    if (at_str_is(type, "text_delta")) {
        struct at_str text = at_json_get_str(delta, "text");
        at_model_stream_append(stream, block, "text", text);
        at_model_stream_say(stream, text, false);
    } else if (at_str_is(type, "thinking_delta")) {
        struct at_str text = at_json_get_str(delta, "thinking");
        at_model_stream_append(stream, block, "thinking", text);
        at_model_stream_say(stream, text, true);
    } else if (at_str_is(type, "input_json_delta")) {
        at_model_stream_append(stream, block, partial,
                               at_json_get_str(delta, "partial_json"));
    } else if (at_str_is(type, "signature_delta")) {
        at_json_set(block, "signature",
                    at_json_text(at_json_get_str(delta, "signature")));
    }
}

static bool
take_event(struct at_model_stream *stream, struct at_str name, json_t *data,
           struct at_model_failure *out_failure)
{
    (void)name; // the data has it as well
    json_t *answer = at_model_stream_answer(stream);
    json_t *content = at_model_stream_array(answer, "content");
    struct at_str type = at_json_get_str(data, "type");
    json_t *block = json_array_get(
        content, (size_t)json_integer_value(json_object_get(data, "index")));
    if (at_str_is(type, "message_start")) {
        json_t *message = json_object_get(data, "message");
        if (json_is_object(message))
            json_object_update_missing(answer, message);
        merge_usage(answer, json_object_get(message, "usage"));
    } else if (at_str_is(type, "content_block_start")) {
        return at_model_stream_add(
            content, json_object_get(data, "content_block"), out_failure);
    } else if (at_str_is(type, "content_block_delta") && block) {
        take_delta(stream, block, json_object_get(data, "delta"));
    } else if (at_str_is(type, "message_delta")) {
        json_t *delta = json_object_get(data, "delta");
        if (json_is_object(delta))
            json_object_update(answer, delta);
        merge_usage(answer, json_object_get(data, "usage"));
    } else if (at_str_is(type, "message_stop")) {
        at_model_stream_complete(stream);
    }
    return true;
}

const struct at_provider at_provider_anthropic = {
    .name = format,
    .path = "/v1/messages",
    .headers = headers,
    .request = request_body,
    .read = read_answer,
    .event = take_event,
    .models_path = "/v1/models",
};
