// schema.c: the JSON Schema of flow files, from the table
#include "maestro/read/schema.h"

#include <stdlib.h>
#include <string.h>

#include "maestro/read/commands.h"
#include "wire/json.h"

static void
set_help(json_t *value, const char *help, bool is_ours)
{
    char text[400];
    snprintf(text, sizeof(text), "%s%s", help, is_ours ? AT_MAESTRO_OURS : "");
    at_json_set_text(value, "description", text);
}

static json_t *
typed(const char *type)
{
    return json_pack("{ss}", "type", type);
}

static json_t *
scalar(void)
{
    return json_pack("{s[sss]}", "type", "string", "number", "boolean");
}

static json_t *
ref(const char *name)
{
    json_t *value = json_object();
    char path[64];
    snprintf(path, sizeof(path), "#/$defs/%s", name);
    at_json_set_text(value, "$ref", path);
    return value;
}

static json_t *
list_of(json_t *items)
{
    return json_pack("{ss so}", "type", "array", "items", items);
}

static json_t *
mapping_of_scalars(void)
{
    return json_pack("{ss so}", "type", "object", "additionalProperties",
                     scalar());
}

static json_t *
either(json_t *first, json_t *second)
{
    return json_pack("{s[oo]}", "anyOf", first, second);
}

static json_t *
words(const char *const *values)
{
    json_t *all = json_array();
    for (; *values; values++)
        json_array_append_new(all, json_string(*values));
    return json_pack("{so}", "enum", all);
}

static json_t *
scalar_of_type(enum at_maestro_type type)
{
    switch (type) {
    case AT_MAESTRO_TYPE_BOOL:
    case AT_MAESTRO_TYPE_FLAG:
        return typed("boolean");
    case AT_MAESTRO_TYPE_WHOLE:
        return typed("integer");
    case AT_MAESTRO_TYPE_COUNT:
        return json_pack("{s[{ss} {s[s]}]}", "anyOf", "type", "integer", "enum",
                         "all");
    case AT_MAESTRO_TYPE_PERCENT:
        return json_pack("{ss si si}", "type", "integer", "minimum", 0,
                         "maximum", 100);
    case AT_MAESTRO_TYPE_REAL:
        return typed("number");
    case AT_MAESTRO_TYPE_AMOUNT:
        return json_pack("{s[ss]}", "type", "integer", "string");
    default:
        return scalar();
    }
}

static json_t *
of_type(enum at_maestro_type type)
{
    switch (type) {
    case AT_MAESTRO_TYPE_SELECTOR:
        return ref("element");
    case AT_MAESTRO_TYPE_SELECTORS:
        return list_of(ref("element"));
    case AT_MAESTRO_TYPE_CONDITION:
        return ref("condition");
    case AT_MAESTRO_TYPE_COMMANDS:
        return ref("commands");
    case AT_MAESTRO_TYPE_PAIRS:
    case AT_MAESTRO_TYPE_ARGUMENTS:
        return mapping_of_scalars();
    case AT_MAESTRO_TYPE_TEXTS:
        return list_of(scalar());
    default:
        return scalar_of_type(type);
    }
}

// The words of a key are completed; where case doesn't matter or variables are
// expanded, others are valid too.
static json_t *
of_key(const struct at_maestro_key *key)
{
    json_t *value = of_type(key->type);
    if (key->type == AT_MAESTRO_TYPE_SWITCH) {
        json_decref(value);
        value = words(key->values);
    } else if (key->values) {
        json_decref(value);
        value = either(words(key->values), typed("string"));
    }
    set_help(value, key->help, key->is_ours);
    return value;
}

static json_t *
mapping(const struct at_maestro_row *row)
{
    json_t *properties = json_object();
    json_t *required = json_array();
    json_t *value = typed("object");
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        if (key->type == AT_MAESTRO_TYPE_IGNORED)
            continue;
        at_json_set(properties, key->name, of_key(key));
        if (key->is_required)
            json_array_append_new(required, json_string(key->name));
    }
    at_json_set(value, "properties", properties);
    if (json_array_size(required) > 0)
        at_json_set(value, "required", required);
    else
        json_decref(required);
    at_json_set(value, "additionalProperties", json_false());
    return value;
}

// Texts behind a command must be texts; the others take what their key takes.
static json_t *
short_form(const struct at_maestro_row *row)
{
    const struct at_maestro_key *key = row->keys;
    while (strcmp(key->name, row->short_key) != 0)
        key++;
    if (row->reading == AT_MAESTRO_READS_FIELDS &&
        key->type == AT_MAESTRO_TYPE_TEXT && !key->values)
        return typed("string");
    json_t *value = of_key(key);
    json_object_del(value, "description");
    return value;
}

static json_t *
command_value(const struct at_maestro_row *row)
{
    json_t *value;
    if (row->reading == AT_MAESTRO_READS_SELECTOR)
        value = ref("element");
    else if (row->kind == AT_MAESTRO_KINDS)
        value = short_form(row);
    else if (row->short_key)
        value = either(short_form(row), mapping(row));
    else
        value = mapping(row);
    set_help(value, row->help, row->is_ours);
    return value;
}

static json_t *
command(void)
{
    json_t *bare = json_array();
    json_t *properties = json_object();
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        if (row->is_bare)
            json_array_append_new(bare, json_string(row->name));
        if (!strchr(row->name, ' '))
            at_json_set(properties, row->name, command_value(row));
    }
    return either(json_pack("{so}", "enum", bare),
                  json_pack("{ss so sb si si}", "type", "object", "properties",
                            properties, "additionalProperties", 0,
                            "minProperties", 1, "maxProperties", 1));
}

static json_t *
config(void)
{
    json_t *properties = json_object();
    for (const struct at_maestro_config_key *key = at_maestro_config_keys;
         key->name; key++) {
        json_t *value = of_type(key->type);
        set_help(value, key->help, key->is_ours);
        at_json_set(properties, key->name, value);
    }
    return json_pack("{ss so s[{s[s]} {s[s]}]}", "type", "object", "properties",
                     properties, "anyOf", "required", "appId", "required",
                     "url");
}

json_t *
at_maestro_schema(void)
{
    json_t *defs = json_object();
    at_json_set(defs, "config", config());
    at_json_set(defs, "commands", list_of(ref("command")));
    at_json_set(defs, "command", command());
    at_json_set(defs, "element",
                either(scalar(), mapping(&at_maestro_selector_row)));
    at_json_set(defs, "condition", mapping(&at_maestro_condition_row));
    return json_pack(
        "{ss ss ss s[oo] so}", "$schema",
        "https://json-schema.org/draft/2020-12/schema", "title", "Maestro flow",
        "description",
        "Either document of a flow file: the config section or the commands",
        "anyOf", ref("config"), ref("commands"), "$defs", defs);
}

bool
at_maestro_schema_write(const json_t *schema, struct at_buf *out)
{
    char *text = json_dumps(schema, JSON_INDENT(2));
    bool ok = text && at_buf_add_text(out, text) && at_buf_add_char(out, '\n');
    free(text);
    return ok;
}
