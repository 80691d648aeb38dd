#include "wire/args.h"

#include <string.h>

#include "base/limits.h"
#include "base/near.h"
#include "wire/json.h"

static const char *const type_names[] = {
    [AT_ARG_STRING] = "string",    [AT_ARG_INTEGER] = "integer",
    [AT_ARG_NUMBER] = "number",    [AT_ARG_BOOLEAN] = "boolean",
    [AT_ARG_SELECTOR] = "object",  [AT_ARG_ACTION] = "string",
    [AT_ARG_DIRECTION] = "string", [AT_ARG_STEPS] = "array",
    [AT_ARG_OBJECT] = "object",    [AT_ARG_LIST] = "array",
};

const char *
at_arg_type_name(const struct at_arg *row)
{
    return type_names[row->type];
}

// The location for messages: "steps[2]" and "target" give "steps[2]: in
// 'target'".
struct place {
    const char *where; // NULL: none
    const char *outer; // field of the selector; NULL: none
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

// Return ok, or fail with the reason in buf; release buf.
static bool
pass(bool ok, const struct place *place, struct at_err *err, struct at_buf *buf)
{
    if (!ok)
        return refuse_buf(place, err, buf);
    at_buf_deinit(buf);
    return true;
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

// Append why a string intended as JSON is invalid.
static void
write_flaw(const struct at_arg *row, struct at_str text, struct at_buf *out)
{
    const char *opening =
        strcmp(type_names[row->type], "array") == 0 ? "[" : "{";
    struct at_err why = AT_ERR_INIT;
    text = at_str_trim(text);
    if (!at_str_starts(text, at_str(opening)))
        return;
    json_t *value = at_json_parse(text, &why);
    if (!value)
        at_buf_add_fmt(out, " (its text is %s)", why.msg);
    json_decref(value);
}

static bool
refuse_type(const struct place *place, const struct at_arg *row,
            const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const char *type = type_names[row->type];
    at_buf_add_fmt(&buf, "'%s' must be %s %s", row->name,
                   strchr("aeiou", type[0]) ? "an" : "a", type);
    if (row->type == AT_ARG_LIST && row->max > 0)
        at_buf_add_fmt(&buf, " of %g to %g texts", row->min, row->max);
    at_buf_add_fmt(&buf, ", not %s", json_type_name(value));
    if (json_is_real(value))
        at_buf_add_fmt(&buf, " like %g", json_real_value(value));
    write_flaw(row, at_json_str(value), &buf);
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
    if (!check_object(&inner, row->members, value, err))
        return false;
    for (const struct at_arg *part = row->members; part->name; part++) {
        if (part->type == AT_ARG_STRING)
            any = any || at_json_get_str(value, part->name).len > 0;
    }
    if (any)
        return true;
    at_buf_add_text(&buf, "no element is named: give at least one of ref, id, "
                          "text, textContains, className, description");
    return refuse_buf(&inner, err, &buf);
}

// Check the list; at_steps_read() checks its steps.
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
    return json_is_object(value) || refuse_type(place, row, value, err);
}

// Check a list of non-empty texts.
static bool
check_list(const struct place *place, const struct at_arg *row,
           const json_t *value, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    size_t count = json_array_size(value);
    if (!json_is_array(value))
        return refuse_type(place, row, value, err);
    bool ok = (double)count >= row->min && (double)count <= row->max;
    for (size_t i = 0; ok && i < count; i++)
        ok = at_str_trim(at_json_str(json_array_get(value, i))).len > 0;
    if (!ok)
        at_buf_add_fmt(&buf, "'%s' must be an array of %g to %g texts",
                       row->name, row->min, row->max);
    for (size_t i = 0; ok && i < count; i++)
        ok =
            at_arg_check_text(row, at_json_str(json_array_get(value, i)), &buf);
    return pass(ok, place, err, &buf);
}

static bool (*const checks[])(const struct place *, const struct at_arg *,
                              const json_t *, struct at_err *) = {
    [AT_ARG_STRING] = check_string,     [AT_ARG_INTEGER] = check_number,
    [AT_ARG_NUMBER] = check_number,     [AT_ARG_BOOLEAN] = check_boolean,
    [AT_ARG_SELECTOR] = check_selector, [AT_ARG_ACTION] = check_string,
    [AT_ARG_DIRECTION] = check_string,  [AT_ARG_STEPS] = check_steps,
    [AT_ARG_OBJECT] = check_container,  [AT_ARG_LIST] = check_list,
};

static void
write_unknown(const struct at_arg *rows, struct at_str name, struct at_buf *out)
{
    struct at_near near = {.wanted = name};
    char names[200];
    for (const struct at_arg *row = rows; row->name; row++)
        at_near_offer(&near, at_str(row->name));
    at_near_write(&near, names, sizeof(names));
    at_buf_add_fmt(out, "unknown field '%.*s'",
                   AT_STR_ARG(at_utf8_head(name, 60)));
    if (names[0])
        at_buf_add_fmt(out, ", similar: %s", names);
}

static bool
check_unknown(const struct place *place, const struct at_arg *rows,
              const json_t *object, struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (at_arg_find(rows, at_str(key)))
            continue;
        write_unknown(rows, at_str(key), &buf);
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
