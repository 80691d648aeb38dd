#include "agent/guards/redact.h"

#include <string.h>

#include "base/ascii.h"
#include "wire/json.h"

enum {
    DEPTH_MAX = 64,
    OPAQUE_MIN_BYTES = 1024, // shorter ones are kept
    SECRET_MAX_TIMES = 8,    // growth of a text by its placeholders
};

static bool
is_base64(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!at_ascii_is_alnum(c) && c != '+' && c != '/' && c != '-' &&
            c != '_' && c != '=')
            return false;
    }
    return true;
}

// Pictures have megabytes, and words have blanks at both ends.
static bool
looks_like_base64(struct at_str text)
{
    size_t begin =
        text.len > OPAQUE_MIN_BYTES ? text.len - OPAQUE_MIN_BYTES : 0;
    return is_base64(at_str_head(text, OPAQUE_MIN_BYTES)) &&
           is_base64(at_str_skip(text, begin));
}

// Members of the five formats that hold pictures.
static bool
is_of_picture(const char *name)
{
    return name && (strcmp(name, "data") == 0 || strcmp(name, "images") == 0);
}

// Return the length in bytes of a picture or other opaque text as JSON; NULL
// for anything else.
static json_t *
short_form(struct at_str text, const char *name)
{
    struct at_str base64 = text;
    bool is_url = at_str_starts(text, AT_STR("data:image/"));
    ptrdiff_t comma = is_url ? at_str_find(text, AT_STR(",")) : -1;
    if (comma >= 0)
        base64 = at_str_skip(text, (size_t)comma + 1);
    bool is_picture = is_url || is_of_picture(name);
    if (text.len < OPAQUE_MIN_BYTES || !looks_like_base64(base64))
        return NULL;
    return json_pack("{s:I}", is_picture ? "picture" : "opaque",
                     (json_int_t)(base64.len / 4 * 3));
}

static json_t *
redact_text(const json_t *value, const struct at_secrets *secrets,
            const char *name)
{
    struct at_str text = at_json_str(value);
    json_t *shortened = short_form(text, name);
    if (shortened)
        return shortened;
    if (!at_secrets_shown(secrets, text))
        return json_incref((json_t *)value);
    struct at_buf masked = AT_BUF_INIT(SECRET_MAX_TIMES * text.len + 4096);
    at_secrets_mask(secrets, text, &masked);
    json_t *copy = at_json_text(at_buf_str(&masked));
    at_buf_deinit(&masked);
    return copy;
}

static json_t *redact(const json_t *value, const struct at_secrets *secrets,
                      const char *name, int depth);

// Return container, or a copy once something has changed.
static json_t *
own(const json_t *container, json_t *copy)
{
    return copy ? copy : json_copy((json_t *)container);
}

static json_t *
redact_object(const json_t *value, const struct at_secrets *secrets, int depth)
{
    json_t *copy = NULL;
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_t *shown = redact(member, secrets, name, depth);
        if (shown != member) {
            copy = own(value, copy);
            json_object_set(copy, name, shown);
        }
        json_decref(shown);
    }
    return copy;
}

static json_t *
redact_array(const json_t *value, const struct at_secrets *secrets,
             const char *name, int depth)
{
    json_t *copy = NULL;
    json_t *member;
    size_t i;
    json_array_foreach(value, i, member)
    {
        json_t *shown = redact(member, secrets, name, depth);
        if (shown != member) {
            copy = own(value, copy);
            json_array_set(copy, i, shown);
        }
        json_decref(shown);
    }
    return copy;
}

// name is the member of value, or of the array that has it.
static json_t *
redact(const json_t *value, const struct at_secrets *secrets, const char *name,
       int depth)
{
    json_t *copy = NULL;
    if (json_is_string(value))
        return redact_text(value, secrets, name);
    if (depth == DEPTH_MAX && (json_is_object(value) || json_is_array(value)))
        return json_null();
    if (json_is_object(value))
        copy = redact_object(value, secrets, depth + 1);
    else if (json_is_array(value))
        copy = redact_array(value, secrets, name, depth + 1);
    return copy ? copy : json_incref((json_t *)value);
}

json_t *
at_redact(const json_t *value, const struct at_secrets *secrets)
{
    return redact(value, secrets, NULL, 0);
}
