// firestore.c: conversion of typed values in both directions
#include "wire/firestore.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "base/str.h"
#include "wire/json.h"

static json_t *read_value(const json_t *value, struct at_err *err);

bool
at_firestore_is_document(const json_t *json)
{
    return json_is_object(json_object_get(json, "fields"));
}

static json_t *
read_fields(const json_t *fields, struct at_err *err)
{
    json_t *out = json_object();
    void *at = json_object_iter((json_t *)(uintptr_t)fields);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)fields, at)) {
        json_t *value = read_value(json_object_iter_value(at), err);
        if (!value) {
            at_err_context(err, "'%s'", json_object_iter_key(at));
            json_decref(out);
            return NULL;
        }
        at_json_set(out, json_object_iter_key(at), value);
    }
    return out;
}

static json_t *
read_map(const json_t *inner, struct at_err *err)
{
    const json_t *fields = json_object_get(inner, "fields");
    return fields ? read_fields(fields, err) : json_object();
}

static json_t *
read_array(const json_t *inner, struct at_err *err)
{
    const json_t *values = json_object_get(inner, "values");
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(values); i++) {
        json_t *value = read_value(json_array_get(values, i), err);
        if (!value) {
            json_decref(out);
            return NULL;
        }
        json_array_append_new(out, value);
    }
    return out;
}

// Integers are texts, since JavaScript numbers are not exact enough.
static json_t *
read_integer(const json_t *inner, struct at_err *err)
{
    int64_t number;
    if (json_is_integer(inner))
        return json_integer(json_integer_value(inner));
    if (at_str_to_i64(at_json_str(inner), INT64_MIN, INT64_MAX, &number))
        return json_integer(number);
    at_fail(err, AT_EUSAGE, "an integerValue is not a whole number");
    return NULL;
}

static json_t *
read_null(const json_t *inner, struct at_err *err)
{
    (void)inner, (void)err;
    return json_null();
}

static json_t *
read_same(const json_t *inner, struct at_err *err)
{
    (void)err;
    return json_deep_copy(inner);
}

static const struct {
    const char *name;
    json_t *(*read)(const json_t *inner, struct at_err *err);
} types[] = {
    {"stringValue", read_same},    {"integerValue", read_integer},
    {"doubleValue", read_same},    {"booleanValue", read_same},
    {"timestampValue", read_same}, {"nullValue", read_null},
    {"bytesValue", read_same},     {"referenceValue", read_same},
    {"geoPointValue", read_same},  {"arrayValue", read_array},
    {"mapValue", read_map},
};

static json_t *
read_value(const json_t *value, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(types); i++) {
        const json_t *inner = json_object_get(value, types[i].name);
        if (inner)
            return types[i].read(inner, err);
    }
    at_fail(err, AT_EUSAGE,
            "not a value of Firestore, such as {\"stringValue\":\"…\"}");
    return NULL;
}

json_t *
at_firestore_read(const json_t *document, struct at_err *err)
{
    const json_t *fields = json_object_get(document, "fields");
    if (json_is_object(fields))
        return read_fields(fields, err);
    at_fail(err, AT_EUSAGE, "a document of Firestore has 'fields'");
    return NULL;
}

static json_t *write_value(const json_t *plain);

static json_t *
write_fields(const json_t *plain)
{
    json_t *fields = json_object();
    void *at = json_object_iter((json_t *)(uintptr_t)plain);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)plain, at))
        at_json_set(fields, json_object_iter_key(at),
                    write_value(json_object_iter_value(at)));
    return fields;
}

static json_t *
write_array(const json_t *plain)
{
    json_t *values = json_array();
    for (size_t i = 0; i < json_array_size(plain); i++)
        json_array_append_new(values, write_value(json_array_get(plain, i)));
    if (json_array_size(values) > 0)
        return json_pack("{s:o}", "values", values);
    json_decref(values);
    return json_object();
}

static json_t *
write_value(const json_t *plain)
{
    char number[32];
    switch (json_typeof(plain)) {
    case JSON_OBJECT:
        return json_pack("{s:{s:o}}", "mapValue", "fields",
                         write_fields(plain));
    case JSON_ARRAY:
        return json_pack("{s:o}", "arrayValue", write_array(plain));
    case JSON_STRING:
        return json_pack("{s:O}", "stringValue", plain);
    case JSON_INTEGER:
        snprintf(number, sizeof(number), "%" PRId64,
                 (int64_t)json_integer_value(plain));
        return json_pack("{s:s}", "integerValue", number);
    case JSON_REAL:
        return json_pack("{s:O}", "doubleValue", plain);
    case JSON_TRUE:
    case JSON_FALSE:
        return json_pack("{s:O}", "booleanValue", plain);
    case JSON_NULL:
        break;
    }
    return json_pack("{s:n}", "nullValue");
}

json_t *
at_firestore_write(const json_t *plain, const char *const *times)
{
    json_t *fields = write_fields(plain);
    for (; *times; times++) {
        json_t *value = json_object_get(plain, *times);
        if (json_is_string(value))
            at_json_set(fields, *times,
                        json_pack("{s:O}", "timestampValue", value));
    }
    return json_pack("{s:o}", "fields", fields);
}
