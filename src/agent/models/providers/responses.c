// responses.c: OpenAI's Responses, without state on the server
#include "agent/models/providers/exchange.h"
#include "agent/models/providers/formats.h"
#include "agent/models/providers/openai.h"
#include "agent/models/providers/reading.h"
#include "agent/models/providers/stream.h"
#include "wire/json.h"

static const char format[] = "responses";

static json_t *
image_item(const struct at_part *part)
{
    json_t *item = at_model_exchange_typed("input_image");
    at_json_set(item, "image_url", at_model_exchange_data_url(part));
    return item;
}

static json_t *
call_item(const struct at_part *call)
{
    // The call goes back without its id: the API requires the reasoning before
    // every call that has one.
    json_t *item = at_model_exchange_typed("function_call");
    at_json_set_text(item, "call_id", call->id);
    at_json_set_text(item, "name", call->name);
    at_json_set(item, "arguments", at_model_exchange_args_text(call));
    return item;
}

static void
write_assistant(const struct at_model_request *request,
                const struct at_turn *turn, json_t *out)
{
    (void)request;
    const json_t *raw = at_model_exchange_raw(turn, format);
    if (raw) {
        json_array_extend(out, (json_t *)(uintptr_t)raw);
        return;
    }
    json_t *content = json_array();
    for (size_t i = 0; i < turn->count; i++)
        at_model_exchange_add_words(NULL, turn, &turn->parts[i], "output_text",
                                    content);
    at_model_exchange_add(out, "assistant", "content", content);
    for (size_t i = 0; i < turn->count; i++) {
        if (turn->parts[i].kind == AT_PART_CALL)
            json_array_append_new(out, call_item(&turn->parts[i]));
    }
}

static void
write_result(const struct at_model_request *request, const struct at_part *call,
             const struct at_part *result, json_t *out)
{
    json_t *output = at_model_exchange_result_text(request, result);
    bool in_result = !(request->profile->row->quirks & AT_QUIRK_IMAGES_IN_USER);
    if (at_model_exchange_shows(request, result) && in_result) {
        json_t *items = json_array();
        json_array_append_new(items,
                              at_model_exchange_text("input_text", output));
        json_array_append_new(items, image_item(result));
        output = items;
    }
    json_t *item = at_model_exchange_typed("function_call_output");
    at_json_set_text(item, "call_id", call->id);
    at_json_set(item, "output", output);
    json_array_append_new(out, item);
}

static void
write_user(const struct at_model_request *request, const struct at_turn *asked,
           const struct at_turn *user, json_t *out)
{
    bool in_user = request->profile->row->quirks & AT_QUIRK_IMAGES_IN_USER;
    json_t *content = json_array();
    for (size_t i = 0; asked && i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind == AT_PART_CALL)
            write_result(request, call,
                         at_model_exchange_result(asked, call, user), out);
    }
    for (size_t i = 0; user && i < user->count; i++) {
        const struct at_part *part = &user->parts[i];
        at_model_exchange_add_words(asked, user, part, "input_text", content);
        if (at_model_exchange_shows(request, part) &&
            (part->kind == AT_PART_IMAGE || in_user))
            json_array_append_new(content, image_item(part));
    }
    at_model_exchange_add(out, "user", "content", content);
}

static json_t *
tools_of(const struct at_model_request *request)
{
    json_t *tools = json_array();
    size_t i;
    json_t *tool;
    json_array_foreach(request->tools, i, tool)
    {
        json_t *one = at_model_exchange_typed("function");
        json_object_update(one, tool);
        // The default is strict mode, which needs another kind of schema.
        at_json_set(one, "strict", json_false());
        json_array_append_new(tools, one);
    }
    return tools;
}

static json_t *
request_body(const struct at_model_request *request)
{
    const struct at_profile *profile = request->profile;
    unsigned quirks = profile->row->quirks;
    json_t *body = json_object();
    json_t *input = json_array();
    at_json_set_text(body, "model", profile->model);
    if (at_str_trim(request->system).len > 0)
        at_json_set(body, "instructions", at_json_text(request->system));
    at_json_set(body, "store", json_false());
    if (quirks & AT_QUIRK_ECHO_REASONING)
        at_json_set(body, "include",
                    json_pack("[s]", "reasoning.encrypted_content"));
    at_json_set(body, "max_output_tokens",
                json_integer(request->max_out_tokens));
    at_model_exchange_set_temperature(profile, 2, body);
    if (profile->stream)
        at_json_set(body, "stream", json_true());
    if (json_array_size(request->tools) > 0) {
        at_json_set(body, "tools", tools_of(request));
        if (request->force_text)
            at_json_set_text(body, "tool_choice", "none");
    }
    at_model_exchange_write(
        request,
        &(struct at_model_exchange_writer){write_assistant, write_user}, input);
    at_json_set(body, "input", input);
    return body;
}

static void
read_message(const json_t *item, struct at_model_reply *out)
{
    size_t i;
    json_t *content;
    json_array_foreach(json_object_get(item, "content"), i, content)
    {
        struct at_str refusal = at_json_get_str(content, "refusal");
        at_reading_text(&out->turn, AT_PART_TEXT,
                        at_json_get_str(content, "text"));
        at_reading_text(&out->turn, AT_PART_TEXT, refusal);
        if (refusal.len > 0)
            out->stop = AT_MODEL_STOP_REFUSED;
    }
}

static void
read_call(const char *seed, json_t *item, struct at_turn *turn)
{
    const json_t *args = json_object_get(item, "arguments");
    const struct at_part *call =
        at_reading_add_call(turn, seed, at_json_get_str(item, "call_id"),
                            at_json_get_str(item, "name"), args);
    if (!call)
        return;
    if (!call->args || at_json_str(args).len == 0)
        at_json_set(item, "arguments", at_model_exchange_args_text(call));
    at_json_set_text(item, "call_id", call->id);
    at_json_set_text(item, "name", call->name);
}

// Return false if the item must not be sent back: the server knows reasoning
// without its encrypted form by id only, and not at all with store:false.
static bool
read_item(const char *seed, json_t *item, struct at_model_reply *out)
{
    struct at_str type = at_json_get_str(item, "type");
    size_t i;
    json_t *summary;
    if (at_str_is(type, "message"))
        read_message(item, out);
    else if (at_str_is(type, "function_call"))
        read_call(seed, item, &out->turn);
    if (!at_str_is(type, "reasoning"))
        return true;
    json_array_foreach(json_object_get(item, "summary"), i, summary)
        at_reading_text(&out->turn, AT_PART_THOUGHT,
                        at_json_get_str(summary, "text"));
    return at_json_get_str(item, "encrypted_content").len > 0;
}

static void
read_items(const char *seed, const json_t *items, struct at_model_reply *out)
{
    json_t *raw = json_array();
    size_t i;
    json_t *item;
    bool lost = false; // later items refer to dropped reasoning
    json_array_foreach(items, i, item)
    {
        bool stays = json_is_object(item) && read_item(seed, item, out);
        lost = lost || !stays;
        if (stays)
            json_array_append(raw, item);
    }
    json_array_foreach(raw, i, item)
    {
        if (lost && !at_str_is(at_json_get_str(item, "type"), "reasoning"))
            json_object_del(item, "id");
    }
    out->turn.raw = raw;
    out->turn.format = format;
}

static const struct at_stop_row reasons[] = {
    {"max_output_tokens", AT_MODEL_STOP_LENGTH},
    {"content_filter", AT_MODEL_STOP_REFUSED},
    {NULL, AT_MODEL_STOP_LENGTH},
};

static void
read_usage(const json_t *usage, struct at_model_usage *out)
{
    *out = (struct at_model_usage){
        .in_tokens = at_reading_tokens(usage, "input_tokens"),
        .cached_tokens =
            at_reading_tokens(usage, "input_tokens_details.cached_tokens"),
        .cache_write_tokens =
            at_reading_tokens(usage, "input_tokens_details.cache_write_tokens"),
        .out_tokens = at_reading_tokens(usage, "output_tokens"),
        .reasoning_tokens =
            at_reading_tokens(usage, "output_tokens_details.reasoning_tokens"),
    };
}

static bool
read_answer(const struct at_profile *profile, json_t *answer,
            struct at_model_reply *out, struct at_model_failure *out_failure)
{
    (void)profile; // the format has no dialects
    struct at_str status = at_json_get_str(answer, "status");
    json_t *items = json_object_get(answer, "output");
    bool incomplete = at_str_is(status, "incomplete");
    char seed[AT_READING_SEED_MAX];
    if (!json_is_array(items) ||
        !(incomplete || status.len == 0 || at_str_is(status, "completed")))
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the response was not completed");
    at_reading_seed(answer, seed);
    read_items(seed, items, out);
    if (incomplete && out->stop != AT_MODEL_STOP_REFUSED)
        out->stop = at_stop_find(
            reasons,
            at_json_get_str(json_object_get(answer, "incomplete_details"),
                            "reason"),
            AT_MODEL_STOP_LENGTH);
    read_usage(json_object_get(answer, "usage"), &out->usage);
    at_reading_finish(at_json_get_str(answer, "model"), out);
    return true;
}

// The last event has the whole response. Relays that leave its items out have
// sent each of them when it was done.
static void
take_response(struct at_model_stream *stream, json_t *response)
{
    json_t *answer = at_model_stream_answer(stream);
    json_t *done = json_incref(json_object_get(answer, "output"));
    json_object_update(answer, response);
    if (json_array_size(json_object_get(answer, "output")) == 0 && done)
        at_json_set(answer, "output", json_incref(done));
    json_decref(done);
    at_model_stream_complete(stream);
}

static bool
take_event(struct at_model_stream *stream, struct at_str name, json_t *data,
           struct at_model_failure *out_failure)
{
    struct at_str type = at_json_get_str(data, "type");
    struct at_str delta = at_json_get_str(data, "delta");
    json_t *response = json_object_get(data, "response");
    if (type.len == 0)
        type = name;
    if (at_str_is(type, "response.output_text.delta") ||
        at_str_is(type, "response.refusal.delta"))
        at_model_stream_say(stream, delta, false);
    else if (at_str_is(type, "response.reasoning_summary_text.delta"))
        at_model_stream_say(stream, delta, true);
    else if (at_str_is(type, "response.output_item.done"))
        return at_model_stream_add(
            at_model_stream_array(at_model_stream_answer(stream), "output"),
            json_object_get(data, "item"), out_failure);
    if (!at_str_is(type, "response.completed") &&
        !at_str_is(type, "response.incomplete") &&
        !at_str_is(type, "response.failed"))
        return true;
    if (at_reading_is_error(at_model_stream_profile(stream), response,
                            out_failure))
        return false;
    if (json_is_object(response))
        take_response(stream, response);
    return true;
}

const struct at_provider at_provider_responses = {
    .name = format,
    .path = "/responses",
    .headers = at_openai_headers,
    .request = request_body,
    .read = read_answer,
    .event = take_event,
    .models_path = "/models",
};
