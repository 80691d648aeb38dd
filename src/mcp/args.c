#include "mcp/args.h"

#include "flow/steps/direction.h"
#include "screen/selector.h"
#include "wire/json.h"

static json_t *
row_schema(const struct at_arg *row, json_t *steps_schema)
{
    if (row->type == AT_ARG_STEPS)
        return json_incref(steps_schema);

    json_t *schema = row->type == AT_ARG_SELECTOR
                         ? at_args_schema(row->members, NULL)
                         : json_pack("{ss}", "type", at_arg_type_name(row));
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
    return object_schema(rows, properties);
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
        at_args_read(row->members, value, out);
        break;
    case AT_ARG_DIRECTION:
        *(enum at_direction *)out = at_direction_find(at_json_str(value));
        break;
    case AT_ARG_ACTION: // selected the rows
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
        if (!json_object_get(object, row->name))
            continue;
        read_field(row, object, (char *)out + row->offset);
        if (row->given > 0)
            *(bool *)((char *)out + row->given) = true;
    }
}
