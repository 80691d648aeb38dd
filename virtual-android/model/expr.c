// expr.c: ${...} in an app's texts, and the conditions of its rules
//
// ${name} is a variable, ${#id} the text of a node, ${?permission} granted or
// denied, ${@file/key} a preference. Unknown names are copied, so a text may
// show "${".
#include "virtual-android/model/expr.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/model/app.h"
#include "virtual-android/model/node.h"
#include "virtual-android/model/store.h"
#include "virtual-android/model/screen.h"

static bool
add_json(struct at_buf *out, json_t *value)
{
    if (json_is_string(value))
        return at_buf_add_text(out, json_string_value(value));
    if (json_is_integer(value))
        return at_buf_add_fmt(out, "%lld",
                              (long long)json_integer_value(value));
    if (json_is_real(value))
        return at_buf_add_fmt(out, "%g", json_real_value(value));
    if (json_is_boolean(value))
        return at_buf_add_text(out, json_is_true(value) ? "true" : "false");
    return json_is_null(value);
}

static bool
add_node(struct at_buf *out, struct vd_app *app, const char *id)
{
    struct vd_window *window;
    struct vd_node *node = vd_screen_node(app, id, &window);
    if (!node)
        return false;
    if (node->flags & VD_SEEK)
        return at_buf_add_fmt(out, "%d", (int)node->progress);
    if (node->flags & VD_EDITABLE)
        return at_buf_add_str(out, at_buf_str(&node->value));
    return at_buf_add_str(out, node->text);
}

static bool
add_pref(struct at_buf *out, struct vd_app *app, const char *path)
{
    const char *slash = strchr(path, '/');
    if (!slash)
        return false;
    char *file = at_strndup(path, (size_t)(slash - path));
    json_t *values = vd_prefs_read(app->device, app, file);
    json_t *value = json_object_get(values, slash + 1);
    bool known = !value || add_json(out, value); // unset: nothing
    json_decref(values);
    free(file);
    return known;
}

static bool
add_value(struct at_buf *out, struct vd_app *app, const char *name)
{
    if (!app)
        return false;
    if (name[0] == '@')
        return add_pref(out, app, name + 1);
    if (name[0] == '#')
        return add_node(out, app, name + 1);
    if (name[0] == '?') {
        json_t *granted = json_object_get(app->granted, name + 1);
        return at_buf_add_text(out, granted ? "granted" : "denied");
    }
    json_t *value = json_object_get(app->vars, name);
    return value && add_json(out, value);
}

// Replace each ${name} for which add() knows a value.
static char *
expand(const char *text, bool (*add)(struct at_buf *, void *, const char *),
       void *arg)
{
    struct at_buf out = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    for (const char *at = text; *at;) {
        const char *end = strncmp(at, "${", 2) == 0 ? strchr(at, '}') : NULL;
        char *name = end ? at_strndup(at + 2, (size_t)(end - at - 2)) : NULL;
        if (name && add(&out, arg, name))
            at = end + 1;
        else
            at_buf_add_char(&out, *at++);
        free(name);
    }
    return at_buf_take(&out);
}

static bool
add_of_app(struct at_buf *out, void *arg, const char *name)
{
    return add_value(out, arg, name);
}

char *
vd_expand(struct vd_device *device, struct vd_app *app, const char *text)
{
    (void)device;
    if (!text) // a member that is missing, or of another type
        return at_strdup("");
    if (!strstr(text, "${"))
        return at_strdup(text);
    return expand(text, add_of_app, app);
}

static bool
add_of_row(struct at_buf *out, void *arg, const char *name)
{
    json_t *value = json_object_get(arg, name);
    return value && add_json(out, value);
}

// If the whole text is "$name" it is the row's value, of any type.
json_t *
vd_bind_row(json_t *row_template, json_t *row)
{
    if (json_is_string(row_template)) {
        const char *whole = json_string_value(row_template);
        if (whole[0] == '$' && json_object_get(row, whole + 1))
            return json_incref(json_object_get(row, whole + 1));
        char *text = expand(whole, add_of_row, row);
        json_t *bound = json_string(text);
        free(text);
        return bound;
    }
    if (json_is_array(row_template)) {
        json_t *made = json_array();
        size_t i;
        json_t *item;
        json_array_foreach(row_template, i, item)
            json_array_append_new(made, vd_bind_row(item, row));
        return made;
    }
    if (json_is_object(row_template)) {
        json_t *made = json_object();
        const char *key;
        json_t *item;
        json_object_foreach(row_template, key, item)
            json_object_set_new(made, key, vd_bind_row(item, row));
        return made;
    }
    return json_incref(row_template);
}

// The argument of a condition as text.
static char *
operand(struct vd_device *device, struct vd_app *app, json_t *value)
{
    if (json_is_string(value))
        return vd_expand(device, app, json_string_value(value));
    struct at_buf out = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    add_json(&out, value);
    return at_buf_take(&out);
}

enum comparison { EQUAL, HAS, LESS };

static bool
compare(struct vd_device *device, struct vd_app *app, json_t *pair,
        enum comparison how)
{
    char *a = operand(device, app, json_array_get(pair, 0));
    char *b = operand(device, app, json_array_get(pair, 1));
    int64_t x = 0;
    int64_t y = 0;
    bool holds = false;
    if (how == EQUAL)
        holds = strcmp(a, b) == 0;
    else if (how == HAS)
        holds = strstr(a, b) != NULL;
    else
        holds = at_str_to_i64(at_str(a), INT64_MIN, INT64_MAX, &x) &&
                at_str_to_i64(at_str(b), INT64_MIN, INT64_MAX, &y) && x < y;
    free(a);
    free(b);
    return holds;
}

static bool
holds_equal(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    return compare(device, app, arg, EQUAL);
}

static bool
holds_has(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    return compare(device, app, arg, HAS);
}

static bool
holds_less(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    return compare(device, app, arg, LESS);
}

static bool
holds_empty(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    char *text = operand(device, app, arg);
    bool empty = text[0] == '\0';
    free(text);
    return empty;
}

static bool
holds_not(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    return !vd_condition(device, app, arg);
}

static bool
holds_all(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    size_t i;
    json_t *item;
    json_array_foreach(arg, i, item)
    {
        if (!vd_condition(device, app, item))
            return false;
    }
    return true;
}

static bool
holds_any(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    size_t i;
    json_t *item;
    json_array_foreach(arg, i, item)
    {
        if (vd_condition(device, app, item))
            return true;
    }
    return false;
}

static bool
holds_checked(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    (void)device;
    struct vd_window *window;
    const char *id = json_string_value(arg);
    struct vd_node *node = id ? vd_screen_node(app, id, &window) : NULL;
    return node && node->checked;
}

static bool
holds_granted(struct vd_device *device, struct vd_app *app, json_t *arg)
{
    (void)device;
    const char *name = json_string_value(arg);
    return name && json_object_get(app->granted, name);
}

static const struct {
    const char *name;
    bool (*holds)(struct vd_device *, struct vd_app *, json_t *);
} conditions[] = {
    {"equal", holds_equal},     {"has", holds_has},
    {"less", holds_less},       {"empty", holds_empty},
    {"not", holds_not},         {"all", holds_all},
    {"any", holds_any},         {"checked", holds_checked},
    {"granted", holds_granted},
};

bool
vd_condition(struct vd_device *device, struct vd_app *app, json_t *cond)
{
    if (!cond || json_is_true(cond))
        return true;
    for (size_t i = 0; i < AT_LEN(conditions); i++) {
        json_t *arg = json_object_get(cond, conditions[i].name);
        if (arg)
            return conditions[i].holds(device, app, arg);
    }
    return false;
}
