// openai.c: chat completions of OpenAI and its relatives
//
// Also OpenRouter, DeepSeek, LM Studio and vLLM; their peculiarities are quirks
// of their rows. Streams are in openai_stream.c.
#include "agent/models/providers/openai.h"

#include "agent/models/providers/exchange.h"
#include "agent/models/providers/formats.h"
#include "agent/models/providers/reading.h"
#include "base/alloc.h"
#include "wire/json.h"

static const char format[] = "openai";

void
at_openai_headers(const struct at_profile *profile, struct at_argv *out)
{
    if (profile->key[0])
        at_argv_add_fmt(out, "authorization: Bearer %s", profile->key);
    at_model_exchange_headers(profile, out);
}

static json_t *
message_of(const char *role, json_t *content)
{
    return at_model_exchange_message(role, "content", content);
}

static json_t *
image_item(const struct at_part *part)
{
    json_t *url = json_object();
    at_json_set(url, "url", at_model_exchange_data_url(part));
    json_t *item = at_model_exchange_typed("image_url");
    at_json_set(item, "image_url", url);
    return item;
}

static json_t *
call_item(const struct at_part *call)
{
    json_t *function = json_object();
    at_json_set_text(function, "name", call->name);
    at_json_set(function, "arguments", at_model_exchange_args_text(call));
    json_t *item = json_object();
    at_json_set_text(item, "id", call->id);
    at_json_set_text(item, "type", "function");
    at_json_set(item, "function", function);
    return item;
}

static void
write_parts(const struct at_model_request *request, const struct at_turn *turn,
            json_t *out)
{
    json_t *text = at_model_exchange_all_words(NULL, turn);
    bool has_text = at_json_str(text).len > 0;
    json_t *calls = json_array();
    for (size_t i = 0; i < turn->count; i++) {
        if (turn->parts[i].kind == AT_PART_CALL)
            json_array_append_new(calls, call_item(&turn->parts[i]));
    }
    bool has_calls = json_array_size(calls) > 0;
    json_t *message = message_of(
        "assistant", has_text || !has_calls ? json_incref(text) : json_null());
    if (has_calls)
        at_json_set(message, "tool_calls", json_incref(calls));
    if (has_calls && (request->profile->row->quirks & AT_QUIRK_REASONING_FIELD))
        at_json_set_text(message, "reasoning_content", "");
    if (has_calls || has_text)
        json_array_append(out, message);
    json_decref(message);
    json_decref(calls);
    json_decref(text);
}

static void
write_assistant(const struct at_model_request *request,
                const struct at_turn *turn, json_t *out)
{
    const json_t *raw = at_model_exchange_raw(turn, format);
    if (raw && turn->count > 0 &&
        (request->profile->row->quirks & AT_QUIRK_ECHO_REASONING))
        json_array_append(out, (json_t *)(uintptr_t)raw);
    else
        write_parts(request, turn, out);
}

static json_t *
result_text(const struct at_model_request *request,
            const struct at_part *result)
{
    json_t *text = at_model_exchange_result_text(request, result);
    struct at_str error = AT_STR("ERROR");
    // The API lacks a field for errors.
    if (!at_model_exchange_is_error(result) ||
        at_str_starts(at_json_str(text), error))
        return text;
    char *words = at_strfmt("ERROR: %s", json_string_value(text));
    json_decref(text);
    text = at_json_text(at_str(words));
    free(words);
    return text;
}

static void
write_result(const struct at_model_request *request, const struct at_part *call,
             const struct at_part *result, json_t *out)
{
    json_t *message = message_of("tool", result_text(request, result));
    at_json_set_text(message, "tool_call_id", call->id);
    json_array_append_new(out, message);
}

// Only a user's message may have pictures, so this text names their origin.
static void
add_result_image(const struct at_part *result, json_t *items)
{
    char *words = at_strfmt(
        "The picture of %s (%s):", result->name ? result->name : "the tool",
        result->id);
    json_array_append_new(
        items, at_model_exchange_text("text", at_json_text(at_str(words))));
    json_array_append_new(items, image_item(result));
    free(words);
}

static void
write_user(const struct at_model_request *request, const struct at_turn *asked,
           const struct at_turn *user, json_t *out)
{
    json_t *items = json_array();
    for (size_t i = 0; asked && i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind != AT_PART_CALL)
            continue;
        const struct at_part *result =
            at_model_exchange_result(asked, call, user);
        write_result(request, call, result, out);
        if (at_model_exchange_shows(request, result))
            add_result_image(result, items);
    }
    for (size_t i = 0; user && i < user->count; i++) {
        const struct at_part *part = &user->parts[i];
        at_model_exchange_add_words(asked, user, part, "text", items);
        if (part->kind == AT_PART_IMAGE &&
            at_model_exchange_shows(request, part))
            json_array_append_new(items, image_item(part));
    }
    at_model_exchange_add(out, "user", "content", items);
}

static void
set_tools(const struct at_model_request *request, json_t *body)
{
    bool can_choose =
        !(request->profile->row->quirks & AT_QUIRK_NO_TOOL_CHOICE);
    json_t *tools = at_openai_tools(request->tools);
    // Without tool_choice, leave out the tools to prevent calls.
    if (json_array_size(tools) > 0 && (can_choose || !request->force_text))
        at_json_set(body, "tools", json_incref(tools));
    if (json_array_size(tools) > 0 && can_choose && request->force_text)
        at_json_set_text(body, "tool_choice", "none");
    json_decref(tools);
}

json_t *
at_openai_tools(const json_t *tools)
{
    json_t *out = json_array();
    size_t i;
    json_t *tool;
    json_array_foreach(tools, i, tool)
    {
        json_t *one = at_model_exchange_typed("function");
        at_json_set(one, "function", json_incref(tool));
        json_array_append_new(out, one);
    }
    return out;
}

static void
set_stream(json_t *body)
{
    json_t *options = json_object();
    at_json_set(options, "include_usage", json_true());
    at_json_set(body, "stream", json_true());
    at_json_set(body, "stream_options", options);
}

static json_t *
messages_of(const struct at_model_request *request)
{
    json_t *messages = json_array();
    if (at_str_trim(request->system).len > 0)
        json_array_append_new(
            messages, message_of("system", at_json_text(request->system)));
    at_model_exchange_write(
        request,
        &(struct at_model_exchange_writer){write_assistant, write_user},
        messages);
    return messages;
}

static json_t *
request_body(const struct at_model_request *request)
{
    const struct at_profile *profile = request->profile;
    unsigned quirks = profile->row->quirks;
    json_t *body = json_object();
    at_json_set_text(body, "model", profile->model);
    at_json_set(body, "messages", messages_of(request));
    set_tools(request, body);
    at_json_set(body,
                quirks & AT_QUIRK_MAX_TOKENS_OLD ? "max_tokens"
                                                 : "max_completion_tokens",
                json_integer(request->max_out_tokens));
    at_model_exchange_set_temperature(profile, 2, body);
    if (quirks & AT_QUIRK_NO_THINKING)
        at_json_set(body, "thinking", json_pack("{s:s}", "type", "disabled"));
    if (profile->stream)
        set_stream(body);
    return body;
}

static const struct at_stop_row stops[] = {
    {"stop", AT_MODEL_STOP_DONE},
    {"tool_calls", AT_MODEL_STOP_CALLS},
    {"function_call", AT_MODEL_STOP_CALLS},
    {"length", AT_MODEL_STOP_LENGTH},
    {"content_filter", AT_MODEL_STOP_REFUSED},
    {NULL, AT_MODEL_STOP_DONE}, // local servers use their own words
};

static void
read_content(const json_t *content, struct at_turn *turn)
{
    size_t i;
    json_t *item;
    at_reading_text(turn, AT_PART_TEXT, at_json_str(content));
    json_array_foreach(content, i, item)
        at_reading_text(turn, AT_PART_TEXT, at_json_get_str(item, "text"));
}

// Some servers parse the arguments that they get back, so arguments that are
// not a JSON object go back as an empty object.
static void
read_call(const char *seed, json_t *item, struct at_turn *turn)
{
    json_t *function = json_object_get(item, "function");
    const json_t *args = json_object_get(function, "arguments");
    const struct at_part *call =
        at_reading_add_call(turn, seed, at_json_get_str(item, "id"),
                            at_json_get_str(function, "name"), args);
    if (!call)
        return;
    if (!call->args || at_json_str(args).len == 0)
        at_json_set(function, "arguments", at_model_exchange_args_text(call));
    at_json_set_text(function, "name", call->name);
    at_json_set_text(item, "id", call->id);
    at_json_set_text(item, "type", "function");
    json_object_del(item, "index"); // part of streamed pieces only
}

static void
read_message(const char *seed, json_t *message, struct at_model_reply *out)
{
    json_t *calls = json_object_get(message, "tool_calls");
    struct at_str refusal = at_json_get_str(message, "refusal");
    struct at_str thought = at_json_get_str(message, "reasoning_content");
    size_t i;
    json_t *call;
    if (thought.len == 0)
        thought = at_json_get_str(message, "reasoning");
    at_reading_text(&out->turn, AT_PART_THOUGHT, thought);
    read_content(json_object_get(message, "content"), &out->turn);
    at_reading_text(&out->turn, AT_PART_TEXT, refusal);
    json_array_foreach(calls, i, call)
    {
        if (json_is_object(json_object_get(call, "function")))
            read_call(seed, call, &out->turn);
    }
    if (refusal.len > 0)
        out->stop = AT_MODEL_STOP_REFUSED;
    // Servers write null for "no calls", and refuse an empty list of them.
    if (json_array_size(calls) == 0)
        json_object_del(message, "tool_calls");
    at_reading_drop_nulls(message);
    if (!json_object_get(message, "content"))
        at_json_set(message, "content", json_null());
    at_json_set_text(message, "role", "assistant");
    out->turn.raw = json_incref(message);
    out->turn.format = format;
}

static void
read_usage(const json_t *usage, struct at_model_usage *out)
{
    *out = (struct at_model_usage){
        .in_tokens = at_reading_tokens(usage, "prompt_tokens"),
        .cached_tokens =
            at_reading_tokens(usage, "prompt_tokens_details.cached_tokens"),
        .cache_write_tokens = at_reading_tokens(
            usage, "prompt_tokens_details.cache_write_tokens"),
        .out_tokens = at_reading_tokens(usage, "completion_tokens"),
        .reasoning_tokens = at_reading_tokens(
            usage, "completion_tokens_details.reasoning_tokens"),
        .cost_usd = json_number_value(json_object_get(usage, "cost")),
        .has_cost = json_is_number(json_object_get(usage, "cost")),
    };
    if (out->cached_tokens == 0)
        out->cached_tokens =
            at_reading_tokens(usage, "prompt_cache_hit_tokens");
}

static bool
is_failed(const struct at_profile *profile, const json_t *choice,
          struct at_model_failure *out_failure)
{
    struct at_str reason = at_json_get_str(choice, "finish_reason");
    if (at_reading_is_error(profile, choice, out_failure))
        return true;
    if (at_str_is(reason, "error"))
        return !at_reading_fail(out_failure, AT_MODEL_RETRY,
                                "the provider behind this API has failed");
    if (at_str_is(reason, "insufficient_system_resource"))
        return !at_reading_fail(out_failure, AT_MODEL_THROTTLED,
                                "the provider is out of resources");
    return false;
}

static bool
read_answer(const struct at_profile *profile, json_t *answer,
            struct at_model_reply *out, struct at_model_failure *out_failure)
{
    json_t *choice = json_array_get(json_object_get(answer, "choices"), 0);
    json_t *message = json_object_get(choice, "message");
    if (is_failed(profile, choice, out_failure))
        return false;
    if (!json_is_object(message))
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the answer has no message");
    out->stop = at_stop_find(stops, at_json_get_str(choice, "finish_reason"),
                             AT_MODEL_STOP_DONE);
    char seed[AT_READING_SEED_MAX];
    at_reading_seed(answer, seed);
    read_message(seed, message, out);
    read_usage(json_object_get(answer, "usage"), &out->usage);
    at_reading_finish(at_json_get_str(answer, "model"), out);
    return true;
}

const struct at_provider at_provider_openai = {
    .name = format,
    .path = "/chat/completions",
    .headers = at_openai_headers,
    .request = request_body,
    .read = read_answer,
    .event = at_openai_event,
    .models_path = "/models",
};
