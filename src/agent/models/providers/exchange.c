// exchange.c: pairs calls with results, and writes their contents
#include "agent/models/providers/exchange.h"

#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "wire/json.h"

void
at_model_exchange_headers(const struct at_profile *profile, struct at_argv *out)
{
    at_argv_add(out, "content-type: application/json");
    if (profile->row->headers)
        at_argv_add(out, profile->row->headers);
}

void
at_model_exchange_set_temperature(const struct at_profile *profile, double max,
                                  json_t *into)
{
    if (!(profile->row->quirks & AT_QUIRK_NO_TEMPERATURE))
        at_json_set(
            into, "temperature",
            json_real(profile->temperature > max ? max : profile->temperature));
}

void
at_model_exchange_write(const struct at_model_request *request,
                        const struct at_model_exchange_writer *writer,
                        json_t *out)
{
    const struct at_conversation *talk = request->conversation;
    const struct at_turn *asked = NULL;
    for (size_t i = 0; i < talk->count; i++) {
        const struct at_turn *turn = &talk->turns[i];
        if (turn->role == AT_TURN_USER) {
            writer->user(request, asked, turn, out);
            asked = NULL;
            continue;
        }
        if (asked)
            writer->user(request, asked, NULL, out);
        writer->assistant(request, turn, out);
        asked = at_turn_call_count(turn) > 0 ? turn : NULL;
    }
    if (asked)
        writer->user(request, asked, NULL, out);
}

// Count the earlier parts of that kind with the same id.
static size_t
same_before(const struct at_turn *turn, const struct at_part *part,
            enum at_part_kind kind)
{
    size_t count = 0;
    for (const struct at_part *at = turn->parts; at != part; at++)
        count += at->kind == kind && strcmp(at->id, part->id) == 0;
    return count;
}

// Find the part of that kind with this id, after skipping so many others with
// the same id.
static const struct at_part *
nth_part(const struct at_turn *turn, enum at_part_kind kind, const char *id,
         size_t before)
{
    for (size_t i = 0; turn && i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        if (part->kind != kind || strcmp(part->id, id) != 0)
            continue;
        if (before-- == 0)
            return part;
    }
    return NULL;
}

const struct at_part *
at_model_exchange_result(const struct at_turn *asked,
                         const struct at_part *call, const struct at_turn *user)
{
    return nth_part(user, AT_PART_RESULT, call->id,
                    same_before(asked, call, AT_PART_CALL));
}

bool
at_model_exchange_is_error(const struct at_part *result)
{
    return !result || result->is_error;
}

bool
at_model_exchange_shows(const struct at_model_request *request,
                        const struct at_part *part)
{
    return part && part->image &&
           !(request->profile->row->quirks & AT_QUIRK_NO_IMAGES);
}

json_t *
at_model_exchange_result_text(const struct at_model_request *request,
                              const struct at_part *result)
{
    if (!result)
        return json_string("ERROR: this call was not run");
    const char *text = result->text ? result->text : "";
    if (!result->image || at_model_exchange_shows(request, result))
        return at_json_text(at_str(text));
    char *words = at_strfmt("%s\n(A picture was taken. This model cannot see "
                            "pictures.)",
                            text);
    json_t *json = at_json_text(at_str(words));
    free(words);
    return json;
}

json_t *
at_model_exchange_words(const struct at_turn *asked, const struct at_turn *user,
                        const struct at_part *part)
{
    if (!part->text || at_str_trim(at_str(part->text)).len == 0)
        return NULL;
    if (part->kind == AT_PART_TEXT)
        return at_json_text(at_str(part->text));
    if (part->kind != AT_PART_RESULT ||
        (asked && nth_part(asked, AT_PART_CALL, part->id,
                           same_before(user, part, AT_PART_RESULT))))
        return NULL;
    char *words = at_strfmt("Result of an earlier call of %s: %s",
                            part->name ? part->name : "a tool", part->text);
    json_t *json = at_json_text(at_str(words));
    free(words);
    return json;
}

json_t *
at_model_exchange_all_words(const struct at_turn *asked,
                            const struct at_turn *turn)
{
    struct at_buf text = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES);
    for (size_t i = 0; turn && i < turn->count; i++) {
        json_t *words = at_model_exchange_words(asked, turn, &turn->parts[i]);
        if (words && text.len > 0)
            at_buf_add_text(&text, "\n\n");
        at_buf_add_str(&text, at_json_str(words));
        json_decref(words);
    }
    json_t *json = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return json;
}

void
at_model_exchange_add_words(const struct at_turn *asked,
                            const struct at_turn *turn,
                            const struct at_part *part, const char *type,
                            json_t *out)
{
    json_t *words = at_model_exchange_words(asked, turn, part);
    if (words)
        json_array_append_new(out, at_model_exchange_text(type, words));
}

json_t *
at_model_exchange_typed(const char *type)
{
    json_t *object = json_object();
    if (type)
        at_json_set_text(object, "type", type);
    return object;
}

json_t *
at_model_exchange_text(const char *type, json_t *text)
{
    json_t *object = at_model_exchange_typed(type);
    at_json_set(object, "text", text);
    return object;
}

json_t *
at_model_exchange_message(const char *role, const char *member, json_t *content)
{
    json_t *message = json_object();
    at_json_set_text(message, "role", role);
    at_json_set(message, member, content);
    return message;
}

void
at_model_exchange_add(json_t *out, const char *role, const char *member,
                      json_t *content)
{
    if (json_array_size(content) > 0)
        json_array_append_new(
            out, at_model_exchange_message(role, member, json_incref(content)));
    json_decref(content);
}

json_t *
at_model_exchange_base64(const char *prefix, const struct at_part *part)
{
    // The picture is in memory already; this is four thirds of it.
    struct at_buf buf =
        AT_BUF_INIT(strlen(prefix) + part->image_len / 3 * 4 + 8);
    at_buf_add_text(&buf, prefix);
    at_base64_write(at_str_n(part->image, part->image_len), &buf);
    json_t *json = json_stringn_nocheck(at_buf_text(&buf), buf.len);
    at_buf_deinit(&buf);
    return json;
}

json_t *
at_model_exchange_data_url(const struct at_part *part)
{
    char *prefix = at_strfmt("data:%s;base64,", part->mime);
    json_t *json = at_model_exchange_base64(prefix, part);
    free(prefix);
    return json;
}

const json_t *
at_model_exchange_raw(const struct at_turn *turn, const char *format)
{
    return turn->raw && turn->format && strcmp(turn->format, format) == 0
               ? turn->raw
               : NULL;
}

json_t *
at_model_exchange_args(const struct at_part *call)
{
    return call->args ? json_incref(call->args) : json_object();
}

json_t *
at_model_exchange_args_text(const struct at_part *call)
{
    struct at_buf buf = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES * 6);
    if (!call->args || !at_json_write(call->args, &buf)) {
        at_buf_clear(&buf);
        at_buf_add_text(&buf, "{}");
    }
    json_t *json = at_json_text(at_buf_str(&buf));
    at_buf_deinit(&buf);
    return json;
}
