// yaml.c: a tree of YAML as JSON values, by the core schema
#include "wire/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "wire/json.h"
#include "wire/yaml_tree.h"

static bool
is_null(struct at_str text)
{
    return text.len == 0 || at_str_is(text, "~") || at_str_is(text, "null") ||
           at_str_is(text, "Null") || at_str_is(text, "NULL");
}

static bool
is_true(struct at_str text)
{
    return at_str_is(text, "true") || at_str_is(text, "True") ||
           at_str_is(text, "TRUE");
}

static bool
is_false(struct at_str text)
{
    return at_str_is(text, "false") || at_str_is(text, "False") ||
           at_str_is(text, "FALSE");
}

static size_t
skip_digits(struct at_str text, size_t at)
{
    while (at < text.len && at_ascii_is_digit(text.ptr[at]))
        at++;
    return at;
}

static bool
is_at(struct at_str text, size_t at, const char *chars)
{
    return at < text.len && strchr(chars, text.ptr[at]) != NULL;
}

// Match [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
static bool
looks_real(struct at_str text)
{
    size_t at = is_at(text, 0, "+-") ? 1 : 0;
    size_t whole = skip_digits(text, at);
    size_t digits = whole - at;
    at = whole;
    if (is_at(text, at, ".")) {
        size_t fraction = skip_digits(text, at + 1);
        digits += fraction - at - 1;
        at = fraction;
    }
    if (digits == 0)
        return false;
    if (is_at(text, at, "eE")) {
        size_t sign = is_at(text, at + 1, "+-") ? at + 2 : at + 1;
        at = skip_digits(text, sign);
        if (at == sign)
            return false;
    }
    return at == text.len;
}

static json_t *
number_of(struct at_str text)
{
    struct at_str unsigned_text =
        is_at(text, 0, "+") ? at_str_skip(text, 1) : text;
    int64_t whole;
    if (at_str_to_i64(unsigned_text, INT64_MIN, INT64_MAX, &whole))
        return json_integer(whole);
    if (!looks_real(text) || text.len > 64)
        return NULL;
    char *copy = at_strndup(text.ptr, text.len);
    double real = strtod(copy, NULL);
    free(copy);
    return isfinite(real) ? json_real(real) : NULL;
}

static json_t *
plain_value(struct at_str text)
{
    if (is_null(text))
        return json_null();
    if (is_true(text) || is_false(text))
        return json_boolean(is_true(text));
    json_t *number = number_of(text);
    return number ? number : at_json_text(text);
}

// Recursion ends at AT_JSON_MAX_DEPTH, where the tree does.
static json_t *
value_of(const struct at_yaml_node *node)
{
    if (node->kind == AT_YAML_SCALAR)
        return node->is_plain ? plain_value(node->text)
                              : at_json_text(node->text);
    json_t *value = node->kind == AT_YAML_MAP ? json_object() : json_array();
    for (const struct at_yaml_node *at = node->first; at; at = at->next) {
        if (node->kind == AT_YAML_MAP)
            at_json_set(value, at->key->text.ptr, value_of(at));
        else
            json_array_append_new(value, value_of(at));
    }
    return value;
}

static void
tell(const struct at_yaml_fault *fault, struct at_err *err)
{
    at_err_pass(err, &fault->err);
    if (fault->line > 0)
        at_err_context(err, "line %u, column %u", (unsigned)fault->line,
                       (unsigned)fault->column);
}

json_t *
at_yaml_parse(struct at_str text, struct at_err *err)
{
    static const struct at_yaml_rules rules = {.documents = 1};
    struct at_arena arena = AT_ARENA_INIT;
    struct at_yaml_documents read;
    struct at_yaml_fault fault;
    json_t *value = NULL;
    if (!at_yaml_read(&arena, text, &rules, &read, &fault))
        tell(&fault, err);
    else if (read.count == 0)
        at_fail(err, AT_EUSAGE, "it is empty");
    else
        value = value_of(read.roots[0]);
    at_arena_deinit(&arena);
    return value;
}
