// json.c: jansson with limits
#include "wire/json.h"

#include "base/alloc.h"
#include "base/argv.h"
#include "base/json_shape.h"
#include "base/limits.h"

json_t *
at_json_parse_costed(struct at_str text, size_t *out_cost, struct at_err *err)
{
    struct at_json_shape shape;
    *out_cost = text.len;
    if (!at_json_shape_check(text, &shape, err))
        return NULL;
    *out_cost += shape.values * AT_JSON_VALUE_BYTES;
    json_error_t why;
    json_t *value = json_loadb(text.ptr ? text.ptr : "", text.len,
                               JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
    // jansson quotes the input in its messages, and that may not be UTF-8.
    if (!value)
        at_fail(err, AT_EPROTO, "not JSON, at byte %d", why.position);
    return value;
}

json_t *
at_json_parse(struct at_str text, struct at_err *err)
{
    size_t cost;
    return at_json_parse_costed(text, &cost, err);
}

size_t
at_json_extent(struct at_str text)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '['))
            depth++;
        else if (!in_string && depth > 0 && (c == '}' || c == ']'))
            depth--;
        if (depth == 0)
            return i > 0 ? i + 1 : 0;
    }
    return 0;
}

static json_t *
repaired(struct at_str text)
{
    struct at_buf buf = AT_BUF_INIT(text.len * 3);
    while (text.len > 0) {
        size_t len = at_utf8_next(text, NULL);
        if (len > 0)
            at_buf_add(&buf, text.ptr, len);
        else
            at_buf_add_utf8(&buf, 0xfffd);
        text = at_str_skip(text, len > 0 ? len : 1);
    }
    json_t *string = json_stringn_nocheck(at_buf_text(&buf), buf.len);
    at_buf_deinit(&buf);
    return string;
}

json_t *
at_json_text(struct at_str text)
{
    json_t *string =
        at_utf8_valid(text)
            ? json_stringn_nocheck(text.len ? text.ptr : "", text.len)
            : repaired(text);
    at_assert(string);
    return string;
}

json_t *
at_json_texts(const struct at_argv *texts)
{
    json_t *list = json_array();
    for (size_t i = 0; i < texts->count; i++)
        json_array_append_new(list, at_json_text(at_str(texts->words[i])));
    return list;
}

struct at_str
at_json_str(const json_t *string)
{
    return at_str_n(json_string_value(string), json_string_length(string));
}

struct at_str
at_json_get_str(const json_t *object, const char *name)
{
    return at_json_str(json_object_get(object, name));
}

void
at_json_set(json_t *object, const char *name, json_t *value)
{
    at_assert(value);
    at_assert(json_object_set_new_nocheck(object, name, value) == 0);
}

void
at_json_set_text(json_t *object, const char *name, const char *text)
{
    at_json_set(object, name, at_json_text(at_str(text)));
}

void
at_json_patch(json_t *object, const json_t *change)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)change, name, value)
    {
        if (json_is_null(value))
            json_object_del(object, name);
        else
            json_object_set(object, name, value);
    }
}
