#include "session/defaults.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "wire/json.h"

enum { DEPTH_MAX = 3, KEYS_MAX_BYTES = 512 };

// The location in session.json, below "defaults", for each of at_defaults_keys.
static const struct {
    const char *path[DEPTH_MAX]; // NULL-terminated names of objects
    const char *name;
    const char *values[3]; // valid values; empty: any text
} keys[] = {
    {{0}, "platform", {"ios", "android"}},
    {{"device"}, "selector", {0}},
    {{"app"}, "app_id", {0}},
    {{"app"}, "app_path", {0}},
    {{0}, "live", {0}},
    {{"build", "ios"}, "project", {0}},
    {{"build", "ios"}, "workspace", {0}},
    {{"build", "ios"}, "scheme", {0}},
    {{"build", "ios"}, "configuration", {0}},
    {{"build", "ios"}, "destination", {0}},
    {{"build", "ios"}, "derived_data", {0}},
};

const char *const at_defaults_keys[] = {
    "platform",
    "device",
    "app-id",
    "app",
    "live",
    "build.ios.project",
    "build.ios.workspace",
    "build.ios.scheme",
    "build.ios.configuration",
    "build.ios.destination",
    "build.ios.derived-data",
    NULL,
};
static_assert(AT_LEN(at_defaults_keys) == AT_LEN(keys) + 1, "a place each");

#define ENV_KEY "env."

// The location of a key: the objects that lead to its value, and its name.
struct place {
    const char *path[DEPTH_MAX]; // below "defaults", NULL-terminated
    const char *name;            // name of the value
    const char *const *values;   // as in keys[]; NULL: any text
    bool is_env;
};

static bool
is_env_name(const char *name)
{
    bool ok = name[0] != '\0' && !at_ascii_is_digit(name[0]);
    for (const char *at = name; ok && *at; at++)
        ok = at_ascii_is_alnum(*at) || *at == '_';
    return ok;
}

static void
write_keys(char *out, size_t cap)
{
    struct at_buf text = AT_BUF_INIT(cap - 1);
    for (size_t i = 0; i < AT_LEN(keys); i++)
        at_buf_add_fmt(&text, "%s, ", at_defaults_keys[i]);
    at_buf_add_text(&text, ENV_KEY "NAME");
    at_str_cut(out, cap, at_buf_str(&text));
    at_buf_deinit(&text);
}

static bool
find_place(const char *key, struct place *out, struct at_err *err)
{
    char valid[KEYS_MAX_BYTES];
    *out = (struct place){{0}, NULL, NULL, false};
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (strcmp(key, at_defaults_keys[i]) != 0)
            continue;
        memcpy(out->path, keys[i].path, sizeof(out->path));
        out->name = keys[i].name;
        out->values = keys[i].values[0] ? keys[i].values : NULL;
        return true;
    }
    if (strncmp(key, ENV_KEY, strlen(ENV_KEY)) == 0) {
        const char *name = key + strlen(ENV_KEY);
        out->path[0] = "env";
        out->name = name;
        out->is_env = true;
        return is_env_name(name) ||
               at_fail(err, AT_EUSAGE,
                       "'%.80s' is not a variable name; use letters, digits "
                       "and '_', not a digit first",
                       name);
    }
    write_keys(valid, sizeof(valid));
    return at_fail(err, AT_EUSAGE, "no session key '%.80s'; valid are %s", key,
                   valid);
}

json_t *
at_defaults_new(void)
{
    json_t *session =
        json_pack("{s:i, s:{s:{}, s:{}, s:{s:{}}, s:{}}}", "schema_version", 1,
                  "defaults", "device", "app", "build", "ios", "env");
    at_assert(session);
    return session;
}

// Find the object that contains the value; NULL if there is none.
static json_t *
holder(const json_t *session, const struct place *place)
{
    json_t *object = json_object_get(session, "defaults");
    for (size_t i = 0; place->path[i]; i++)
        object = json_object_get(object, place->path[i]);
    return object;
}

static json_t *
value_of(const json_t *session, const struct place *place)
{
    return json_object_get(holder(session, place), place->name);
}

// Find or create the object that is a member of object.
static json_t *
member_object(json_t *object, const char *name)
{
    if (!json_is_object(json_object_get(object, name)))
        at_json_set(object, name, json_object());
    return json_object_get(object, name);
}

static json_t *
made_holder(json_t *session, const struct place *place)
{
    json_t *object = member_object(session, "defaults");
    for (size_t i = 0; place->path[i]; i++)
        object = member_object(object, place->path[i]);
    return object;
}

const char *
at_defaults_get(const json_t *session, const char *key)
{
    struct place place;
    if (!find_place(key, &place, NULL))
        return NULL;
    const char *text = json_string_value(value_of(session, &place));
    // the contract's own example has "" for an absent setting
    return text && (text[0] || place.is_env) ? text : NULL;
}

static bool
is_one_of(const char *value, const char *const *values)
{
    while (*values && strcmp(*values, value) != 0)
        values++;
    return *values != NULL;
}

static bool
value_allowed(const struct place *place, const char *key, const char *value,
              struct at_err *err)
{
    struct at_str text = at_str(value);
    if (place->values && !is_one_of(value, place->values))
        return at_fail(err, AT_EUSAGE, "%s '%.80s' is not valid; use %s or %s",
                       key, value, place->values[0], place->values[1]);
    if (text.len == 0 && !place->is_env)
        return at_fail(err, AT_EUSAGE,
                       "an empty %s; `session unset %s` removes it", key, key);
    if (text.len > AT_SESSION_VALUE_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "%s is longer than %zu bytes", key,
                       AT_SESSION_VALUE_MAX_BYTES);
    return at_utf8_valid(text) ||
           at_fail(err, AT_EUSAGE, "%s is not UTF-8", key);
}

bool
at_defaults_set(json_t *session, const char *key, const char *value,
                struct at_err *err)
{
    struct place place;
    if (!find_place(key, &place, err) ||
        !value_allowed(&place, key, value, err))
        return false;
    json_t *object = made_holder(session, &place);
    if (place.is_env && !json_object_get(object, place.name) &&
        json_object_size(object) >= AT_SESSION_ENV_MAX)
        return at_fail(err, AT_EUSAGE,
                       "a session keeps %zu variables at most; `session unset "
                       "env.NAME` removes one",
                       AT_SESSION_ENV_MAX);
    at_json_set_text(object, place.name, value);
    return true;
}

bool
at_defaults_unset(json_t *session, const char *key, struct at_err *err)
{
    struct place place;
    if (!find_place(key, &place, err))
        return false;
    json_object_del(holder(session, &place), place.name);
    return true;
}

static bool
text_allowed(const json_t *value, const char *where, struct at_err *err)
{
    if (!value || json_is_null(value))
        return true;
    if (!json_is_string(value))
        return at_fail(err, AT_EIO, "%s is not a string", where);
    return strlen(json_string_value(value)) == json_string_length(value) ||
           at_fail(err, AT_EIO, "%s holds a NUL byte", where);
}

static bool
objects_allowed(const json_t *session, const struct place *place,
                struct at_err *err)
{
    const json_t *object = json_object_get(session, "defaults");
    const char *name = "defaults";
    for (size_t i = 0; object && !json_is_null(object); i++) {
        if (!json_is_object(object))
            return at_fail(err, AT_EIO, "%s is not an object", name);
        if (!place->path[i])
            break;
        name = place->path[i];
        object = json_object_get(object, name);
    }
    return true;
}

static bool
key_allowed(const json_t *session, const char *key, struct at_err *err)
{
    struct place place;
    if (!find_place(key, &place, err) || !objects_allowed(session, &place, err))
        return false;
    const json_t *value = value_of(session, &place);
    if (!text_allowed(value, key, err))
        return false;
    const char *text = json_string_value(value);
    return !place.values || !text || !text[0] ||
           is_one_of(text, place.values) ||
           at_fail(err, AT_EIO, "%s is '%.80s', neither %s nor %s", key, text,
                   place.values[0], place.values[1]);
}

static json_t *
env_of(const json_t *session)
{
    return json_object_get(json_object_get(session, "defaults"), "env");
}

static bool
env_allowed(json_t *env, struct at_err *err)
{
    const char *name;
    json_t *value;
    if (env && !json_is_object(env))
        return at_fail(err, AT_EIO, "env is not an object");
    if (json_object_size(env) > AT_SESSION_ENV_MAX)
        return at_fail(err, AT_EIO, "env has more than %zu variables",
                       AT_SESSION_ENV_MAX);
    json_object_foreach(env, name, value)
    {
        char where[128];
        snprintf(where, sizeof(where), ENV_KEY "%.80s", name);
        if (!is_env_name(name))
            return at_fail(err, AT_EIO, "%s is not a variable name", where);
        if (!text_allowed(value, where, err))
            return false;
    }
    return true;
}

bool
at_defaults_check(const json_t *session, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (!key_allowed(session, at_defaults_keys[i], err))
            return false;
    }
    return env_allowed(env_of(session), err);
}

char **
at_defaults_env(const json_t *session)
{
    json_t *env = env_of(session);
    char **rows =
        at_realloc_array(NULL, json_object_size(env) + 1, sizeof(*rows));
    size_t count = 0;
    const char *name;
    json_t *value;
    json_object_foreach(env, name, value)
    {
        if (json_is_string(value))
            rows[count++] = at_strfmt("%s=%s", name, json_string_value(value));
    }
    rows[count] = NULL;
    return rows;
}

void
at_defaults_env_free(char **rows)
{
    for (size_t i = 0; rows && rows[i]; i++)
        free(rows[i]);
    free(rows);
}
