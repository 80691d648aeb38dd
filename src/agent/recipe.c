#include "agent/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "wire/json.h"

enum { FORMAT = 1 };

// A member that is a char array of the recipe.
static const struct {
    const char *name;
    size_t offset;
    size_t room;
} heads[] = {
    {"scenario", offsetof(struct at_recipe, hash), 65},
    {"appVersion", offsetof(struct at_recipe, place.version), 64},
    {"device", offsetof(struct at_recipe, place.device), 64},
    {"locale", offsetof(struct at_recipe, place.locale), 32},
};

static const struct {
    const char *name;
    size_t offset;
} target_texts[] = {
    {"id", offsetof(struct at_recipe_target, id)},
    {"text", offsetof(struct at_recipe_target, text)},
    {"description", offsetof(struct at_recipe_target, description)},
    {"class", offsetof(struct at_recipe_target, class_name)},
};

static char **
text_of(const struct at_recipe_target *target, size_t row)
{
    return (char **)(void *)((char *)target + target_texts[row].offset);
}

void
at_recipe_init(struct at_recipe *recipe)
{
    *recipe = (struct at_recipe){0};
}

static void
deinit_call(struct at_recipe_call *call)
{
    json_decref(call->args);
    for (size_t i = 0; i < AT_LEN(target_texts); i++)
        free(*text_of(&call->target, i));
}

void
at_recipe_deinit(struct at_recipe *recipe)
{
    for (size_t i = 0; i < recipe->count; i++)
        deinit_call(&recipe->calls[i]);
    free(recipe->calls);
    *recipe = (struct at_recipe){0};
}

struct at_recipe_call *
at_recipe_add(struct at_recipe *recipe, enum at_agent_tool tool,
              const json_t *args, size_t step)
{
    recipe->calls = at_realloc_array(recipe->calls, recipe->count + 1,
                                     sizeof(*recipe->calls));
    struct at_recipe_call *call = &recipe->calls[recipe->count++];
    *call = (struct at_recipe_call){.tool = tool, .step = step};
    call->args = args ? json_deep_copy(args) : json_object();
    at_assert(call->args);
    for (size_t i = 0; i < AT_LEN(target_texts); i++)
        *text_of(&call->target, i) = at_strdup("");
    call->target.index = -1;
    return call;
}

void
at_recipe_join(struct at_recipe *recipe, size_t step)
{
    for (size_t i = recipe->count; i-- > 0 && recipe->calls[i].step > step;)
        recipe->calls[i].step = step;
}

void
at_recipe_cut(struct at_recipe *recipe, size_t step)
{
    while (recipe->count > 0 && recipe->calls[recipe->count - 1].step >= step)
        deinit_call(&recipe->calls[--recipe->count]);
}

void
at_recipe_drop(struct at_recipe *recipe)
{
    at_assert(recipe->count > 0);
    deinit_call(&recipe->calls[--recipe->count]);
}

void
at_recipe_target_copy(struct at_recipe_target *target,
                      const struct at_recipe_target *from)
{
    for (size_t i = 0; i < AT_LEN(target_texts); i++) {
        free(*text_of(target, i));
        *text_of(target, i) = at_strdup(*text_of(from, i));
    }
    target->index = from->index;
}

bool
at_recipe_needs_target(enum at_agent_tool tool)
{
    return tool == AT_AGENT_TAP || tool == AT_AGENT_TAP_COORDINATES ||
           tool == AT_AGENT_INPUT_TEXT;
}

bool
at_recipe_is_named(const struct at_recipe_target *target)
{
    for (size_t i = 0; i < AT_LEN(target_texts); i++)
        if (strlen(*text_of(target, i)) > AT_RECIPE_TEXT_MAX_BYTES)
            return false;
    return target->id[0] || target->text[0] || target->description[0];
}

// A judgement needs a model, and the run starts the app itself.
static bool
is_playable(enum at_agent_tool tool)
{
    enum at_agent_tool_class class = at_agent_tool_rows[tool].class;
    return tool == AT_AGENT_WAIT ||
           (class == AT_AGENT_TOOL_ACTS && tool != AT_AGENT_START_SCENARIO) ||
           (class == AT_AGENT_TOOL_ASSERTS &&
            tool != AT_AGENT_ASSERT_BY_LOOKING);
}

bool
at_recipe_takes(enum at_agent_tool tool,
                const struct at_agent_tool_result *result)
{
    if (!is_playable(tool))
        return false;
    if (at_agent_tool_rows[tool].class == AT_AGENT_TOOL_ASSERTS)
        return result->evidence == AT_EVIDENCE_HELD;
    return result->prefix == AT_PREFIX_OK || result->prefix == AT_PREFIX_TAPPED;
}

static json_t *
target_json(const struct at_recipe_target *target)
{
    json_t *json = json_object();
    for (size_t i = 0; i < AT_LEN(target_texts); i++)
        if ((*text_of(target, i))[0])
            at_json_set_text(json, target_texts[i].name, *text_of(target, i));
    if (target->index >= 0)
        at_json_set(json, "index", json_integer(target->index));
    return json;
}

json_t *
at_recipe_call_json(const struct at_recipe_call *call)
{
    json_t *json = json_object();
    json_t *target = target_json(&call->target);
    at_json_set(json, "step", json_integer((json_int_t)call->step + 1));
    at_json_set_text(json, "tool", at_agent_tool_rows[call->tool].name);
    at_json_set(json, "args", json_deep_copy(call->args));
    if (json_object_size(target) > 0)
        at_json_set(json, "target", json_incref(target));
    json_decref(target);
    return json;
}

json_t *
at_recipe_json(const struct at_recipe *recipe)
{
    json_t *json = json_object();
    json_t *calls = json_array();
    at_json_set(json, "format", json_integer(FORMAT));
    for (size_t i = 0; i < AT_LEN(heads); i++) {
        const char *text = (const char *)recipe + heads[i].offset;
        if (text[0])
            at_json_set(json, heads[i].name, at_json_text(at_str(text)));
    }
    for (size_t i = 0; i < recipe->count; i++)
        json_array_append_new(calls, at_recipe_call_json(&recipe->calls[i]));
    at_json_set(json, "calls", calls);
    return json;
}

// Get the member's text without NULs and within max bytes; an absent one is "".
static bool
get_text(const json_t *json, const char *name, size_t max_bytes,
         struct at_str *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, name);
    *out = at_json_str(value);
    if ((value && !json_is_string(value)) || out->len > max_bytes ||
        (out->len > 0 && memchr(out->ptr, '\0', out->len)))
        return at_fail(err, AT_EUSAGE,
                       "'%s' must be a text of at most %zu bytes", name,
                       max_bytes);
    return true;
}

static bool
read_target(const json_t *json, struct at_recipe_target *out,
            struct at_err *err)
{
    const json_t *index = json_object_get(json, "index");
    struct at_str text;
    if (json && !json_is_object(json))
        return at_fail(err, AT_EUSAGE, "'target' must be an object");
    for (size_t i = 0; i < AT_LEN(target_texts); i++) {
        if (!get_text(json, target_texts[i].name, AT_RECIPE_TEXT_MAX_BYTES,
                      &text, err))
            return false;
        free(*text_of(out, i));
        *text_of(out, i) = at_strndup(text.len ? text.ptr : "", text.len);
    }
    out->index = index ? json_integer_value(index) : -1;
    if (index && (!json_is_integer(index) || out->index < 0 ||
                  out->index >= (int64_t)AT_TREE_MAX_NODES))
        return at_fail(err, AT_EUSAGE, "'index' must be a number from 0");
    return true;
}

static bool
read_step(const json_t *json, const struct at_recipe *recipe, size_t *out,
          struct at_err *err)
{
    json_int_t step = json_integer_value(json_object_get(json, "step"));
    json_int_t least =
        recipe->count > 0
            ? (json_int_t)recipe->calls[recipe->count - 1].step + 1
            : 1;
    if (step < least || step > (json_int_t)AT_SCENARIO_STEPS_MAX)
        return at_fail(err, AT_EUSAGE,
                       "'step' must be a number from %lld to %zu",
                       (long long)least, AT_SCENARIO_STEPS_MAX);
    *out = (size_t)step - 1;
    return true;
}

static bool
read_call(const json_t *json, struct at_recipe *out, struct at_err *err)
{
    enum at_agent_tool tool;
    size_t step = 0;
    const json_t *args = json_object_get(json, "args");
    if (!read_step(json, out, &step, err) ||
        !at_agent_tool_find(at_json_get_str(json, "tool"), &tool, err))
        return false;
    if (!is_playable(tool))
        return at_fail(err, AT_EUSAGE, "'%s' cannot be played again",
                       at_agent_tool_rows[tool].name);
    if (!json_is_object(args))
        return at_fail(err, AT_EUSAGE, "'args' must be an object");
    struct at_recipe_call *call = at_recipe_add(out, tool, args, step);
    return at_agent_tool_check(tool, call->args, err) &&
           read_target(json_object_get(json, "target"), &call->target, err);
}

static bool
read_heads(const json_t *json, struct at_recipe *out, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(heads); i++) {
        struct at_str text;
        if (!get_text(json, heads[i].name, heads[i].room - 1, &text, err))
            return false;
        at_str_cut((char *)out + heads[i].offset, heads[i].room, text);
    }
    return true;
}

static bool
read_all(const json_t *json, struct at_recipe *out, struct at_err *err)
{
    const json_t *calls = json_object_get(json, "calls");
    size_t count = json_array_size(calls);
    if (json_integer_value(json_object_get(json, "format")) != FORMAT)
        return at_fail(err, AT_EUSAGE,
                       "a recording must have 'format' %d; a newer program "
                       "may have written this one",
                       FORMAT);
    if (!json_is_array(calls) || count > AT_RECIPE_CALLS_MAX)
        return at_fail(err, AT_EUSAGE,
                       "'calls' must be a list of at most %zu calls",
                       AT_RECIPE_CALLS_MAX);
    if (!read_heads(json, out, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!read_call(json_array_get(calls, i), out, err)) {
            at_err_context(err, "call %zu of the recording", i + 1);
            return false;
        }
    }
    return true;
}

bool
at_recipe_read(const json_t *json, struct at_recipe *out, struct at_err *err)
{
    at_recipe_init(out);
    if (read_all(json, out, err))
        return true;
    at_recipe_deinit(out);
    return false;
}

void
at_recipe_key(const char *hash, const struct at_recipe_place *place,
              char out[AT_RECIPE_KEY_LEN + 1])
{
    struct at_buf all = AT_BUF_INIT(AT_KIB);
    unsigned char digest[AT_SHA256_BYTES];
    at_buf_add_fmt(&all, "%s\n%s\n%s", hash, place->device, place->locale);
    at_sha256(at_buf_str(&all), digest);
    at_hex_write(digest, sizeof(digest), out);
    at_buf_deinit(&all);
}
