// steps_schema.c: run_flow's steps as one flat schema
//
// Every field of every action is described once, and a line of text says which
// action takes which: a oneOf with a branch each would cost four times the
// tokens and is refused by some hosts.
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "flow/steps/step.h"
#include "mcp/args.h"
#include "mcp/tools/tools.h"
#include "wire/json.h"

enum { FIELDS_MAX = 60 };

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

// Widen the range of a field to hold that of one more use.
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
        field->required = use->type == AT_ARG_ACTION;
    }
}

// Return true if two actions take the same arguments. Their rows then share one
// list.
static bool
takes_same(const struct at_arg *a, const struct at_arg *b)
{
    for (; a->name && b->name; a++, b++) {
        if (strcmp(a->name, b->name) != 0 || a->required != b->required)
            return false;
    }
    return !a->name && !b->name;
}

// Append "tap|double_tap(target)" for the action at first and all behind it
// that take the same; nothing if one before it does.
static void
add_usage(size_t first, struct at_buf *text)
{
    const struct at_arg *args = at_step_rows[first].args;
    const char *comma = "";
    for (size_t i = 0; i < first; i++) {
        if (takes_same(at_step_rows[i].args, args))
            return;
    }
    at_buf_add_text(text, text->len ? " " : "");
    for (size_t i = first; i < AT_FLOW_ACTION_COUNT; i++) {
        if (takes_same(at_step_rows[i].args, args))
            at_buf_add_fmt(text, "%s%s", i == first ? "" : "|",
                           at_step_rows[i].name);
    }
    at_buf_add_char(text, '(');
    for (const struct at_arg *use = args; use->name; use++) {
        if (use->type == AT_ARG_ACTION || use->common)
            continue;
        at_buf_add_fmt(text, "%s%s%s", comma, use->name,
                       use->required ? "" : "?");
        comma = ",";
    }
    at_buf_add_char(text, ')');
}

// Describe the parts of a selector only in the first one. The others name the
// usual ones, with their types: clients refuse an object without properties.
static void
explain_once(json_t *properties)
{
    static const char *const rare[] = {"textContains", "description", "near",
                                       "inside",       "below",       "index"};
    const char *name;
    json_t *field;
    bool explained = false;
    json_object_foreach(properties, name, field)
    {
        const char *part;
        json_t *schema;
        json_t *parts = json_object_get(field, "properties");
        for (size_t i = 0; explained && parts && i < AT_LEN(rare); i++)
            json_object_del(parts, rare[i]);
        json_object_foreach(explained ? parts : NULL, part, schema)
            json_object_del(schema, "description");
        explained = explained || parts;
    }
}

// The errors say the bounds; where a field has no help they would cost more
// than it does. Those of pixels depend on the device, too.
static void
drop_bounds(json_t *properties)
{
    const char *name;
    json_t *field;
    json_object_foreach(properties, name, field)
    {
        if (json_object_get(field, "description"))
            continue;
        json_object_del(field, "minimum");
        json_object_del(field, "maximum");
    }
}

json_t *
at_tools_steps_schema(void)
{
    struct at_arg fields[FIELDS_MAX] = {0};
    const char *names[AT_FLOW_ACTION_COUNT + 1] = {0};
    struct at_buf usage = AT_BUF_INIT(AT_MCP_TEXT_MAX_BYTES);
    for (size_t i = 0; i < AT_FLOW_ACTION_COUNT; i++) {
        names[i] = at_step_rows[i].name;
        add_uses(&at_step_rows[i], fields);
        add_usage(i, &usage);
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
    drop_bounds(json_object_get(items, "properties"));
    at_json_set(schema, "items", items);
    at_buf_deinit(&usage);
    return schema;
}
