// schema.h: a walk over a tool's schema for what clients are known to refuse
//
// Google's SDK for Gemini fails on a boolean schema and Gemini on an object
// without properties; OpenAI refuses anyOf and oneOf at the top; several hosts
// don't follow $ref, take enums of strings only, and prefix a tool's name with
// the server's within 64 characters.
#ifndef AT_TESTS_SCHEMA_H
#define AT_TESTS_SCHEMA_H

#include <jansson.h>
#include <string.h>

#include "tests/t.h"

enum { T_SCHEMA_NAME_MAX = 60 };

// The keywords that every client knows.
static bool
t_schema_knows(const char *keyword)
{
    static const char *const known[] = {
        "type",    "properties", "required", "items",    "enum",
        "minimum", "maximum",    "minItems", "maxItems", "description"};
    for (size_t i = 0; i < T_LEN(known); i++) {
        if (strcmp(keyword, known[i]) == 0)
            return true;
    }
    return false;
}

static void
t_schema_check_names(const json_t *schema)
{
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *name;
    size_t i;
    json_array_foreach(json_object_get(schema, "enum"), i, name)
        T_OK(json_is_string(name) && json_string_length(name) > 0);
    json_array_foreach(json_object_get(schema, "required"), i, name)
        T_OK(json_object_get(properties, json_string_value(name)) != NULL);
}

// top: the whole of a tool's arguments, which may be none.
static void
t_schema_check(const json_t *schema, bool top)
{
    const char *key;
    json_t *value;
    T_OK(json_is_object(schema));
    T_OK(json_is_string(json_object_get(schema, "type")));
    const char *type = json_string_value(json_object_get(schema, "type"));
    json_object_foreach((json_t *)schema, key, value)
    {
        T_ROW(key);
        T_OK(t_schema_knows(key));
    }
    t_schema_check_names(schema);
    const json_t *properties = json_object_get(schema, "properties");
    if (strcmp(type, "object") == 0)
        T_OK(json_is_object(properties) &&
             (top || json_object_size(properties) > 0));
    json_object_foreach((json_t *)properties, key, value)
    {
        T_ROW(key);
        T_OK(strlen(key) <= T_SCHEMA_NAME_MAX);
        t_schema_check(value, false);
    }
    if (strcmp(type, "array") == 0)
        t_schema_check(json_object_get(schema, "items"), false);
}

#endif
