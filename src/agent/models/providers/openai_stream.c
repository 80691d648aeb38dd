// openai_stream.c: chunks of chat completions
#include "agent/models/providers/openai.h"
#include "agent/models/providers/reading.h"
#include "agent/models/providers/stream.h"
#include "wire/json.h"

// Return the call of a piece. Some servers leave the index out; then a new id
// begins a new call.
static json_t *
call_of(json_t *calls, const json_t *piece)
{
    const json_t *index = json_object_get(piece, "index");
    struct at_str id = at_json_get_str(piece, "id");
    size_t count = json_array_size(calls);
    size_t i;
    json_t *call;
    if (json_is_integer(index)) {
        json_array_foreach(calls, i, call)
        {
            if (json_equal(json_object_get(call, "index"), index))
                return call;
        }
    } else if (count > 0) {
        call = json_array_get(calls, count - 1);
        if (id.len == 0 || at_str_eq(id, at_json_get_str(call, "id")))
            return call;
    }
    call = at_model_stream_add_object(calls);
    if (call && json_is_integer(index))
        at_json_set(call, "index", json_copy((json_t *)(uintptr_t)index));
    return call;
}

static void
keep_first(json_t *object, const char *member, const json_t *from)
{
    struct at_str text = at_json_get_str(from, member);
    if (text.len > 0 && at_json_get_str(object, member).len == 0)
        at_json_set(object, member, at_json_text(text));
}

static bool
take_call(struct at_model_stream *stream, json_t *calls, const json_t *piece)
{
    const json_t *from = json_object_get(piece, "function");
    json_t *args = json_object_get(from, "arguments");
    json_t *call = call_of(calls, piece);
    if (!call)
        return false;
    keep_first(call, "id", piece);
    keep_first(call, "type", piece);
    json_t *function = at_model_stream_object(call, "function");
    keep_first(function, "name", from);
    if (json_is_object(args))
        at_json_set(function, "arguments", json_incref(args));
    else
        at_model_stream_append(stream, function, "arguments",
                               at_json_str(args));
    return true;
}

// Pieces of the same kind and place are joined, because the provider wants
// whole entries back.
static json_t *
detail_of(json_t *details, const json_t *piece)
{
    size_t count = json_array_size(details);
    json_t *last = count ? json_array_get(details, count - 1) : NULL;
    struct at_str type = at_json_get_str(piece, "type");
    bool joins = at_str_is(type, "reasoning.text") ||
                 at_str_is(type, "reasoning.summary");
    const json_t *index = json_object_get(piece, "index");
    const json_t *last_index = json_object_get(last, "index");
    if (last && joins && at_str_eq(type, at_json_get_str(last, "type")) &&
        (index == last_index || json_equal(index, last_index)))
        return last;
    return at_model_stream_add_object(details);
}

static bool
take_details(struct at_model_stream *stream, json_t *message,
             const json_t *pieces)
{
    size_t i;
    json_t *piece;
    json_array_foreach(pieces, i, piece)
    {
        const char *name;
        json_t *value;
        json_t *details = at_model_stream_array(message, "reasoning_details");
        json_t *detail = detail_of(details, piece);
        if (!detail)
            return false;
        json_object_foreach(piece, name, value)
        {
            if (at_str_is(at_str(name), "text"))
                at_model_stream_append(stream, detail, "text",
                                       at_json_str(value));
            else if (at_str_is(at_str(name), "summary"))
                at_model_stream_append(stream, detail, "summary",
                                       at_json_str(value));
            else if (!json_is_null(value))
                at_json_set(detail, name, json_incref(value));
        }
    }
    return true;
}

static void
take_text(struct at_model_stream *stream, json_t *message, const json_t *delta,
          const char *member, bool thought)
{
    struct at_str text = at_json_get_str(delta, member);
    at_model_stream_append(stream, message, member, text);
    at_model_stream_say(stream, text, thought);
}

static bool
take_delta(struct at_model_stream *stream, json_t *message, const json_t *delta)
{
    size_t i;
    json_t *piece;
    // Some servers send the same reasoning under two names.
    bool twice = at_json_get_str(delta, "reasoning_content").len > 0;
    take_text(stream, message, delta, "content", false);
    take_text(stream, message, delta, "refusal", false);
    take_text(stream, message, delta, "reasoning_content", true);
    if (!twice)
        take_text(stream, message, delta, "reasoning", true);
    json_array_foreach(json_object_get(delta, "tool_calls"), i, piece)
    {
        if (!take_call(stream, at_model_stream_array(message, "tool_calls"),
                       piece))
            return false;
    }
    return take_details(stream, message,
                        json_object_get(delta, "reasoning_details"));
}

static void
keep_rest(json_t *answer, const json_t *data)
{
    static const char *const members[] = {"id", "model", "usage"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(data, members[i]);
        if (value && !json_is_null(value))
            at_json_set(answer, members[i], json_incref(value));
    }
}

bool
at_openai_event(struct at_model_stream *stream, struct at_str name,
                json_t *data, struct at_model_failure *out_failure)
{
    (void)name;
    json_t *answer = at_model_stream_answer(stream);
    json_t *choices = at_model_stream_array(answer, "choices");
    const json_t *from = json_array_get(json_object_get(data, "choices"), 0);
    keep_rest(answer, data);
    if (!from || json_integer_value(json_object_get(from, "index")) != 0)
        return true;
    if (at_reading_is_error(at_model_stream_profile(stream), from, out_failure))
        return false;
    json_t *choice = json_array_get(choices, 0);
    if (!choice)
        choice = at_model_stream_add_object(choices);
    json_t *reason = json_object_get(from, "finish_reason");
    if (json_is_string(reason)) {
        at_json_set(choice, "finish_reason", json_incref(reason));
        at_model_stream_complete(stream);
    }
    json_t *message = at_model_stream_object(choice, "message");
    if (take_delta(stream, message, json_object_get(from, "delta")))
        return true;
    return at_model_stream_fail_parts(out_failure);
}
