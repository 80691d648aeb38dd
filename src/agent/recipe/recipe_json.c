// recipe_json.c: recordings as JSON, written and read
#include <stdlib.h>
#include <string.h>

#include "agent/recipe/recipe.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

enum { FORMAT = 2, OLDEST = 1 };

// A member of the recipe that is a char array.
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

// Durations are left out for people (whole is false).
static json_t *
proof_json(const struct at_recipe_proof *proof, bool whole)
{
    json_t *json = json_object();
    at_json_set(json, "claim", json_deep_copy(proof->claim));
    if (proof->text[0])
        at_json_set_text(json, "text", proof->text);
    at_json_set_text(json, "by", at_recipe_provers[proof->by]);
    if (whole && proof->held_after_ms >= 0)
        at_json_set(json, "heldAfterMs", json_integer(proof->held_after_ms));
    return json;
}

static json_t *
call_json(const struct at_recipe_call *call, bool whole)
{
    json_t *json = json_object();
    json_t *target = target_json(&call->target);
    at_json_set(json, "step", json_integer((json_int_t)call->step + 1));
    at_json_set_text(json, "tool", at_agent_tool_rows[call->tool].name);
    at_json_set(json, "args", json_deep_copy(call->args));
    if (json_object_size(target) > 0)
        at_json_set(json, "target", json_incref(target));
    json_decref(target);
    if (call->dialog[0]) {
        at_json_set(json, "optional", json_true());
        at_json_set_text(json, "dialog", call->dialog);
    }
    if (call->proof.claim)
        at_json_set(json, "proof", proof_json(&call->proof, whole));
    json_t *screen = whole ? at_recipe_screen_json(&call->screen) : NULL;
    if (screen)
        at_json_set(json, "screen", screen);
    return json;
}

json_t *
at_recipe_call_json(const struct at_recipe_call *call)
{
    return call_json(call, false);
}

static json_t *
ends_json(const struct at_recipe *recipe)
{
    json_t *ends = json_array();
    for (size_t i = 0; i < recipe->end_count; i++) {
        const struct at_recipe_end *end = &recipe->ends[i];
        json_t *json = proof_json(&end->proof, true);
        at_json_set(json, "step", json_integer((json_int_t)end->step + 1));
        json_array_append_new(ends, json);
    }
    return ends;
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
        json_array_append_new(calls, call_json(&recipe->calls[i], true));
    at_json_set(json, "calls", calls);
    if (recipe->end_count > 0)
        at_json_set(json, "proofs", ends_json(recipe));
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
read_prover(const json_t *json, enum at_recipe_prover *out, struct at_err *err)
{
    struct at_str by = at_json_get_str(json, "by");
    for (int i = 0; i < AT_RECIPE_PROVERS; i++) {
        if (at_str_is(by, at_recipe_provers[i])) {
            *out = (enum at_recipe_prover)i;
            return true;
        }
    }
    return at_fail(err, AT_EUSAGE, "'by' must be model or expectation");
}

// The claim is not parsed here; its evaluation does that.
static bool
read_proof(const json_t *json, struct at_recipe_proof *out, struct at_err *err)
{
    const json_t *claim = json_object_get(json, "claim");
    const json_t *held = json_object_get(json, "heldAfterMs");
    struct at_str text;
    if (!json_is_object(claim) || json_object_size(claim) == 0)
        return at_fail(err, AT_EUSAGE, "'claim' of a proof must be an object");
    if (held && (!json_is_integer(held) || json_integer_value(held) < 0))
        return at_fail(err, AT_EUSAGE, "'heldAfterMs' must be a number from 0");
    if (!get_text(json, "text", AT_RECIPE_TEXT_MAX_BYTES, &text, err) ||
        !read_prover(json, &out->by, err))
        return false;
    at_recipe_proof_set(out, claim, text,
                        held ? (int64_t)json_integer_value(held) : -1);
    return true;
}

static bool
read_dialog(const json_t *json, struct at_recipe_call *out, struct at_err *err)
{
    struct at_str title;
    bool optional = json_is_true(json_object_get(json, "optional"));
    if (!get_text(json, "dialog", AT_RECIPE_TITLE_BYTES, &title, err))
        return false;
    if (optional != (title.len > 0))
        return at_fail(err, AT_EUSAGE,
                       "an 'optional' call must name its 'dialog', and no "
                       "other may");
    free(out->dialog);
    out->dialog = at_strndup(title.len ? title.ptr : "", title.len);
    return true;
}

static bool
read_step(const json_t *json, size_t last, size_t *out, struct at_err *err)
{
    json_int_t step = json_integer_value(json_object_get(json, "step"));
    json_int_t least = (json_int_t)last + 1;
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
    size_t last = out->count > 0 ? out->calls[out->count - 1].step : 0;
    if (!read_step(json, last, &step, err) ||
        !at_agent_tool_find(at_json_get_str(json, "tool"), &tool, err))
        return false;
    if (!at_recipe_can_play(tool))
        return at_fail(err, AT_EUSAGE, "'%s' cannot be played again",
                       at_agent_tool_rows[tool].name);
    if (!json_is_object(args))
        return at_fail(err, AT_EUSAGE, "'args' must be an object");
    struct at_recipe_call *call = at_recipe_add(out, tool, args, step);
    const json_t *proof = json_object_get(json, "proof");
    return at_agent_tool_check(tool, call->args, err) &&
           read_target(json_object_get(json, "target"), &call->target, err) &&
           read_dialog(json, call, err) &&
           at_recipe_screen_read(json_object_get(json, "screen"), &call->screen,
                                 err) &&
           (!proof || read_proof(proof, &call->proof, err));
}

static bool
read_ends(const json_t *ends, struct at_recipe *out, struct at_err *err)
{
    size_t count = json_array_size(ends);
    if (ends && (!json_is_array(ends) || count > AT_RECIPE_CALLS_MAX))
        return at_fail(err, AT_EUSAGE,
                       "'proofs' must be a list of at most %zu proofs",
                       AT_RECIPE_CALLS_MAX);
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(ends, i);
        size_t step = i > 0 ? out->ends[i - 1].step : 0;
        if (!read_step(json, step, &step, err) ||
            !read_proof(json, at_recipe_add_end(out, step), err)) {
            at_err_context(err, "proof %zu of the recording", i + 1);
            return false;
        }
    }
    return true;
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
    json_int_t format = json_integer_value(json_object_get(json, "format"));
    if (format < OLDEST || format > FORMAT)
        return at_fail(err, AT_EUSAGE,
                       "a recording must have 'format' %d or %d; a newer "
                       "program may have written this one",
                       OLDEST, FORMAT);
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
    return read_ends(json_object_get(json, "proofs"), out, err);
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
