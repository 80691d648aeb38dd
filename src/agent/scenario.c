#include "agent/scenario.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "agent/scenario_flow.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "wire/json.h"

// The members with one text each, in the order in which they are checked.
static const struct {
    const char *name;
    size_t offset;
    size_t max_bytes;
    const char *missing; // error if it is absent; NULL: optional
} texts[] = {
    {"goal", offsetof(struct at_scenario, goal), AT_SCENARIO_TEXT_MAX_BYTES,
     "Missing goal"},
    {"packageName", offsetof(struct at_scenario, package),
     AT_CLASS_NAME_MAX_BYTES, "Missing packageName"},
    {"id", offsetof(struct at_scenario, id), AT_SCENARIO_WORD_MAX_BYTES, NULL},
    {"name", offsetof(struct at_scenario, name), AT_SCENARIO_WORD_MAX_BYTES,
     NULL},
    {"device", offsetof(struct at_scenario, device), AT_SCENARIO_WORD_MAX_BYTES,
     NULL},
    {"platform", offsetof(struct at_scenario, platform),
     AT_SCENARIO_WORD_MAX_BYTES, NULL},
    {"profile", offsetof(struct at_scenario, profile),
     AT_SCENARIO_WORD_MAX_BYTES, NULL},
    {"compiled", offsetof(struct at_scenario, compiled), 2 * AT_SHA256_BYTES,
     NULL},
};

static const struct {
    const char *name;
    size_t offset;
} lists[] = {
    {"tags", offsetof(struct at_scenario, tags)},
    {"packages", offsetof(struct at_scenario, packages)},
    {"allowed", offsetof(struct at_scenario, allowed)},
};

static const struct {
    const char *name;
    size_t offset;
    bool real; // a double; otherwise an int64_t
} budgets_rows[] = {
    {"iterations", offsetof(struct at_budgets, iterations), false},
    {"tokens", offsetof(struct at_budgets, tokens), false},
    {"costUsd", offsetof(struct at_budgets, cost_usd), true},
    {"minutes", offsetof(struct at_budgets, minutes), false},
    {"stepAttempts", offsetof(struct at_budgets, step_attempts), false},
    {"stepSeconds", offsetof(struct at_budgets, step_seconds), false},
};

static char **
text_of(const struct at_scenario *scenario, size_t row)
{
    return (char **)(void *)((char *)scenario + texts[row].offset);
}

static struct at_argv *
list_of(const struct at_scenario *scenario, size_t row)
{
    return (struct at_argv *)(void *)((char *)scenario + lists[row].offset);
}

void
at_scenario_init(struct at_scenario *scenario)
{
    *scenario = (struct at_scenario){0};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        *text_of(scenario, i) = at_strdup("");
    at_start_init(&scenario->start);
}

void
at_scenario_deinit(struct at_scenario *scenario)
{
    for (size_t i = 0; i < AT_LEN(texts); i++)
        free(*text_of(scenario, i));
    for (size_t i = 0; i < AT_LEN(lists); i++)
        at_argv_deinit(list_of(scenario, i));
    at_argv_deinit(&scenario->steps);
    for (size_t i = 0; i < scenario->expect_count; i++)
        at_claims_deinit(&scenario->expect[i]);
    free(scenario->expect);
    json_decref(scenario->flow);
    at_start_deinit(&scenario->start);
    *scenario = (struct at_scenario){0};
}

void
at_scenario_dup(const struct at_scenario *scenario, struct at_scenario *out)
{
    *out = (struct at_scenario){.budgets = scenario->budgets};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        *text_of(out, i) = at_strdup(*text_of(scenario, i));
    for (size_t i = 0; i < AT_LEN(lists); i++)
        at_argv_add_all(list_of(out, i), at_argv_words(list_of(scenario, i)));
    at_argv_add_all(&out->steps, at_argv_words(&scenario->steps));
    out->expect_count = scenario->expect_count;
    out->expect =
        at_realloc_array(NULL, out->expect_count, sizeof(out->expect[0]));
    for (size_t i = 0; i < out->expect_count; i++)
        at_claims_copy(&scenario->expect[i], &out->expect[i]);
    at_start_dup(&scenario->start, &out->start);
    // A copy of its own: another thread may release it.
    out->flow = json_deep_copy(scenario->flow);
}

// Fail unless value is a text within its limit; what names it for people.
static bool
check_text(const json_t *value, size_t max_bytes, const char *what,
           struct at_err *err)
{
    if (!json_is_string(value))
        return at_fail(err, AT_EUSAGE, "'%s' must be a text", what);
    struct at_str text = at_json_str(value);
    if (text.len > max_bytes)
        return at_fail(err, AT_EUSAGE,
                       "'%s' has %zu bytes; at most %zu are allowed", what,
                       text.len, max_bytes);
    if (memchr(text.ptr, '\0', text.len))
        return at_fail(err, AT_EUSAGE, "'%s' has a NUL character", what);
    return true;
}

static bool
read_text(const json_t *json, size_t row, struct at_scenario *out,
          struct at_err *err)
{
    const json_t *value = json_object_get(json, texts[row].name);
    const char *missing = texts[row].missing;
    if (!value || json_is_null(value))
        return !missing || at_fail(err, AT_EUSAGE, "%s", missing);
    if (!check_text(value, texts[row].max_bytes, texts[row].name, err))
        return false;
    struct at_str text = at_str_trim(at_json_str(value));
    if (missing && text.len == 0)
        return at_fail(err, AT_EUSAGE, "%s", missing);
    free(*text_of(out, row));
    *text_of(out, row) = at_strndup(text.ptr, text.len);
    return true;
}

const json_t *
at_scenario_step_text(const json_t *step)
{
    const json_t *text = json_object_get(step, "description");
    if (!json_is_object(step))
        return step;
    return text ? text : json_object_get(step, "step");
}

// A mistyped "expect" would check nothing.
static bool
check_step_names(const json_t *step, struct at_err *err)
{
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)step, name, value)
    {
        if (at_str_find_nocase(at_str(name), AT_STR("expect")) == 0 &&
            strcmp(name, "expect") != 0)
            return at_fail(err, AT_EUSAGE,
                           "unknown member '%.40s'; valid are 'description' "
                           "and 'expect'",
                           name);
    }
    return true;
}

static bool
read_expect(const json_t *step, struct at_scenario *out, struct at_err *err)
{
    struct at_claims claims = {0};
    if (!json_is_object(step))
        return true;
    if (!check_step_names(step, err) ||
        !at_claims_read(json_object_get(step, "expect"), &claims, err))
        return false;
    for (size_t i = 0; i < claims.count; i++)
        at_scenario_expect(out, out->steps.count - 1, &claims.items[i]);
    at_claims_deinit(&claims);
    return true;
}

static bool
read_step(const json_t *value, struct at_scenario *out, struct at_err *err)
{
    char what[32];
    const json_t *words = at_scenario_step_text(value);
    snprintf(what, sizeof(what), "step %zu", out->steps.count + 1);
    if (!check_text(words, AT_SCENARIO_TEXT_MAX_BYTES, what, err))
        return false;
    struct at_str text = at_str_trim(at_json_str(words));
    if (text.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "'%s' is empty: say what to do, or leave it out", what);
    at_argv_add_str(&out->steps, text);
    if (read_expect(value, out, err))
        return true;
    at_err_context(err, "%s", what);
    return false;
}

static bool
is_blank(const json_t *step)
{
    const json_t *text = at_scenario_step_text(step);
    return !text ||
           (json_is_string(text) && at_str_trim(at_json_str(text)).len == 0);
}

static bool
read_steps(const json_t *json, struct at_scenario *out, struct at_err *err)
{
    const json_t *steps = json_object_get(json, "steps");
    size_t count = json_array_size(steps);
    size_t blank = 0;
    if (steps && !json_is_null(steps) && !json_is_array(steps))
        return at_fail(err, AT_EUSAGE, "'steps' must be a list of texts");
    if (count > AT_SCENARIO_STEPS_MAX)
        return at_fail(err, AT_EUSAGE, "%zu steps; at most %zu are allowed",
                       count, AT_SCENARIO_STEPS_MAX);
    while (blank < count && is_blank(json_array_get(steps, blank)))
        blank++;
    if (blank == count)
        return at_fail(err, AT_EUSAGE, "Missing steps");
    for (size_t i = 0; i < count; i++)
        if (!read_step(json_array_get(steps, i), out, err))
            return false;
    return true;
}

static bool
read_list(const json_t *json, size_t row, struct at_scenario *out,
          struct at_err *err)
{
    const json_t *list = json_object_get(json, lists[row].name);
    size_t count = json_array_size(list);
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list) || count > AT_SCENARIO_LIST_MAX)
        return at_fail(err, AT_EUSAGE,
                       "'%s' must be a list of at most %zu texts",
                       lists[row].name, AT_SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (!check_text(value, AT_SCENARIO_WORD_MAX_BYTES, lists[row].name,
                        err))
            return false;
        struct at_str word = at_str_trim(at_json_str(value));
        if (word.len > 0)
            at_argv_add_str(list_of(out, row), word);
    }
    return true;
}

static bool
check_platform(const struct at_scenario *scenario, struct at_err *err)
{
    struct at_str name = at_str(scenario->platform);
    return name.len == 0 || at_str_is(name, "android") ||
           at_str_is(name, "ios") ||
           at_fail(err, AT_EUSAGE, "'platform' must be 'android' or 'ios'");
}

// Its steps are derived from its file when it is stored or loaded.
static bool
read_flow(const json_t *json, struct at_scenario *out, struct at_err *err)
{
    const json_t *flow = json_object_get(json, "flow");
    if (!flow || json_is_null(flow))
        return true;
    out->flow = at_scenario_flow_read(flow, err);
    return out->flow &&
           (json_array_size(json_object_get(json, "steps")) > 0 ||
            at_fail(err, AT_EUSAGE,
                    "the flow '%s' has errors, so it cannot run: check it",
                    json_string_value(json_object_get(flow, "file"))));
}

static bool
read_all(const json_t *json, struct at_scenario *out, struct at_err *err)
{
    if (!read_flow(json, out, err))
        return false;
    // The contract's three come first, in its order.
    if (!read_text(json, 0, out, err) || !read_text(json, 1, out, err) ||
        !read_steps(json, out, err))
        return false;
    for (size_t i = 2; i < AT_LEN(texts); i++)
        if (!read_text(json, i, out, err))
            return false;
    for (size_t i = 0; i < AT_LEN(lists); i++)
        if (!read_list(json, i, out, err))
            return false;
    return check_platform(out, err) && at_start_read(json, &out->start, err) &&
           at_budgets_read(json_object_get(json, "budgets"), &out->budgets,
                           err);
}

bool
at_scenario_read(const json_t *json, struct at_scenario *out,
                 struct at_err *err)
{
    *out = (struct at_scenario){0};
    if (!json_is_object(json))
        return at_fail(err, AT_EUSAGE,
                       "a scenario is a JSON object with "
                       "goal, packageName and steps");
    at_scenario_init(out);
    if (read_all(json, out, err))
        return true;
    at_scenario_deinit(out);
    return false;
}

static json_t *
step_json(const struct at_scenario *scenario, size_t step)
{
    const struct at_claims *claims = at_scenario_expects(scenario, step);
    json_t *text = at_json_text(at_str(scenario->steps.words[step]));
    if (claims->count == 0)
        return text;
    return json_pack("{s:o, s:o}", "description", text, "expect",
                     at_claims_json(claims));
}

static json_t *
steps_json(const struct at_scenario *scenario)
{
    json_t *array = json_array();
    for (size_t i = 0; i < scenario->steps.count; i++)
        json_array_append_new(array, step_json(scenario, i));
    return array;
}

json_t *
at_scenario_json(const struct at_scenario *scenario)
{
    json_t *json = json_object();
    for (size_t i = 0; i < AT_LEN(texts); i++)
        if ((*text_of(scenario, i))[0] != '\0')
            at_json_set_text(json, texts[i].name, *text_of(scenario, i));
    at_json_set(json, "steps", steps_json(scenario));
    for (size_t i = 0; i < AT_LEN(lists); i++)
        if (list_of(scenario, i)->count > 0)
            at_json_set(json, lists[i].name,
                        at_json_texts(list_of(scenario, i)));
    json_t *budgets = at_budgets_json(&scenario->budgets);
    if (json_object_size(budgets) > 0)
        at_json_set(json, "budgets", json_incref(budgets));
    json_decref(budgets);
    at_start_write(&scenario->start, json);
    if (scenario->flow)
        at_json_set(json, "flow", json_deep_copy(scenario->flow));
    return json;
}

// Refuse unknown names: a mistyped limit would have no effect.
static bool
check_budget_names(const json_t *json, struct at_err *err)
{
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)json, name, value)
    {
        size_t row = 0;
        while (row < AT_LEN(budgets_rows) &&
               strcmp(budgets_rows[row].name, name) != 0)
            row++;
        if (row == AT_LEN(budgets_rows))
            return at_fail(err, AT_EUSAGE,
                           "unknown budget '%.80s'; valid are iterations, "
                           "tokens, costUsd, minutes, stepAttempts and "
                           "stepSeconds",
                           name);
    }
    return true;
}

bool
at_budgets_read(const json_t *json, struct at_budgets *out, struct at_err *err)
{
    *out = (struct at_budgets){0};
    if (!json || json_is_null(json))
        return true;
    if (!json_is_object(json))
        return at_fail(err, AT_EUSAGE, "'budgets' must be an object");
    if (!check_budget_names(json, err))
        return false;
    for (size_t i = 0; i < AT_LEN(budgets_rows); i++) {
        const char *name = budgets_rows[i].name;
        const json_t *value = json_object_get(json, name);
        char *field = (char *)out + budgets_rows[i].offset;
        if (!value || json_is_null(value))
            continue;
        bool right = budgets_rows[i].real ? json_is_number(value)
                                          : json_is_integer(value);
        if (!right || json_number_value(value) < 0) {
            char path[AT_ERR_FIELD_MAX];
            snprintf(path, sizeof(path), "budgets/%s", name);
            at_fail(err, AT_EUSAGE, "budget '%s' must be a %s, 0 or more", name,
                    budgets_rows[i].real ? "number" : "whole number");
            at_err_field(err, path);
            return false;
        }
        if (budgets_rows[i].real)
            *(double *)(void *)field = json_number_value(value);
        else
            *(int64_t *)(void *)field = json_integer_value(value);
    }
    return true;
}

json_t *
at_budgets_json(const struct at_budgets *budgets)
{
    json_t *json = json_object();
    for (size_t i = 0; i < AT_LEN(budgets_rows); i++) {
        const char *field = (const char *)budgets + budgets_rows[i].offset;
        double real =
            budgets_rows[i].real ? *(const double *)(const void *)field : 0;
        int64_t whole =
            budgets_rows[i].real ? 0 : *(const int64_t *)(const void *)field;
        if (real > 0)
            at_json_set(json, budgets_rows[i].name, json_real(real));
        if (whole > 0)
            at_json_set(json, budgets_rows[i].name, json_integer(whole));
    }
    return json;
}

struct at_budgets
at_budgets_or(struct at_budgets budgets, const struct at_budgets *others)
{
    if (budgets.iterations == 0)
        budgets.iterations = others->iterations;
    if (budgets.tokens == 0)
        budgets.tokens = others->tokens;
    if (budgets.cost_usd <= 0)
        budgets.cost_usd = others->cost_usd;
    if (budgets.minutes == 0)
        budgets.minutes = others->minutes;
    if (budgets.step_attempts == 0)
        budgets.step_attempts = others->step_attempts;
    if (budgets.step_seconds == 0)
        budgets.step_seconds = others->step_seconds;
    return budgets;
}

bool
at_scenario_secret(struct at_str text, size_t *out_at, size_t *out_len,
                   struct at_str *out_name)
{
    for (size_t at = 0; at + 4 < text.len; at++) {
        size_t end = at + 2;
        if (text.ptr[at] != '{' || text.ptr[at + 1] != '{')
            continue;
        while (end < text.len && at_ascii_is_name(text.ptr[end]))
            end++;
        size_t len = end - at - 2;
        if (len == 0 || len > AT_SECRET_NAME_MAX_BYTES ||
            !at_str_starts(at_str_skip(text, end), AT_STR("}}")))
            continue;
        *out_at = at;
        *out_len = len + 4;
        *out_name = at_str_n(text.ptr + at + 2, len);
        return true;
    }
    return false;
}

static bool
has_word(const struct at_argv *list, struct at_str word)
{
    for (size_t i = 0; i < list->count; i++)
        if (at_str_is(word, list->words[i]))
            return true;
    return false;
}

static void
add_secrets(struct at_str text, struct at_argv *out)
{
    size_t at;
    size_t len;
    struct at_str name;
    while (at_scenario_secret(text, &at, &len, &name)) {
        if (!has_word(out, name))
            at_argv_add_str(out, name);
        text = at_str_skip(text, at + len);
    }
}

static void
add_flow_secrets(const json_t *flow, struct at_argv *out)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(flow, "env"), name, value)
    {
        add_secrets(at_json_str(value), out);
    }
}

void
at_scenario_secrets(const struct at_scenario *scenario, struct at_argv *out)
{
    if (scenario->flow) {
        add_flow_secrets(scenario->flow, out);
        return;
    }
    add_secrets(at_str(scenario->goal), out);
    for (size_t i = 0; i < scenario->steps.count; i++)
        add_secrets(at_str(scenario->steps.words[i]), out);
    for (size_t i = 0; i < scenario->start.setup.count; i++)
        add_secrets(at_str(scenario->start.setup.words[i]), out);
    for (size_t i = 0; i < scenario->start.teardown.count; i++)
        add_secrets(at_str(scenario->start.teardown.words[i]), out);
}

// Append a text; the NUL after it keeps "ab","c" and "a","bc" apart.
static void
add_hashed(struct at_buf *all, const char *text)
{
    at_buf_add(all, text, strlen(text) + 1);
}

static void
hash_with_steps(struct at_buf *all, const struct at_scenario *scenario,
                char out[65])
{
    unsigned char hash[AT_SHA256_BYTES];
    for (size_t i = 0; i < scenario->steps.count; i++)
        add_hashed(all, scenario->steps.words[i]);
    at_sha256(at_buf_str(all), hash);
    at_hex_write(hash, sizeof(hash), out);
    at_buf_deinit(all);
}

void
at_scenario_hash(const struct at_scenario *scenario, char out[65])
{
    struct at_buf all = AT_BUF_INIT(SIZE_MAX);
    add_hashed(&all, scenario->goal);
    add_hashed(&all, scenario->package);
    at_start_write_key(&scenario->start, &all);
    hash_with_steps(&all, scenario, out);
}

void
at_scenario_steps_hash(const struct at_scenario *scenario, char out[65])
{
    struct at_buf all = AT_BUF_INIT(SIZE_MAX);
    hash_with_steps(&all, scenario, out);
}
