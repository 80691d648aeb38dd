// stream.c: bytes to events, events to one answer
#include "agent/models/providers/stream.h"

#include "agent/models/providers/reading.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/lines.h"
#include "wire/json.h"
#include "wire/sse.h"

// A growing text, kept outside the answer to avoid copying it for each piece.
struct growing {
    json_t *object; // a reference, because the answer may drop it
    const char *member;
    struct at_buf text;
};

enum kind {
    KIND_UNKNOWN, // only blanks so far
    KIND_EVENTS,
    KIND_WHOLE, // JSON or a page, despite the requested stream
};

struct at_model_stream {
    const struct at_profile *profile;
    at_model_said_fn *said;
    void *user;
    enum kind kind;
    struct at_sse sse;
    struct at_lines lines;
    struct at_buf whole;
    size_t bytes; // fed so far
    json_t *answer;
    struct growing *growing;
    size_t growing_count;
    bool complete;
    bool broken; // an event was not valid JSON
};

struct at_model_stream *
at_model_stream_new(const struct at_profile *profile, at_model_said_fn *said,
                    void *user)
{
    struct at_model_stream *stream = at_alloc(sizeof(*stream));
    *stream = (struct at_model_stream){
        .profile = profile,
        .said = said,
        .user = user,
        .sse = AT_SSE_INIT(AT_MODEL_REPLY_MAX_BYTES),
        .lines = AT_LINES_INIT(AT_MODEL_REPLY_MAX_BYTES),
        .whole = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES),
        .answer = json_object(),
    };
    return stream;
}

static void
drop_growing(struct at_model_stream *stream)
{
    for (size_t i = 0; i < stream->growing_count; i++) {
        at_buf_deinit(&stream->growing[i].text);
        json_decref(stream->growing[i].object);
    }
    free(stream->growing);
    stream->growing = NULL;
    stream->growing_count = 0;
}

void
at_model_stream_free(struct at_model_stream *stream)
{
    if (!stream)
        return;
    drop_growing(stream);
    at_sse_deinit(&stream->sse);
    at_lines_deinit(&stream->lines);
    at_buf_deinit(&stream->whole);
    json_decref(stream->answer);
    free(stream);
}

json_t *
at_model_stream_answer(struct at_model_stream *stream)
{
    return stream->answer;
}

const struct at_profile *
at_model_stream_profile(const struct at_model_stream *stream)
{
    return stream->profile;
}

static struct growing *
growing_of(struct at_model_stream *stream, json_t *object, const char *member)
{
    // Search from the newest, because pieces of one text arrive in a row.
    for (size_t i = stream->growing_count; i > 0; i--) {
        struct growing *one = &stream->growing[i - 1];
        if (one->object == object && at_str_is(at_str(one->member), member))
            return one;
    }
    stream->growing = at_realloc_array(
        stream->growing, stream->growing_count + 1, sizeof(*stream->growing));
    struct growing *one = &stream->growing[stream->growing_count++];
    *one = (struct growing){
        .object = json_incref(object),
        .member = member,
        .text = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES),
    };
    at_buf_add_str(&one->text, at_json_get_str(object, member));
    return one;
}

void
at_model_stream_append(struct at_model_stream *stream, json_t *object,
                       const char *member, struct at_str text)
{
    if (text.len > 0)
        at_buf_add_str(&growing_of(stream, object, member)->text, text);
}

void
at_model_stream_settle(struct at_model_stream *stream)
{
    for (size_t i = 0; i < stream->growing_count; i++) {
        struct growing *one = &stream->growing[i];
        at_json_set(one->object, one->member,
                    at_json_text(at_buf_str(&one->text)));
    }
    drop_growing(stream);
}

void
at_model_stream_say(const struct at_model_stream *stream, struct at_str text,
                    bool thought)
{
    if (stream->said && text.len > 0)
        stream->said(stream->user, text, thought);
}

void
at_model_stream_complete(struct at_model_stream *stream)
{
    stream->complete = true;
}

json_t *
at_model_stream_object(json_t *object, const char *member)
{
    json_t *value = json_object_get(object, member);
    if (json_is_object(value))
        return value;
    at_json_set(object, member, json_object());
    return json_object_get(object, member);
}

json_t *
at_model_stream_array(json_t *object, const char *member)
{
    json_t *value = json_object_get(object, member);
    if (json_is_array(value))
        return value;
    at_json_set(object, member, json_array());
    return json_object_get(object, member);
}

bool
at_model_stream_fail_parts(struct at_model_failure *out_failure)
{
    return at_reading_fail(out_failure, AT_MODEL_BAD_REQUEST,
                           "the answer has too many parts");
}

bool
at_model_stream_add(json_t *array, const json_t *from,
                    struct at_model_failure *out_failure)
{
    json_t *added = at_model_stream_add_object(array);
    if (added && json_is_object(from))
        json_object_update(added, (json_t *)(uintptr_t)from);
    return added || at_model_stream_fail_parts(out_failure);
}

json_t *
at_model_stream_add_object(json_t *array)
{
    if (json_array_size(array) >= AT_MODEL_PARTS_MAX)
        return NULL;
    json_t *object = json_object();
    json_array_append_new(array, object);
    return object;
}

// Take one event: JSON, or the mark that ends OpenAI's streams.
static bool
take_event(struct at_model_stream *stream, struct at_str name,
           struct at_str data, struct at_model_failure *out)
{
    data = at_str_trim(data);
    if (data.len == 0)
        return true;
    if (at_str_is(data, "[DONE]")) {
        stream->complete = true;
        return true;
    }
    json_t *json = at_json_parse(data, NULL);
    bool ok = json_is_object(json);
    stream->broken = !ok;
    if (!ok)
        at_reading_fail(out, AT_MODEL_RETRY,
                        "the stream is broken: an event is not a JSON object");
    else if (at_reading_is_error(stream->profile, json, out))
        ok = false;
    else
        ok = stream->profile->provider->event(stream, name, json, out);
    json_decref(json);
    return ok;
}

static bool
too_long(struct at_model_failure *out)
{
    return at_reading_fail(out, AT_MODEL_BAD_REQUEST,
                           "the answer is longer than 16 MiB");
}

static bool
feed_events(struct at_model_stream *stream, struct at_str bytes,
            struct at_model_failure *out)
{
    struct at_sse_event event;
    struct at_line line;
    if (stream->profile->provider->lines) {
        while (at_lines_next(&stream->lines, &bytes, &line)) {
            if (line.too_long)
                return too_long(out);
            if (!take_event(stream, at_str(""), line.text, out))
                return false;
        }
        return true;
    }
    while (at_sse_next(&stream->sse, &bytes, &event)) {
        if (event.too_long)
            return too_long(out);
        if (!take_event(stream, event.name, event.data, out))
            return false;
    }
    return true;
}

// Lines of an event stream never begin with a bracket.
static enum kind
kind_of(const struct at_model_stream *stream, struct at_str bytes)
{
    struct at_str text = at_str_trim(bytes);
    char first = text.len ? text.ptr[0] : '\0';
    if (first == '\0')
        return KIND_UNKNOWN;
    if (first == '<')
        return KIND_WHOLE;
    if (!stream->profile->provider->lines && (first == '{' || first == '['))
        return KIND_WHOLE;
    return KIND_EVENTS;
}

bool
at_model_stream_feed(struct at_model_stream *stream, struct at_str bytes,
                     struct at_model_failure *out_failure)
{
    if (bytes.len > AT_MODEL_REPLY_MAX_BYTES - stream->bytes)
        return too_long(out_failure);
    stream->bytes += bytes.len;
    if (stream->kind == KIND_UNKNOWN)
        stream->kind = kind_of(stream, bytes);
    if (stream->kind == KIND_WHOLE)
        return at_buf_add_str(&stream->whole, bytes);
    return feed_events(stream, bytes, out_failure);
}

// Take the text after the last newline.
static bool
feed_rest(struct at_model_stream *stream, struct at_model_failure *out)
{
    struct at_sse_event event;
    if (stream->profile->provider->lines)
        return feed_events(stream, AT_STR("\n"), out);
    if (!at_sse_end(&stream->sse, &event))
        return true;
    return event.too_long ? too_long(out)
                          : take_event(stream, event.name, event.data, out);
}

bool
at_model_stream_end(struct at_model_stream *stream, struct at_model_reply *out,
                    struct at_model_failure *out_failure)
{
    *out = (struct at_model_reply){.turn.role = AT_TURN_ASSISTANT};
    if (stream->kind == KIND_WHOLE)
        return at_model_reply_read(stream->profile, at_buf_str(&stream->whole),
                                   out, out_failure);
    // The message for a broken event would hide that the stream was cut off.
    if (!feed_rest(stream, out_failure) && !stream->broken)
        return false;
    if (!stream->complete)
        return at_reading_fail(out_failure, AT_MODEL_RETRY,
                               "the stream was cut before its end");
    at_model_stream_settle(stream);
    return stream->profile->provider->read(stream->profile, stream->answer, out,
                                           out_failure);
}
