// steps_schema.c: run_flow's steps as one flat schema
//
// Every field of every action is described once, and which action takes which
// stands in a line of text: a oneOf of 20 branches would cost four times the
// tokens and is refused by some hosts.
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "flow/step.h"
#include "wire/json.h"
#include "mcp/tools/tools.h"

enum {
    FIELDS_MAX = 40,
    PIXEL_MAX = 32767, // see the rows of flow/step.h
};

static struct at_arg *
find_field(struct at_arg *fields, const char *name)
{
    while (fields->name && strcmp(fields->name, name) != 0)
        fields++;
    return fields;
}

static bool
bounded(const struct at_arg *arg)
{
    return arg->min != 0 || arg->max != 0;
}

// The range that all uses of a field are within.
static void
widen(struct at_arg *field, const struct at_arg *use)
{
    if (!bounded(field) || !bounded(use)) {
        field->min = field->max = 0;
        return;
    }
    if (use->min < field->min)
        field->min = use->min;
    if (use->max > field->max)
        field->max = use->max;
}

static void
add_uses(const struct at_step_row *row, struct at_arg *fields)
{
    for (const struct at_arg *use = row->args; use->name; use++) {
        struct at_arg *field = find_field(fields, use->name);
        at_assert(field < fields + FIELDS_MAX - 1);
        if (field->name) {
            widen(field, use);
            continue;
        }
        *field = *use;
        field->required = strcmp(use->name, "action") == 0;
    }
}

static void
add_usage(const struct at_step_row *row, struct at_buf *text)
{
    const char *comma = "";
    at_buf_add_fmt(text, "%s%s(", text->len ? " " : "", row->name);
    for (const struct at_arg *use = row->args; use->name; use++) {
        if (strcmp(use->name, "action") == 0)
            continue;
        at_buf_add_fmt(text, "%s%s%s", comma, use->name,
                       use->required ? "" : "?");
        comma = ",";
    }
    at_buf_add_char(text, ')');
}

// The parts of a selector stand where the first one does.
static void
explain_once(json_t *properties)
{
    const char *name;
    json_t *field;
    bool explained = false;
    json_object_foreach(properties, name, field)
    {
        if (!json_object_get(field, "properties"))
            continue;
        if (explained) {
            json_object_del(field, "properties");
            json_object_del(field, "additionalProperties");
        }
        explained = true;
    }
}

// Where pixels end depends on the device, which checks them.
static void
drop_pixel_bounds(json_t *properties)
{
    const char *name;
    json_t *field;
    json_object_foreach(properties, name, field)
    {
        json_t *max = json_object_get(field, "maximum");
        if (json_integer_value(max) != PIXEL_MAX)
            continue;
        json_object_del(field, "minimum");
        json_object_del(field, "maximum");
    }
}

json_t *
at_tools_steps_schema(void)
{
    struct at_arg fields[FIELDS_MAX] = {0};
    const char *names[AT_STEP_COUNT + 1] = {0};
    struct at_buf usage = AT_BUF_INIT(AT_MCP_TEXT_MAX_BYTES);
    for (size_t i = 0; i < AT_STEP_COUNT; i++) {
        names[i] = at_step_rows[i].name;
        add_uses(&at_step_rows[i], fields);
        add_usage(&at_step_rows[i], &usage);
    }
    find_field(fields, "action")->choices = names;

    json_t *schema = json_object();
    at_json_set_text(schema, "type", "array");
    at_json_set_text(schema, "description", at_buf_text(&usage));
    at_json_set(schema, "minItems", json_integer(1));
    at_json_set(schema, "maxItems",
                json_integer((json_int_t)AT_FLOW_MAX_STEPS));
    json_t *items = at_args_schema(fields, NULL);
    explain_once(json_object_get(items, "properties"));
    drop_pixel_bounds(json_object_get(items, "properties"));
    at_json_set(schema, "items", items);
    at_buf_deinit(&usage);
    return schema;
}
