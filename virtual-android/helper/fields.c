#include "virtual-android/helper/fields.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/json_shape.h"
#include "base/limits.h"

enum { DEPTH_MAX = 16, VALUES_MAX = 20000 };

// Returns false if value is deeper than the limit or has more values.
static bool
within_limits(json_t *value, int depth, int *count)
{
    const char *key;
    json_t *item;
    size_t i;
    if (depth > DEPTH_MAX || ++*count > VALUES_MAX)
        return false;
    json_array_foreach(value, i, item)
    {
        if (!within_limits(item, depth + 1, count))
            return false;
    }
    json_object_foreach(value, key, item)
    {
        if (!within_limits(item, depth + 1, count))
            return false;
    }
    return true;
}

json_t *
vd_body_parse(struct at_str body, struct vd_refusal *refusal)
{
    struct at_err err = AT_ERR_INIT;
    json_error_t why;
    int count = 0;
    if (body.len == 0)
        return json_object();
    if (!at_json_shape_check(body, NULL, &err)) {
        vd_refuse(refusal, VD_BAD_REQUEST, "the body is not JSON: %s", err.msg);
        return NULL;
    }
    json_t *value = json_loadb(
        body.ptr, body.len,
        JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
    if (!value)
        vd_refuse(refusal, VD_BAD_REQUEST,
                  "the body is not JSON: at character %d", why.position);
    else if (!within_limits(value, 0, &count))
        vd_refuse(refusal, VD_BAD_REQUEST,
                  "the body is not JSON: deeper than %d levels or more than "
                  "%d values",
                  DEPTH_MAX, VALUES_MAX);
    if (refusal->code == VD_NOT_REFUSED)
        return value;
    json_decref(value);
    return NULL;
}

struct vd_fields
vd_fields_of(json_t *value, const char *where, struct vd_refusal *refusal)
{
    if (!json_is_object(value))
        vd_refuse(refusal, VD_BAD_REQUEST, "%s must be an object", where);
    return (struct vd_fields){
        .object = value, .where = where, .refusal = refusal};
}

bool
vd_has(const struct vd_fields *fields, const char *name)
{
    return json_object_get(fields->object, name) != NULL;
}

json_t *
vd_take(struct vd_fields *fields, const char *name)
{
    at_assert(fields->count < VD_FIELDS_MAX);
    fields->taken[fields->count++] = name;
    return json_object_get(fields->object, name);
}

int32_t
vd_take_int(struct vd_fields *fields, const char *name, struct vd_range range,
            int32_t fallback)
{
    json_t *value = vd_take(fields, name);
    json_int_t number = json_integer_value(value);
    if (!value && fallback != VD_NEEDED)
        return fallback;
    if (!value || json_is_null(value))
        vd_refuse(fields->refusal, VD_BAD_REQUEST, "'%s' is missing in %s",
                  name, fields->where);
    else if (!json_is_integer(value) || number < range.min ||
             number > range.max)
        vd_refuse(fields->refusal, VD_BAD_REQUEST,
                  "'%s' in %s must be a whole number from %d to %d", name,
                  fields->where, (int)range.min, (int)range.max);
    else
        return (int32_t)number;
    return range.min;
}

double
vd_take_number(struct vd_fields *fields, const char *name, double min,
               double max, double fallback)
{
    json_t *value = vd_take(fields, name);
    double number = json_number_value(value);
    if (!value && !isnan(fallback))
        return fallback;
    if (json_is_number(value) && number >= min && number <= max)
        return number;
    vd_refuse(fields->refusal, VD_BAD_REQUEST,
              "'%s' in %s must be a number from %g to %g", name, fields->where,
              min, max);
    return fallback;
}

bool
vd_take_bool(struct vd_fields *fields, const char *name)
{
    json_t *value = vd_take(fields, name);
    if (value && !json_is_boolean(value))
        vd_refuse(fields->refusal, VD_BAD_REQUEST,
                  "'%s' in %s must be true or false", name, fields->where);
    return json_is_true(value);
}

struct at_str
vd_take_text(struct vd_fields *fields, const char *name, const char *fallback)
{
    json_t *value = vd_take(fields, name);
    if (!value && fallback)
        return at_str(fallback);
    if (!json_is_string(value))
        vd_refuse(fields->refusal, VD_BAD_REQUEST,
                  "'%s' must be there in %s and be a string", name,
                  fields->where);
    return at_str_n(json_string_value(value), json_string_length(value));
}

size_t
vd_take_word(struct vd_fields *fields, const char *name,
             const char *const *words)
{
    struct at_str word = vd_take_text(fields, name, words[0]);
    struct at_buf list = AT_BUF_INIT(AT_KIB);
    for (size_t i = 0; words[i]; i++) {
        if (at_str_is(word, words[i])) {
            at_buf_deinit(&list);
            return i;
        }
        at_buf_add_fmt(&list, "%s%s", i ? ", " : "", words[i]);
    }
    vd_refuse(fields->refusal, VD_BAD_REQUEST, "'%s' in %s must be one of %s",
              name, fields->where, at_buf_text(&list));
    at_buf_deinit(&list);
    return 0;
}

json_t *
vd_take_list(struct vd_fields *fields, const char *name, struct vd_range length)
{
    json_t *value = vd_take(fields, name);
    size_t size = json_array_size(value);
    if (json_is_array(value) && size >= (size_t)length.min &&
        size <= (size_t)length.max)
        return value;
    vd_refuse(fields->refusal, VD_BAD_REQUEST,
              "'%s' in %s must be a list of %d to %d items", name,
              fields->where, (int)length.min, (int)length.max);
    return NULL;
}

bool
vd_fields_done(struct vd_fields *fields)
{
    const char *key;
    json_t *value;
    json_object_foreach(fields->object, key, value)
    {
        bool taken = false;
        for (size_t i = 0; i < fields->count; i++)
            taken = taken || strcmp(fields->taken[i], key) == 0;
        if (!taken)
            vd_refuse(fields->refusal, VD_BAD_REQUEST, "'%s' is unknown in %s",
                      key, fields->where);
    }
    return fields->refusal->code == VD_NOT_REFUSED;
}
