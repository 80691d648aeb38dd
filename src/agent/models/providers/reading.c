// reading.c: parts, numbers and prices of an answer
#include "agent/models/providers/reading.h"

#include <stdio.h>

#include "agent/models/providers/tool_name.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "wire/args.h"
#include "wire/json.h"

enum {
    SEED_BYTES = 8,
    TOKENS_MAX = 1000000000,
};

enum at_model_stop
at_stop_find(const struct at_stop_row *rows, struct at_str word,
             enum at_model_stop others)
{
    for (; rows->word; rows++) {
        if (at_str_is(word, rows->word))
            return rows->stop;
    }
    return others;
}

void
at_reading_text(struct at_turn *turn, enum at_part_kind kind,
                struct at_str text)
{
    if (text.len == 0 || turn->count >= AT_MODEL_PARTS_MAX)
        return;
    at_turn_add(turn, kind)->text = at_strndup(text.ptr, text.len);
}

void
at_reading_seed(const json_t *answer, char out[AT_READING_SEED_MAX])
{
    struct at_buf text = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES * 6);
    unsigned char hash[AT_SHA256_BYTES];
    at_json_write(answer, &text);
    at_sha256(at_buf_str(&text), hash);
    for (size_t i = 0; i < SEED_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
    at_buf_deinit(&text);
}

// Return args as an object, or NULL. Owned.
static json_t *
object_of(const json_t *args)
{
    json_t *object = at_args_copy(args);
    if (json_is_object(object))
        return object;
    json_decref(object);
    return NULL;
}

struct at_part *
at_reading_add_call(struct at_turn *turn, const char *seed, struct at_str id,
                    struct at_str name, const json_t *args)
{
    if (turn->count >= AT_MODEL_PARTS_MAX)
        return NULL;
    size_t number = at_turn_call_count(turn);
    struct at_part *part = at_turn_add(turn, AT_PART_CALL);
    struct at_str text = at_json_str(args);
    part->id = id.len > 0 ? at_strndup(id.ptr, id.len)
                          : at_strfmt("call_%s_%zu", seed, number);
    part->name = at_tool_name_clean(name);
    part->args = object_of(args);
    if (!part->args)
        part->text = at_strndup(text.len ? text.ptr : "", text.len);
    return part;
}

int64_t
at_reading_tokens(const json_t *object, const char *path)
{
    struct at_str rest = at_str(path);
    struct at_str part;
    while (at_str_next(&rest, '.', &part)) {
        char *name = at_strndup(part.ptr, part.len);
        object = json_object_get(object, name);
        free(name);
    }
    double value = json_number_value(object);
    return value > 0 && value <= (double)TOKENS_MAX ? (int64_t)value : 0;
}

// Add the calls in a wrapper; their ids are the wrapper's with a number.
static void
add_wrapped(struct at_turn *turn, const struct at_part *wrapper)
{
    size_t i;
    json_t *use;
    json_array_foreach(json_object_get(wrapper->args, "tool_uses"), i, use)
    {
        char *id = at_strfmt("%s_%zu", wrapper->id, i + 1);
        at_reading_add_call(turn, "", at_str(id),
                            at_json_get_str(use, "recipient_name"),
                            json_object_get(use, "parameters"));
        free(id);
    }
}

static bool
is_wrapper(const struct at_part *part)
{
    return part->kind == AT_PART_CALL &&
           at_tool_name_is_parallel(at_str(part->name)) &&
           json_array_size(json_object_get(part->args, "tool_uses")) > 0;
}

// Replace a wrapper by its calls. The provider's form still has the wrapper, so
// it is dropped.
static void
unwrap(struct at_turn *turn)
{
    struct at_turn plain = {.role = turn->role, .format = turn->format};
    bool any = false;
    for (size_t i = 0; i < turn->count; i++)
        any = any || is_wrapper(&turn->parts[i]);
    if (!any)
        return;
    for (size_t i = 0; i < turn->count; i++) {
        struct at_part *part = &turn->parts[i];
        if (is_wrapper(part)) {
            add_wrapped(&plain, part);
        } else if (plain.count < AT_MODEL_PARTS_MAX) {
            *at_turn_add(&plain, part->kind) = *part;
            *part = (struct at_part){0};
        }
    }
    at_turn_deinit(turn);
    *turn = plain;
}

void
at_reading_finish(struct at_str model, struct at_model_reply *reply)
{
    unwrap(&reply->turn);
    size_t calls = at_turn_call_count(&reply->turn);
    if (model.len > 0)
        reply->model = at_strndup(model.ptr, model.len);
    if (calls > 0 && reply->stop == AT_MODEL_STOP_DONE)
        reply->stop = AT_MODEL_STOP_CALLS;
    if (calls == 0 && reply->stop == AT_MODEL_STOP_CALLS)
        reply->stop = reply->turn.count > 0 ? AT_MODEL_STOP_DONE
                                            : AT_MODEL_STOP_MALFORMED;
}

bool
at_reading_fail(struct at_model_failure *out, enum at_model_class class,
                const char *words)
{
    *out = (struct at_model_failure){.class = class, .wait_ms = -1};
    at_str_cut(out->text, sizeof(out->text), at_str(words));
    return false;
}

void
at_reading_drop_nulls(json_t *object)
{
    const char *name;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, name, value)
    {
        if (json_is_null(value))
            json_object_del(object, name);
    }
}
