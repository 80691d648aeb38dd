// rules.c: the rules of an app: which actions an event runs
//
// A node's own "tap", "long_press" … come first; then the rules ("on") of its
// screen and of its app, of which the first that matches counts.
#include "virtual-android/model/rules.h"

#include <string.h>

#include "virtual-android/model/app.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/window.h"

static bool
text_matches(json_t *want, struct at_str have)
{
    const char *text = json_string_value(want);
    return !want || (text && at_str_is(have, text));
}

static bool
id_matches(json_t *want, const char *id)
{
    const char *text = json_string_value(want);
    if (!want)
        return true;
    size_t len = text ? strlen(text) : 0;
    size_t have = strlen(id);
    if (len == 0 || have < len || strcmp(id + have - len, text) != 0)
        return false;
    return have == len || id[have - len - 1] == '/';
}

static bool
node_matches(json_t *selector, const struct vd_node *node)
{
    if (json_is_string(selector))
        return id_matches(selector, node->id);
    return id_matches(json_object_get(selector, "id"), node->id) &&
           text_matches(json_object_get(selector, "text"), node->text) &&
           text_matches(json_object_get(selector, "desc"), node->desc);
}

static bool
selector_matches(json_t *selector, const struct vd_node *node)
{
    if (json_is_true(selector))
        return true;
    for (; node; node = node->parent) {
        if (node_matches(selector, node))
            return true;
    }
    return false;
}

static bool
fire_rules(struct vd_device *device, struct vd_app *app, json_t *rules,
           const struct vd_node *node, const char *event)
{
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule)
    {
        json_t *selector = json_object_get(rule, event);
        if (!selector || !selector_matches(selector, node))
            continue;
        if (!vd_condition(device, app, json_object_get(rule, "if")))
            continue;
        vd_run_actions(device, app, json_object_get(rule, "do"));
        return true;
    }
    return false;
}

bool
vd_fire(struct vd_device *device, struct vd_window *window,
        struct vd_node *node, const char *event)
{
    struct vd_app *app = window->app;
    json_t *own = node ? json_object_get(node->json, event) : NULL;
    if (own) {
        vd_run_actions(device, app, own);
        return true;
    }
    json_t *rules = json_incref(json_object_get(window->json, "on"));
    bool fired = fire_rules(device, app, rules, node, event);
    json_decref(rules);
    if (fired)
        return true;
    return fire_rules(device, app, json_object_get(app->json, "on"), node,
                      event);
}
