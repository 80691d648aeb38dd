#include "mcp/args.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "flow/direction.h"
#include "screen/selector.h"
#include "wire/json.h"

// clang-format off
#define AT(member) .offset = offsetof(struct at_selector, member)
static const struct at_arg selector_rows[] = {
    {.name = "ref", AT(ref),
     .help = "from the last tree, e.g. @b1; wins over the rest"},
    {.name = "id", AT(id), .help = "part of the resource-id"},
    {.name = "text", AT(text), .help = "whole text"},
    {.name = "textContains", AT(text_contains), .help = "part of the text"},
    {.name = "className", AT(class_name), .help = "whole class name"},
    {.name = "description", AT(description),
     .help = "part of the content description"},
    {.name = "index", .type = AT_ARG_INTEGER, AT(index),
     .help = "nth match from 0", .max = 10000},
    {0},
};
// clang-format on

static const char *const type_names[] = {
    [AT_ARG_STRING] = "string",    [AT_ARG_INTEGER] = "integer",
    [AT_ARG_NUMBER] = "number",    [AT_ARG_BOOLEAN] = "boolean",
    [AT_ARG_SELECTOR] = "object",  [AT_ARG_ACTION] = "string",
    [AT_ARG_DIRECTION] = "string", [AT_ARG_STEPS] = "array",
    [AT_ARG_OBJECT] = "object",    [AT_ARG_LIST] = "array",
};

// The place of what is checked, for messages: "steps[2]" and "target" give
// "steps[2]: in 'target'".
struct place {
    const char *where; // NULL: nothing
    const char *outer; // the selector's field; NULL: none
};

static bool
refuse(const struct place *place, struct at_err *err, const char *message)
{
    const char *where = place->where ? place->where : "";
    const char *outer = place->outer ? place->outer : "";
    return at_fail(err, AT_EUSAGE, "%s%s%s%s%s%s", where, *where ? ": " : "",
                   *outer ? "in '" : "", outer, *outer ? "': " : "", message);
}

static bool
refuse_buf(const struct place *place, struct at_err *err, struct at_buf *buf)
{
    refuse(place, err, at_buf_text(buf));
    at_buf_deinit(buf);
    return false;
}

// Return ok, or refuse with the reason in buf; release buf.
static bool
pass(bool ok, const struct place *place, struct at_err *err, struct at_buf *buf)
{
    if (!ok)
        return refuse_buf(place, err, buf);
    at_buf_deinit(buf);
    return true;
}

static const struct at_arg *
row_find(const struct at_arg *rows, const char *name)
{
    for (const struct at_arg *row = rows; row->name; row++) {
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

static const char *
json_type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array",
        [JSON_STRING] = "a string",  [JSON_INTEGER] = "an integer",
        [JSON_REAL] = "a number",    [JSON_TRUE] = "a boolean",
        [JSON_FALSE] = "a boolean",  [JSON_NULL] = "null",
    };
    return names[json_typeof(value)];
}

static bool
refuse_type(const struct place *place, const struct at_arg *row,
            const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const char *type = type_names[row->type];
    at_buf_add_fmt(&buf, "'%s' must be %s %s, not %s", row->name,
                   strchr("aeiou", type[0]) ? "an" : "a", type,
                   json_type_name(value));
    if (json_is_real(value))
        at_buf_add_fmt(&buf, " like %g", json_real_value(value));
    return refuse_buf(place, err, &buf);
}

static bool
check_string(const struct place *place, const struct at_arg *row,
             const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!json_is_string(value))
        return refuse_type(place, row, value, err);
    bool ok = at_arg_check_text(row, at_json_str(value), &buf);
    return pass(ok, place, err, &buf);
}

static bool
check_number(const struct place *place, const struct at_arg *row,
             const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    double number = json_number_value(value);
    if (!json_is_number(value) ||
        (row->type == AT_ARG_INTEGER && !at_arg_is_whole(number)))
        return refuse_type(place, row, value, err);
    return pass(at_arg_check_number(row, number, &buf), place, err, &buf);
}

static bool
check_boolean(const struct place *place, const struct at_arg *row,
              const json_t *value, struct at_err *err)
{
    return json_is_boolean(value) || refuse_type(place, row, value, err);
}

static bool check_object(const struct place *place, const struct at_arg *rows,
                         const json_t *object, struct at_err *err);

// A selector needs at least one text that is not empty to name an element.
static bool
check_selector(const struct place *place, const struct at_arg *row,
               const json_t *value, struct at_err *err)
{
    struct place inner = {place->where, row->name};
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool any = false;
    if (!json_is_object(value))
        return refuse_type(place, row, value, err);
    if (!check_object(&inner, selector_rows, value, err))
        return false;
    for (const struct at_arg *part = selector_rows; part->name; part++) {
        if (part->type == AT_ARG_STRING)
            any = any || at_args_str(value, part->name).len > 0;
    }
    if (any)
        return true;
    at_buf_add_text(&buf, "no element is named: give at least one of ref, id, "
                          "text, textContains, className, description");
    return refuse_buf(&inner, err, &buf);
}

// The steps themselves are read by at_steps_read().
static bool
check_steps(const struct place *place, const struct at_arg *row,
            const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    size_t count = json_array_size(value);
    if (!json_is_array(value))
        return refuse_type(place, row, value, err);
    if (count > 0 && count <= AT_FLOW_MAX_STEPS)
        return true;
    at_buf_add_fmt(&buf, "'%s' must hold 1 to %zu steps, not %zu", row->name,
                   AT_FLOW_MAX_STEPS, count);
    return refuse_buf(place, err, &buf);
}

static bool
check_container(const struct place *place, const struct at_arg *row,
                const json_t *value, struct at_err *err)
{
    bool wants_list = row->type == AT_ARG_LIST;
    bool ok = wants_list ? json_is_array(value) : json_is_object(value);
    return ok || refuse_type(place, row, value, err);
}

static bool (*const checks[])(const struct place *, const struct at_arg *,
                              const json_t *, struct at_err *) = {
    [AT_ARG_STRING] = check_string,     [AT_ARG_INTEGER] = check_number,
    [AT_ARG_NUMBER] = check_number,     [AT_ARG_BOOLEAN] = check_boolean,
    [AT_ARG_SELECTOR] = check_selector, [AT_ARG_ACTION] = check_string,
    [AT_ARG_DIRECTION] = check_string,  [AT_ARG_STEPS] = check_steps,
    [AT_ARG_OBJECT] = check_container,  [AT_ARG_LIST] = check_container,
};

static bool
check_unknown(const struct place *place, const struct at_arg *rows,
              const json_t *object, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (row_find(rows, key))
            continue;
        struct at_str shown = at_utf8_head(at_str(key), 60);
        at_buf_add_fmt(&buf, "unknown field '%.*s'", AT_STR_ARG(shown));
        at_buf_add_text(&buf, rows->name ? " (valid: " : " (it takes no field");
        at_arg_write_names(rows, &buf);
        at_buf_add_text(&buf, ")");
        return refuse_buf(place, err, &buf);
    }
    return true;
}

static bool
check_row(const struct place *place, const struct at_arg *rows,
          const struct at_arg *row, const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (value)
        return checks[row->type](place, row, value, err);
    if (!row->required)
        return true;
    at_arg_write_missing(rows, row, &buf);
    return refuse_buf(place, err, &buf);
}

static bool
check_object(const struct place *place, const struct at_arg *rows,
             const json_t *object, struct at_err *err)
{
    if (!check_unknown(place, rows, object, err))
        return false;
    for (const struct at_arg *row = rows; row->name; row++) {
        if (!check_row(place, rows, row, json_object_get(object, row->name),
                       err))
            return false;
    }
    return true;
}

bool
at_args_check(const struct at_arg *rows, const json_t *object,
              const char *where, struct at_err *err)
{
    struct place place = {where, NULL};
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (json_is_object(object))
        return check_object(&place, rows, object, err);
    at_buf_add_fmt(&buf, "expected an object, not %s",
                   object ? json_type_name(object) : "nothing");
    return refuse_buf(&place, err, &buf);
}

static json_t *
row_schema(const struct at_arg *row, json_t *steps_schema)
{
    if (row->type == AT_ARG_STEPS)
        return json_incref(steps_schema);

    json_t *schema = row->type == AT_ARG_SELECTOR
                         ? at_args_schema(selector_rows, NULL)
                         : json_pack("{ss}", "type", type_names[row->type]);
    if (row->help)
        json_object_set_new(schema, "description", json_string(row->help));
    if (row->choices) {
        json_t *names = json_array();
        for (const char *const *choice = row->choices; *choice; choice++)
            json_array_append_new(names, json_string(*choice));
        json_object_set_new(schema, "enum", names);
    }
    if (row->min != 0 || row->max != 0) {
        json_object_set_new(schema, "minimum",
                            json_integer((json_int_t)row->min));
        json_object_set_new(schema, "maximum",
                            json_integer((json_int_t)row->max));
    }
    return schema;
}

static json_t *
required_names(const struct at_arg *rows)
{
    json_t *required = json_array();
    for (const struct at_arg *row = rows; row->name; row++) {
        if (row->required)
            json_array_append_new(required, json_string(row->name));
    }
    return required;
}

// Takes properties over; NULL: none are described.
static json_t *
object_schema(const struct at_arg *rows, json_t *properties)
{
    json_t *required = required_names(rows);
    json_t *schema = json_pack("{ss}", "type", "object");
    if (properties)
        json_object_set_new(schema, "properties", properties);
    if (json_array_size(required) > 0)
        json_object_set(schema, "required", required);
    json_decref(required);
    return schema;
}

json_t *
at_args_schema(const struct at_arg *rows, json_t *steps_schema)
{
    json_t *properties = json_object();
    for (const struct at_arg *row = rows; row->name; row++)
        json_object_set_new(properties, row->name,
                            row_schema(row, steps_schema));
    json_t *schema = object_schema(rows, properties);
    json_object_set_new(schema, "additionalProperties", json_false());
    return schema;
}

json_t *
at_args_result_schema(const struct at_arg *rows)
{
    return object_schema(rows, NULL);
}

struct at_str
at_args_str(const json_t *object, const char *name)
{
    return at_json_get_str(object, name);
}

int64_t
at_args_int(const json_t *object, const char *name, int64_t absent)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_integer(value))
        return json_integer_value(value);
    return json_is_real(value) ? (int64_t)json_real_value(value) : absent;
}

bool
at_args_bool(const json_t *object, const char *name, bool absent)
{
    const json_t *value = json_object_get(object, name);
    return json_is_boolean(value) ? json_is_true(value) : absent;
}

static void
read_field(const struct at_arg *row, const json_t *object, void *out)
{
    const json_t *value = json_object_get(object, row->name);
    switch (row->type) {
    case AT_ARG_STRING:
        *(struct at_str *)out = at_json_str(value);
        break;
    case AT_ARG_INTEGER:
        *(int64_t *)out = at_args_int(object, row->name, 0);
        break;
    case AT_ARG_NUMBER:
        *(double *)out = json_number_value(value);
        break;
    case AT_ARG_BOOLEAN:
        *(bool *)out = json_is_true(value);
        break;
    case AT_ARG_SELECTOR:
        *(struct at_selector *)out = (struct at_selector)AT_SELECTOR_INIT;
        at_args_read(selector_rows, value, out);
        break;
    case AT_ARG_DIRECTION:
        *(enum at_direction *)out = at_direction_find(at_json_str(value));
        break;
    case AT_ARG_ACTION: // by which the rows were chosen
    case AT_ARG_STEPS:
    case AT_ARG_OBJECT:
    case AT_ARG_LIST:
        break;
    }
}

void
at_args_read(const struct at_arg *rows, const json_t *object, void *out)
{
    for (const struct at_arg *row = rows; row->name; row++) {
        if (json_object_get(object, row->name))
            read_field(row, object, (char *)out + row->offset);
    }
}
