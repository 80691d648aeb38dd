#include "wire/args.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "wire/json.h"

const struct at_arg *
at_arg_find(const struct at_arg *rows, struct at_str name)
{
    for (const struct at_arg *row = rows; row->name; row++) {
        if (at_str_is(name, row->name))
            return row;
    }
    return NULL;
}

// Return the value of the wanted type in text, which may be quoted once more;
// NULL if it has another type.
static json_t *
parse_as(struct at_str text, bool (*wanted)(const json_t *value))
{
    json_t *value = at_json_parse(at_str_trim(text), NULL);
    if (json_is_string(value)) {
        json_t *inner = at_json_parse(at_str_trim(at_json_str(value)), NULL);
        json_decref(value);
        value = inner;
    }
    if (value && wanted(value))
        return value;
    json_decref(value);
    return NULL;
}

static bool
is_object(const json_t *value)
{
    return json_is_object(value);
}

static bool
is_array(const json_t *value)
{
    return json_is_array(value);
}

static bool
is_number(const json_t *value)
{
    return json_is_number(value);
}

json_t *
at_args_copy(const json_t *given)
{
    struct at_str text = at_str_trim(at_json_str(given));
    if (!given || json_is_null(given) || (json_is_string(given) && !text.len))
        return json_object();
    json_t *object = json_is_string(given) ? parse_as(text, is_object) : NULL;
    return object ? object : json_deep_copy(given);
}

static bool
is_choice(const struct at_arg *row, struct at_str text)
{
    const char *const *choice = row->choices;
    while (choice && *choice && !at_str_is(text, *choice))
        choice++;
    return choice && *choice;
}

// Placeholders that clients send for a missing value.
static bool
is_empty_word(struct at_str text)
{
    static const char *const words[] = {"",   "null", "undefined",
                                        "{}", "[]",   "\"\""};
    text = at_str_trim(text);
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_is(text, words[i]))
            return true;
    }
    return false;
}

// Return true for null, "", [] and objects of only such members.
static bool
is_hollow(const json_t *value)
{
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member)
    {
        if (!is_hollow(member))
            return false;
    }
    return json_is_object(value) || json_is_null(value) ||
           (json_is_array(value) && json_array_size(value) == 0) ||
           (json_is_string(value) && json_string_length(value) == 0);
}

static bool
is_absent(const struct at_arg *row, const json_t *value)
{
    if (json_is_null(value))
        return true;
    if (row->required)
        return false;
    if (!json_is_string(value))
        return is_hollow(value);
    struct at_str text = at_json_str(value);
    bool kept = row->verbatim || (row->blank && text.len == 0);
    return !kept && !is_choice(row, text) && is_empty_word(text);
}

// Each returns the value in the row's shape, owned by the caller; NULL: leave
// it as is.

// An integer is converted to its digits. A fraction is not: its spelling is
// lost.
static json_t *
shape_text(const struct at_arg *row, json_t *value)
{
    char digits[32];
    const char *const *choice = row->choices;
    struct at_str text = at_str_trim(at_json_str(value));
    if (row->verbatim && json_is_integer(value)) {
        snprintf(digits, sizeof(digits), "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
        return json_string(digits);
    }
    if (!choice || is_choice(row, at_json_str(value)))
        return NULL;
    while (*choice && !at_str_eq_nocase(text, at_str(*choice)))
        choice++;
    return *choice ? json_string(*choice) : NULL;
}

static json_t *
shape_number(const struct at_arg *row, json_t *value)
{
    json_t *parsed = json_is_string(value)
                         ? parse_as(at_json_str(value), is_number)
                         : json_incref(value);
    double number = json_number_value(parsed);
    json_t *whole = NULL;
    if (json_is_real(parsed) && row->type == AT_ARG_INTEGER &&
        at_arg_is_whole(number))
        whole = json_integer((json_int_t)number);
    if (!whole)
        return parsed;
    json_decref(parsed);
    return whole;
}

static json_t *
shape_boolean(const struct at_arg *row, json_t *value)
{
    struct at_str text = at_str_trim(at_json_str(value));
    (void)row;
    if (at_str_eq_nocase(text, AT_STR("true")))
        return json_true();
    return at_str_eq_nocase(text, AT_STR("false")) ? json_false() : NULL;
}

static json_t *
shape_object(const struct at_arg *row, json_t *value)
{
    json_t *object = json_is_string(value)
                         ? parse_as(at_json_str(value), is_object)
                         : json_incref(value);
    if (object && row->members)
        at_args_shape(row->members, object);
    return object;
}

// A text that does not parse as a list becomes a list of that text.
static json_t *
shape_list(const struct at_arg *row, json_t *value)
{
    (void)row;
    if (!json_is_string(value))
        return NULL;
    json_t *list = parse_as(at_json_str(value), is_array);
    return list ? list : json_pack("[O]", value);
}

// Some clients send every field of the schema, with empty values for those that
// do not apply to the step's action.
static void
drop_hollow(const struct at_arg_items *items, const struct at_arg *rows,
            json_t *item)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(item, next, key, value)
    {
        if (!at_arg_find(rows, at_str(key)) && items->has(at_str(key)) &&
            (is_hollow(value) ||
             (json_is_string(value) && is_empty_word(at_json_str(value)))))
            json_object_del(item, key);
    }
}

static json_t *
shape_item(const struct at_arg_items *items, json_t *value)
{
    json_t *item = json_is_string(value)
                       ? parse_as(at_json_str(value), is_object)
                       : json_incref(value);
    const struct at_arg *rows =
        item ? items->rows(at_json_get_str(item, items->kind)) : NULL;
    if (rows) {
        drop_hollow(items, rows, item);
        at_args_shape(rows, item);
    }
    return item;
}

static json_t *
shape_steps(const struct at_arg *row, json_t *value)
{
    json_t *list = json_is_string(value)
                       ? parse_as(at_json_str(value), is_array)
                       : json_incref(value);
    if (!list)
        list = parse_as(at_json_str(value), is_object);
    if (json_is_object(list) && row->items &&
        json_object_get(list, row->items->kind))
        list = json_pack("[o]", list);
    size_t count = json_array_size(list);
    for (size_t i = 0; row->items && i < count && i < AT_FLOW_MAX_STEPS; i++) {
        json_t *item = shape_item(row->items, json_array_get(list, i));
        if (item)
            json_array_set_new(list, i, item);
    }
    return list;
}

static json_t *(*const shapes[])(const struct at_arg *row, json_t *value) = {
    [AT_ARG_STRING] = shape_text,     [AT_ARG_INTEGER] = shape_number,
    [AT_ARG_NUMBER] = shape_number,   [AT_ARG_BOOLEAN] = shape_boolean,
    [AT_ARG_SELECTOR] = shape_object, [AT_ARG_ACTION] = shape_text,
    [AT_ARG_DIRECTION] = shape_text,  [AT_ARG_STEPS] = shape_steps,
    [AT_ARG_OBJECT] = shape_object,   [AT_ARG_LIST] = shape_list,
};

static void
shape_member(const struct at_arg *row, json_t *object)
{
    json_t *value = json_object_get(object, row->name);
    if (!value)
        return;
    // Check for absence first: an empty string contains no value of any type.
    json_t *shaped =
        is_absent(row, value) ? NULL : shapes[row->type](row, value);
    if (shaped)
        at_json_set(object, row->name, shaped);
    if (is_absent(row, json_object_get(object, row->name)))
        json_object_del(object, row->name);
}

void
at_args_shape(const struct at_arg *rows, json_t *object)
{
    for (const struct at_arg *row = rows; json_is_object(object) && row->name;
         row++)
        shape_member(row, object);
}
