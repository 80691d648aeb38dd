#include "agent/start.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "wire/json.h"

static const char *const resets[] = {
    [AT_RESET_RESTART] = "restart",
    [AT_RESET_NONE] = "none",
    [AT_RESET_DATA] = "data",
    [AT_RESET_REINSTALL] = "reinstall",
};
static const char *const orientations[] = {
    [AT_ORIENTATION_ANY] = "any",
    [AT_ORIENTATION_PORTRAIT] = "portrait",
    [AT_ORIENTATION_LANDSCAPE] = "landscape",
};

static bool
is_link(struct at_str text)
{
    ptrdiff_t colon = at_str_find(text, AT_STR(":"));
    bool ok = colon > 0 && at_ascii_is_letter(text.ptr[0]) &&
              text.len > (size_t)colon + 1;
    for (size_t i = 0; ok && i < text.len; i++)
        ok = (unsigned char)text.ptr[i] > ' ' && text.ptr[i] != 0x7f;
    return ok;
}

// Return true for a language tag: "de", "de-DE", "zh-Hant-TW".
static bool
is_locale(struct at_str text)
{
    size_t part = 0; // characters since the last hyphen
    for (size_t i = 0; i < text.len; i++) {
        bool hyphen = text.ptr[i] == '-';
        if ((hyphen && part < 2) ||
            (!hyphen && !at_ascii_is_alnum(text.ptr[i])))
            return false;
        part = hyphen ? 0 : part + 1;
        if (part > 8 || (i < 2 && !at_ascii_is_letter(text.ptr[i])))
            return false;
    }
    return part >= 2;
}

static bool
is_permission(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!at_ascii_is_name(text.ptr[i]))
            return false;
    return text.len > 0;
}

static bool
is_any(struct at_str text)
{
    return text.len > 0;
}

static const struct {
    const char *name;
    size_t offset;
    bool (*is_valid)(struct at_str text);
    const char *valid;
} texts[] = {
    {"apk", offsetof(struct at_scenario_start, apk), is_any,
     "the path of an APK file"},
    {"deepLink", offsetof(struct at_scenario_start, deep_link), is_link,
     "a link with its scheme, such as 'notes://settings'"},
    {"locale", offsetof(struct at_scenario_start, locale), is_locale,
     "a language tag, such as 'de' or 'pt-BR'"},
};

// The lists of steps, and of permissions inside "permissions".
struct list_row {
    const char *name;
    size_t offset;
    size_t max_count;
    size_t max_bytes;
    bool (*is_valid)(struct at_str text);
    const char *valid;
};
#define PERMISSION                                                             \
    AT_SCENARIO_LIST_MAX, AT_CLASS_NAME_MAX_BYTES, is_permission,              \
        "names of permissions, such as 'CAMERA' or "                           \
        "'android.permission.CAMERA'"
#define STEP                                                                   \
    AT_SCENARIO_STEPS_MAX, AT_SCENARIO_TEXT_MAX_BYTES, is_any,                 \
        "a list of steps in plain words"
static const struct list_row permissions[] = {
    {"grant", offsetof(struct at_scenario_start, grant), PERMISSION},
    {"revoke", offsetof(struct at_scenario_start, revoke), PERMISSION},
};
static const struct list_row steps[] = {
    {"setup", offsetof(struct at_scenario_start, setup), STEP},
    {"teardown", offsetof(struct at_scenario_start, teardown), STEP},
};

static char **
text_of(const struct at_scenario_start *start, size_t row)
{
    return (char **)(void *)((char *)start + texts[row].offset);
}

static struct at_argv *
list_of(const struct at_scenario_start *start, const struct list_row *row)
{
    return (struct at_argv *)(void *)((char *)start + row->offset);
}

const char *
at_orientation_name(enum at_orientation orientation)
{
    return orientations[orientation];
}

void
at_start_init(struct at_scenario_start *start)
{
    *start = (struct at_scenario_start){0};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        *text_of(start, i) = at_strdup("");
}

void
at_start_deinit(struct at_scenario_start *start)
{
    for (size_t i = 0; i < AT_LEN(texts); i++)
        free(*text_of(start, i));
    at_argv_deinit(&start->grant);
    at_argv_deinit(&start->revoke);
    at_argv_deinit(&start->setup);
    at_argv_deinit(&start->teardown);
    *start = (struct at_scenario_start){0};
}

void
at_start_dup(const struct at_scenario_start *start,
             struct at_scenario_start *out)
{
    *out = (struct at_scenario_start){.reset = start->reset,
                                      .orientation = start->orientation};
    for (size_t i = 0; i < AT_LEN(texts); i++)
        *text_of(out, i) = at_strdup(*text_of(start, i));
    at_argv_add_all(&out->grant, at_argv_words(&start->grant));
    at_argv_add_all(&out->revoke, at_argv_words(&start->revoke));
    at_argv_add_all(&out->setup, at_argv_words(&start->setup));
    at_argv_add_all(&out->teardown, at_argv_words(&start->teardown));
}

// Return true for an absent or null member, which means the default.
static bool
is_absent(const json_t *value)
{
    return !value || json_is_null(value);
}

static bool
read_choice(const json_t *json, const char *name, const char *const *names,
            size_t count, int *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, name);
    struct at_buf valid = AT_BUF_INIT(AT_KIB);
    if (is_absent(value))
        return true;
    for (size_t i = 0; i < count; i++) {
        at_buf_add_fmt(&valid, "%s'%s'", i == 0 ? "" : ", ", names[i]);
        if (json_is_string(value) && at_str_is(at_json_str(value), names[i])) {
            *out = (int)i;
            at_buf_deinit(&valid);
            return true;
        }
    }
    at_fail(err, AT_EUSAGE, "'%s' must be one of %s", name,
            at_buf_text(&valid));
    at_buf_deinit(&valid);
    return false;
}

static bool
read_choices(const json_t *json, struct at_scenario_start *out,
             struct at_err *err)
{
    int reset = (int)out->reset;
    int orientation = (int)out->orientation;
    bool ok = read_choice(json, "reset", resets, AT_LEN(resets), &reset, err) &&
              read_choice(json, "orientation", orientations,
                          AT_LEN(orientations), &orientation, err);
    out->reset = (enum at_reset)reset;
    out->orientation = (enum at_orientation)orientation;
    return ok;
}

static bool
is_text(const json_t *value, size_t max_bytes)
{
    return json_is_string(value) && json_string_length(value) <= max_bytes &&
           !memchr(json_string_value(value), '\0', json_string_length(value));
}

static bool
read_text(const json_t *json, size_t row, struct at_scenario_start *out,
          struct at_err *err)
{
    const json_t *value = json_object_get(json, texts[row].name);
    if (is_absent(value))
        return true;
    struct at_str text = {0};
    if (is_text(value, AT_SCENARIO_TEXT_MAX_BYTES))
        text = at_str_trim(at_json_str(value));
    else
        return at_fail(err, AT_EUSAGE, "'%s' must be %s, at most %zu bytes",
                       texts[row].name, texts[row].valid,
                       AT_SCENARIO_TEXT_MAX_BYTES);
    // A form sends "" for an empty field.
    if (text.len > 0 && !texts[row].is_valid(text))
        return at_fail(err, AT_EUSAGE, "'%s' must be %s", texts[row].name,
                       texts[row].valid);
    free(*text_of(out, row));
    *text_of(out, row) = at_strndup(text.ptr, text.len);
    return true;
}

static bool
read_list(const json_t *json, const struct list_row *row,
          struct at_scenario_start *out, struct at_err *err)
{
    const json_t *list = json_object_get(json, row->name);
    if (is_absent(list))
        return true;
    bool ok = json_is_array(list) && json_array_size(list) <= row->max_count;
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        ok = is_text(value, row->max_bytes);
        struct at_str text =
            ok ? at_str_trim(at_json_str(value)) : at_str_n(NULL, 0);
        ok = ok && (text.len == 0 || row->is_valid(text));
        if (ok && text.len > 0)
            at_argv_add_str(list_of(out, row), text);
    }
    return ok || at_fail(err, AT_EUSAGE, "'%s' must be %s (at most %zu)",
                         row->name, row->valid, row->max_count);
}

static bool
read_permissions(const json_t *json, struct at_scenario_start *out,
                 struct at_err *err)
{
    json_t *object = json_object_get(json, "permissions");
    const char *name;
    json_t *value;
    if (is_absent(object))
        return true;
    if (!json_is_object(object))
        return at_fail(err, AT_EUSAGE,
                       "'permissions' must be an object of the lists 'grant' "
                       "and 'revoke'");
    json_object_foreach(object, name, value)
    {
        if (strcmp(name, "grant") != 0 && strcmp(name, "revoke") != 0)
            return at_fail(err, AT_EUSAGE,
                           "unknown member '%.80s' of 'permissions'; valid are "
                           "grant and revoke",
                           name);
    }
    return read_list(object, &permissions[0], out, err) &&
           read_list(object, &permissions[1], out, err);
}

bool
at_start_read(const json_t *scenario, struct at_scenario_start *out,
              struct at_err *err)
{
    if (!read_choices(scenario, out, err) ||
        !read_permissions(scenario, out, err))
        return false;
    for (size_t i = 0; i < AT_LEN(texts); i++)
        if (!read_text(scenario, i, out, err))
            return false;
    for (size_t i = 0; i < AT_LEN(steps); i++)
        if (!read_list(scenario, &steps[i], out, err))
            return false;
    return out->reset != AT_RESET_REINSTALL || out->apk[0] ||
           at_fail(err, AT_EUSAGE,
                   "'reset: reinstall' needs 'apk', the path of the APK to "
                   "install");
}

static void
write_list(const struct at_scenario_start *start, const struct list_row *row,
           json_t *out)
{
    const struct at_argv *list = list_of(start, row);
    if (list->count > 0)
        at_json_set(out, row->name, at_json_texts(list));
}

// Write the state of device and app once the app is in front.
static void
write_state(const struct at_scenario_start *start, json_t *out)
{
    json_t *changed = json_object();
    if (start->reset != AT_RESET_RESTART)
        at_json_set_text(out, "reset", resets[start->reset]);
    if (start->orientation != AT_ORIENTATION_ANY)
        at_json_set_text(out, "orientation", orientations[start->orientation]);
    for (size_t i = 0; i < AT_LEN(texts); i++)
        if ((*text_of(start, i))[0])
            at_json_set_text(out, texts[i].name, *text_of(start, i));
    for (size_t i = 0; i < AT_LEN(permissions); i++)
        write_list(start, &permissions[i], changed);
    if (json_object_size(changed) > 0)
        at_json_set(out, "permissions", json_incref(changed));
    json_decref(changed);
}

void
at_start_write(const struct at_scenario_start *start, json_t *scenario)
{
    write_state(start, scenario);
    for (size_t i = 0; i < AT_LEN(steps); i++)
        write_list(start, &steps[i], scenario);
}

void
at_start_write_key(const struct at_scenario_start *start, struct at_buf *out)
{
    json_t *json = json_object();
    write_state(start, json);
    // Another build of the app is the place's version, not another scenario.
    json_object_del(json, "apk");
    write_list(start, &steps[0], json);
    if (json_object_size(json) > 0)
        (void)!at_json_write(json, out);
    json_decref(json);
}
