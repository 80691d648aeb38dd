#include "bugreport/hide.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "bugreport/patterns.h"
#include "wire/json.h"

enum { NUMBER_MIN = 4, NUMBER_MAX = 24, GROWTH = 16, ROOM = 4096 };

void
at_bugreport_hider_init(struct at_bugreport_hider *hider,
                        const struct at_bugreport_known *known,
                        const char *home)
{
    struct at_str folder = at_str(home);
    while (at_str_ends(folder, AT_STR("/")))
        folder.len--;
    *hider = (struct at_bugreport_hider){
        .values = at_bugreport_known_secrets(known, false),
        .secrets = at_bugreport_known_secrets(known, true),
        .home = folder,
    };
}

void
at_bugreport_hider_deinit(struct at_bugreport_hider *hider)
{
    at_secrets_free(hider->values);
    at_secrets_free(hider->secrets);
}

// "/home/joe/x" becomes "~/x"; "/home/joelle" is somebody else's.
static void
hide_home(struct at_str home, struct at_str text, struct at_buf *out)
{
    while (home.len > 0 && text.len > 0) {
        ptrdiff_t found = at_str_find(text, home);
        if (found < 0)
            break;
        size_t at = (size_t)found;
        struct at_str rest = at_str_skip(text, at + home.len);
        bool ends = rest.len == 0 || !at_ascii_is_name(rest.ptr[0]);
        at_buf_add_str(out, at_str_head(text, at));
        at_buf_add_str(out, ends ? AT_STR("~") : home);
        text = rest;
    }
    at_buf_add_str(out, text);
}

void
at_bugreport_hide_text(const struct at_bugreport_hider *hider,
                       struct at_str text, struct at_buf *out)
{
    struct at_buf valueless = AT_BUF_INIT(text.len * GROWTH + ROOM);
    struct at_buf homeless = AT_BUF_INIT(text.len * GROWTH + ROOM);
    at_secrets_mask(hider->values, text, &valueless);
    hide_home(hider->home, at_buf_str(&valueless), &homeless);
    at_bugreport_patterns_hide(at_buf_str(&homeless), out);
    out->overflow = out->overflow || valueless.overflow || homeless.overflow;
    at_buf_deinit(&valueless);
    at_buf_deinit(&homeless);
}

static json_t *
hide_string(const struct at_bugreport_hider *hider, struct at_str text)
{
    struct at_buf hidden = AT_BUF_INIT(text.len * GROWTH + ROOM);
    at_bugreport_hide_text(hider, text, &hidden);
    json_t *json = at_json_text(hidden.overflow ? AT_STR(AT_BUGREPORT_HIDDEN)
                                                : at_buf_str(&hidden));
    at_buf_deinit(&hidden);
    return json;
}

// A code of digits may have been read as a number.
static json_t *
hide_number(const struct at_bugreport_hider *hider, const json_t *json)
{
    struct at_buf digits = AT_BUF_INIT(NUMBER_MAX);
    if (json_is_integer(json))
        at_buf_add_fmt(&digits, "%lld", (long long)json_integer_value(json));
    bool shows = digits.len >= NUMBER_MIN &&
                 at_secrets_shown(hider->values, at_buf_str(&digits));
    at_buf_deinit(&digits);
    return shows ? json_string(AT_BUGREPORT_HIDDEN)
                 : json_copy((json_t *)(uintptr_t)json);
}

// Names of members are words of the format, unless they have a digit or a sign:
// a typed word must not make a file unreadable. A secret is never a name.
static char *
hide_name(const struct at_bugreport_hider *hider, const char *name)
{
    bool is_word = true;
    for (const char *c = name; *c; c++)
        is_word = is_word && (at_ascii_is_letter(*c) || *c == '_');
    struct at_str text = at_str(name);
    struct at_buf hidden = AT_BUF_INIT(text.len * GROWTH + ROOM);
    if (is_word)
        at_secrets_mask(hider->secrets, text, &hidden);
    else
        at_bugreport_hide_text(hider, text, &hidden);
    return at_buf_take(&hidden);
}

static bool
is_secret_member(const char *name, const json_t *value)
{
    struct at_str word = at_str(name);
    bool is_text = json_is_string(value) && json_string_length(value) > 0;
    return (is_text && at_bugreport_name_is_secret(word)) ||
           // Hashes of what was typed.
           (at_str_is(word, "typed") && json_is_array(value));
}

static json_t *
hide_object(const struct at_bugreport_hider *hider, const json_t *json)
{
    json_t *copy = json_object();
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)json, name, value)
    {
        char *shown = hide_name(hider, name);
        at_json_set(copy, shown,
                    is_secret_member(name, value)
                        ? json_string(AT_BUGREPORT_HIDDEN)
                        : at_bugreport_hide_json(hider, value));
        free(shown);
    }
    return copy;
}

json_t *
at_bugreport_hide_json(const struct at_bugreport_hider *hider,
                       const json_t *json)
{
    size_t i;
    json_t *value, *copy;
    switch (json_typeof(json)) {
    case JSON_STRING:
        return hide_string(hider, at_json_str(json));
    case JSON_OBJECT:
        return hide_object(hider, json);
    case JSON_ARRAY:
        copy = json_array();
        json_array_foreach((json_t *)(uintptr_t)json, i, value)
            json_array_append_new(copy, at_bugreport_hide_json(hider, value));
        return copy;
    default:
        return hide_number(hider, json);
    }
}

static bool
hide_as_json(const struct at_bugreport_hider *hider, struct at_str text,
             struct at_buf *out)
{
    struct at_str begin = at_str_trim(text);
    bool may = begin.len > 0 && (begin.ptr[0] == '{' || begin.ptr[0] == '[');
    json_t *json = may ? at_json_parse(text, NULL) : NULL;
    if (!json)
        return false;
    json_t *hidden = at_bugreport_hide_json(hider, json);
    if (!at_json_write(hidden, out))
        out->overflow = true;
    at_buf_add_char(out, '\n');
    json_decref(hidden);
    json_decref(json);
    return true;
}

// Lines of JSON, and between them texts, which are hidden as a whole: a value
// may have several lines.
static void
hide_lines(const struct at_bugreport_hider *hider, struct at_str content,
           struct at_buf *out)
{
    struct at_str rest = content, line, text = at_str_head(content, 0);
    while (rest.len > 0) {
        struct at_str before = rest;
        struct at_buf json = AT_BUF_INIT(out->max);
        (void)at_str_next(&rest, '\n', &line);
        size_t taken = before.len - rest.len;
        if (hide_as_json(hider, line, &json)) {
            at_bugreport_hide_text(hider, text, out);
            at_buf_add_str(out, at_buf_str(&json));
            out->overflow = out->overflow || json.overflow;
            text = at_str_head(rest, 0);
        } else {
            text.len += taken;
        }
        at_buf_deinit(&json);
    }
    at_bugreport_hide_text(hider, text, out);
}

void
at_bugreport_hide_content(const struct at_bugreport_hider *hider,
                          struct at_str content, struct at_buf *out)
{
    if (!hide_as_json(hider, content, out))
        hide_lines(hider, content, out);
}
