// gemini.c: generateContent of Gemini
#include "agent/models/providers/exchange.h"
#include "agent/models/providers/formats.h"
#include "agent/models/providers/reading.h"
#include "agent/models/providers/stream.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "wire/json.h"

enum { NAME_MAX_BYTES = 128 }; // the name of a function

static const char format[] = "gemini";

static void
write_path(const struct at_profile *profile, struct at_buf *out)
{
    struct at_str model = at_str(profile->model);
    at_buf_add_text(out, at_str_has(model, AT_STR("/")) ? "/v1beta/"
                                                        : "/v1beta/models/");
    for (size_t i = 0; i < model.len; i++) {
        char c = model.ptr[i];
        if (at_ascii_is_name(c) || c == '/')
            at_buf_add_char(out, c);
        else
            at_buf_add_fmt(out, "%%%02X", (unsigned char)c);
    }
    at_buf_add_text(out, profile->stream ? ":streamGenerateContent?alt=sse"
                                         : ":generateContent");
}

static void
headers(const struct at_profile *profile, struct at_argv *out)
{
    // The key is never in the address, because proxies log addresses.
    at_argv_add_fmt(out, "x-goog-api-key: %s", profile->key);
    at_model_exchange_headers(profile, out);
}

static json_t *
image_part(const struct at_part *part)
{
    json_t *data = json_object();
    at_json_set_text(data, "mimeType", part->mime);
    at_json_set(data, "data", at_model_exchange_base64("", part));
    json_t *out = json_object();
    at_json_set(out, "inlineData", data);
    return out;
}

// A call made by another model has no signature, and Gemini refuses the request
// without the documented placeholder. Only the first call of a turn needs one.
static json_t *
call_part(const struct at_part *call, bool first)
{
    json_t *function = json_object();
    at_json_set_text(function, "id", call->id);
    at_json_set_text(function, "name", call->name);
    at_json_set(function, "args", at_model_exchange_args(call));
    json_t *part = json_object();
    at_json_set(part, "functionCall", function);
    if (first)
        at_json_set_text(part, "thoughtSignature",
                         "skip_thought_signature_validator");
    return part;
}

static void
write_assistant(const struct at_model_request *request,
                const struct at_turn *turn, json_t *out)
{
    (void)request;
    const json_t *raw = at_model_exchange_raw(turn, format);
    if (raw) {
        if (json_array_size(json_object_get(raw, "parts")) > 0)
            json_array_append(out, (json_t *)(uintptr_t)raw);
        return;
    }
    json_t *parts = json_array();
    bool first = true;
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        at_model_exchange_add_words(NULL, turn, part, NULL, parts);
        if (part->kind != AT_PART_CALL)
            continue;
        json_array_append_new(parts, call_part(part, first));
        first = false;
    }
    at_model_exchange_add(out, "model", "parts", parts);
}

// Return the call with the same index in the provider's form; NULL if the turn
// has no such form.
static const json_t *
raw_call(const struct at_turn *asked, const struct at_part *call)
{
    const json_t *raw = at_model_exchange_raw(asked, format);
    size_t before = 0;
    size_t i;
    json_t *part;
    for (const struct at_part *at = asked->parts; at != call; at++)
        before += at->kind == AT_PART_CALL;
    json_array_foreach(json_object_get(raw, "parts"), i, part)
    {
        const json_t *function = json_object_get(part, "functionCall");
        if (json_is_object(function) && before-- == 0)
            return function;
    }
    return NULL;
}

// A signed call is sent back unchanged, so its result takes its name and id.
// Older models send no ids and accept none.
static void
set_pair(const struct at_turn *asked, const struct at_part *call,
         json_t *response)
{
    const json_t *raw = raw_call(asked, call);
    struct at_str id = raw ? at_json_get_str(raw, "id") : at_str(call->id);
    struct at_str name =
        raw ? at_json_get_str(raw, "name") : at_str(call->name);
    if (id.len > 0)
        at_json_set(response, "id", at_json_text(id));
    at_json_set(response, "name", at_json_text(name));
}

static json_t *
response_part(const struct at_model_request *request,
              const struct at_turn *asked, const struct at_part *call,
              const struct at_part *result)
{
    // The API lacks a field for errors, so the member's name says it.
    const char *member =
        at_model_exchange_is_error(result) ? "error" : "output";
    bool in_result = !(request->profile->row->quirks & AT_QUIRK_IMAGES_IN_USER);
    json_t *response = json_object();
    at_json_set(response, member,
                at_model_exchange_result_text(request, result));
    json_t *function = json_object();
    set_pair(asked, call, function);
    at_json_set(function, "response", response);
    if (at_model_exchange_shows(request, result) && in_result) {
        json_t *parts = json_array();
        json_array_append_new(parts, image_part(result));
        at_json_set(function, "parts", parts);
    }
    json_t *part = json_object();
    at_json_set(part, "functionResponse", function);
    return part;
}

static void
write_user(const struct at_model_request *request, const struct at_turn *asked,
           const struct at_turn *user, json_t *out)
{
    bool in_user = request->profile->row->quirks & AT_QUIRK_IMAGES_IN_USER;
    json_t *parts = json_array();
    for (size_t i = 0; asked && i < asked->count; i++) {
        const struct at_part *call = &asked->parts[i];
        if (call->kind == AT_PART_CALL)
            json_array_append_new(parts, response_part(request, asked, call,
                                                       at_model_exchange_result(
                                                           asked, call, user)));
    }
    for (size_t i = 0; user && i < user->count; i++) {
        const struct at_part *part = &user->parts[i];
        at_model_exchange_add_words(asked, user, part, NULL, parts);
        if (at_model_exchange_shows(request, part) &&
            (part->kind == AT_PART_IMAGE || in_user))
            json_array_append_new(parts, image_part(part));
    }
    at_model_exchange_add(out, "user", "parts", parts);
}

static json_t *
tool_of(const json_t *tool)
{
    json_t *schema = json_object_get(tool, "parameters");
    json_t *one = json_object();
    at_json_set(one, "name", json_incref(json_object_get(tool, "name")));
    at_json_set(one, "description",
                json_incref(json_object_get(tool, "description")));
    // Gemini refuses an object without properties.
    if (json_object_size(json_object_get(schema, "properties")) > 0)
        at_json_set(one, "parametersJsonSchema", json_incref(schema));
    return one;
}

static void
set_tools(const struct at_model_request *request, json_t *body)
{
    if (json_array_size(request->tools) == 0)
        return;
    json_t *declarations = json_array();
    size_t i;
    json_t *tool;
    json_array_foreach(request->tools, i, tool)
        json_array_append_new(declarations, tool_of(tool));
    at_json_set(body, "tools",
                json_pack("[{s:o}]", "functionDeclarations", declarations));
    at_json_set(body, "toolConfig",
                json_pack("{s:{s:s}}", "functionCallingConfig", "mode",
                          request->force_text ? "NONE" : "AUTO"));
}

static json_t *
request_body(const struct at_model_request *request)
{
    json_t *body = json_object();
    json_t *contents = json_array();
    json_t *config = json_object();
    if (at_str_trim(request->system).len > 0) {
        json_t *parts = json_array();
        json_array_append_new(
            parts, at_model_exchange_text(NULL, at_json_text(request->system)));
        at_json_set(body, "systemInstruction",
                    json_pack("{s:o}", "parts", parts));
    }
    at_model_exchange_write(
        request,
        &(struct at_model_exchange_writer){write_assistant, write_user},
        contents);
    at_json_set(body, "contents", contents);
    set_tools(request, body);
    at_json_set(config, "maxOutputTokens",
                json_integer(request->max_out_tokens));
    at_model_exchange_set_temperature(request->profile, 2, config);
    at_json_set(body, "generationConfig", config);
    return body;
}

static const struct at_stop_row stops[] = {
    {"STOP", AT_MODEL_STOP_DONE},
    {"MAX_TOKENS", AT_MODEL_STOP_LENGTH},
    {"SAFETY", AT_MODEL_STOP_REFUSED},
    {"RECITATION", AT_MODEL_STOP_REFUSED},
    {"LANGUAGE", AT_MODEL_STOP_REFUSED},
    {"BLOCKLIST", AT_MODEL_STOP_REFUSED},
    {"PROHIBITED_CONTENT", AT_MODEL_STOP_REFUSED},
    {"SPII", AT_MODEL_STOP_REFUSED},
    {"IMAGE_SAFETY", AT_MODEL_STOP_REFUSED},
    {"MALFORMED_FUNCTION_CALL", AT_MODEL_STOP_MALFORMED},
    {"UNEXPECTED_TOOL_CALL", AT_MODEL_STOP_MALFORMED},
    {"TOO_MANY_TOOL_CALLS", AT_MODEL_STOP_MALFORMED},
    {"MISSING_THOUGHT_SIGNATURE", AT_MODEL_STOP_MALFORMED},
    {"MALFORMED_RESPONSE", AT_MODEL_STOP_MALFORMED},
    {NULL, AT_MODEL_STOP_DONE},
};

static void
read_part(const char *seed, json_t *part, struct at_turn *turn)
{
    json_t *function = json_object_get(part, "functionCall");
    const json_t *args = json_object_get(function, "args");
    bool thought = json_is_true(json_object_get(part, "thought"));
    at_reading_text(turn, thought ? AT_PART_THOUGHT : AT_PART_TEXT,
                    at_json_get_str(part, "text"));
    if (!json_is_object(function))
        return;
    const struct at_part *call =
        at_reading_add_call(turn, seed, at_json_get_str(function, "id"),
                            at_json_get_str(function, "name"), args);
    if (!call)
        return;
    if (!json_is_object(args))
        at_json_set(function, "args", at_model_exchange_args(call));
}

// Return true if the API takes the name back.
static bool
is_taken(struct at_str name)
{
    bool begins =
        name.len > 0 && (at_ascii_is_letter(name.ptr[0]) || name.ptr[0] == '_');
    for (size_t i = 0; i < name.len; i++)
        if (!at_ascii_is_name(name.ptr[i]) && name.ptr[i] != ':')
            return false;
    return begins && name.len <= NAME_MAX_BYTES;
}

// Return the model's turn in the provider's form, or NULL if the API would not
// accept it. A signature covers name and id, so the calls are then sent without
// one, with our own ids.
static json_t *
form_of(const char *seed, json_t *parts, struct at_turn *turn)
{
    size_t i;
    json_t *part;
    bool taken = true;
    json_array_foreach(parts, i, part)
    {
        const json_t *function = json_object_get(part, "functionCall");
        taken = taken && (!json_is_object(function) ||
                          is_taken(at_json_get_str(function, "name")));
    }
    if (taken)
        return json_pack("{s:s,s:O}", "role", "model", "parts", parts);
    for (i = 0; i < turn->count; i++) {
        if (turn->parts[i].kind != AT_PART_CALL)
            continue;
        free(turn->parts[i].id);
        turn->parts[i].id = at_strfmt("call_%s_%zu", seed, i);
    }
    return NULL;
}

// An empty part is left out unless it has a signature, which must go back.
static bool
is_empty(const json_t *part)
{
    return !json_is_object(part) || json_object_size(part) == 0 ||
           (json_object_size(part) == 1 && json_object_get(part, "text") &&
            at_json_get_str(part, "text").len == 0);
}

static void
read_content(const char *seed, const json_t *content, struct at_turn *turn)
{
    json_t *parts = json_array();
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(content, "parts"), i, part)
    {
        if (is_empty(part))
            continue;
        read_part(seed, part, turn);
        json_array_append(parts, part);
    }
    turn->raw = form_of(seed, parts, turn);
    turn->format = format;
    json_decref(parts);
}

static void
read_usage(const json_t *usage, struct at_model_usage *out)
{
    *out = (struct at_model_usage){
        .in_tokens = at_reading_tokens(usage, "promptTokenCount") +
                     at_reading_tokens(usage, "toolUsePromptTokenCount"),
        .cached_tokens = at_reading_tokens(usage, "cachedContentTokenCount"),
        .out_tokens = at_reading_tokens(usage, "candidatesTokenCount") +
                      at_reading_tokens(usage, "thoughtsTokenCount"),
        .reasoning_tokens = at_reading_tokens(usage, "thoughtsTokenCount"),
    };
}

static bool
read_answer(const struct at_profile *profile, json_t *answer,
            struct at_model_reply *out, struct at_model_failure *out_failure)
{
    (void)profile; // the format has no dialects
    const json_t *candidate =
        json_array_get(json_object_get(answer, "candidates"), 0);
    struct at_str blocked = at_json_get_str(
        json_object_get(answer, "promptFeedback"), "blockReason");
    char seed[AT_READING_SEED_MAX];
    if (!candidate && blocked.len == 0)
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the answer has no candidate");
    at_reading_seed(answer, seed);
    read_content(seed, json_object_get(candidate, "content"), &out->turn);
    out->stop = at_stop_find(stops, at_json_get_str(candidate, "finishReason"),
                             AT_MODEL_STOP_DONE);
    if (!candidate) {
        char *words =
            at_strfmt("The prompt was blocked: %.*s", AT_STR_ARG(blocked));
        at_reading_text(&out->turn, AT_PART_TEXT, at_str(words));
        free(words);
        out->stop = AT_MODEL_STOP_REFUSED;
    }
    read_usage(json_object_get(answer, "usageMetadata"), &out->usage);
    at_reading_finish(at_json_get_str(answer, "modelVersion"), out);
    return true;
}

// Return true if this is a piece of plain text that may be joined with the one
// before it. A piece with a signature must stay as it is.
static bool
is_plain(const json_t *part, const json_t *like)
{
    bool thought = json_object_get(part, "thought") != NULL;
    return json_is_string(json_object_get(part, "text")) &&
           json_object_size(part) == (thought ? 2 : 1) &&
           json_is_true(json_object_get(part, "thought")) ==
               json_is_true(json_object_get(like, "thought"));
}

static bool
take_part(struct at_model_stream *stream, json_t *parts, json_t *part)
{
    size_t count = json_array_size(parts);
    json_t *last = count ? json_array_get(parts, count - 1) : NULL;
    struct at_str text = at_json_get_str(part, "text");
    at_model_stream_say(stream, text,
                        json_is_true(json_object_get(part, "thought")));
    if (last && is_plain(last, part) && is_plain(part, last)) {
        at_model_stream_append(stream, last, "text", text);
        return true;
    }
    last = at_model_stream_add_object(parts);
    if (last && json_is_object(part))
        json_object_update(last, part);
    return last != NULL;
}

static bool
take_candidate(struct at_model_stream *stream, const json_t *candidate)
{
    json_t *candidates =
        at_model_stream_array(at_model_stream_answer(stream), "candidates");
    json_t *own = json_array_get(candidates, 0);
    json_t *reason = json_object_get(candidate, "finishReason");
    size_t i;
    json_t *part;
    if (!own)
        own = at_model_stream_add_object(candidates);
    json_t *parts =
        at_model_stream_array(at_model_stream_object(own, "content"), "parts");
    json_array_foreach(
        json_object_get(json_object_get(candidate, "content"), "parts"), i,
        part)
    {
        if (!take_part(stream, parts, part))
            return false;
    }
    if (json_is_string(reason)) {
        at_json_set(own, "finishReason", json_incref(reason));
        at_model_stream_complete(stream);
    }
    return true;
}

static bool
take_event(struct at_model_stream *stream, struct at_str name, json_t *data,
           struct at_model_failure *out_failure)
{
    static const char *const members[] = {"usageMetadata", "modelVersion",
                                          "responseId", "promptFeedback"};
    (void)name;
    json_t *answer = at_model_stream_answer(stream);
    const json_t *candidate =
        json_array_get(json_object_get(data, "candidates"), 0);
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(data, members[i]);
        if (value)
            at_json_set(answer, members[i], json_incref(value));
    }
    if (at_json_get_str(json_object_get(data, "promptFeedback"), "blockReason")
            .len > 0)
        at_model_stream_complete(stream);
    if (!candidate || take_candidate(stream, candidate))
        return true;
    return at_model_stream_fail_parts(out_failure);
}

const struct at_provider at_provider_gemini = {
    .name = format,
    .write_path = write_path,
    .headers = headers,
    .request = request_body,
    .read = read_answer,
    .event = take_event,
    .models_path = "/v1beta/models",
};
