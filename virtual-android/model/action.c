// action.c: reactions of an app: a table of actions
//
// An action is an object with one of the keys of the table and, optionally,
// "if". The actions of a list run in order; a list that changes the screen
// continues after it.
#include "virtual-android/model/rules.h"

#include <string.h>

#include "virtual-android/model/expr.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/store.h"
#include "virtual-android/model/properties.h"
#include "virtual-android/model/rows.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/system_apps.h"
#include "virtual-android/model/timer.h"
#include "virtual-android/runtime.h"

struct scene {
    struct vd_device *device;
    struct vd_app *app;
    json_t *action; // the whole object, for further keys
};

static char *
text_of(struct scene *s, const char *key)
{
    json_t *value = json_object_get(s->action, key);
    const char *text = json_string_value(value);
    return vd_expand(s->device, s->app, text ? text : "");
}

static int64_t
number_of(struct scene *s, const char *key)
{
    return json_integer_value(json_object_get(s->action, key));
}

static void
do_goto(struct scene *s, json_t *arg)
{
    char *name = vd_expand(s->device, s->app, json_string_value(arg));
    vd_app_goto(s->device, s->app, name, true);
    free(name);
}

static void
do_open(struct scene *s, json_t *arg)
{
    char *name = vd_expand(s->device, s->app, json_string_value(arg));
    vd_app_goto(s->device, s->app, name, false);
    free(name);
}

static void
do_finish(struct scene *s, json_t *arg)
{
    (void)arg;
    vd_app_finish(s->device, s->app);
}

static void
do_dismiss(struct scene *s, json_t *arg)
{
    (void)arg;
    if (s->app->top && s->app->top->dialog)
        vd_window_close(s->device, &s->app->top);
}

static void
do_set(struct scene *s, json_t *arg)
{
    const char *key;
    json_t *value;
    json_object_foreach(arg, key, value)
    {
        if (!json_is_string(value)) {
            json_object_set(s->app->vars, key, value);
            continue;
        }
        char *text = vd_expand(s->device, s->app, json_string_value(value));
        json_object_set_new(s->app->vars, key, json_string(text));
        free(text);
    }
}

static void
do_add(struct scene *s, json_t *arg)
{
    const char *key;
    json_t *value;
    json_object_foreach(arg, key, value)
    {
        json_int_t now = json_integer_value(json_object_get(s->app->vars, key));
        json_object_set_new(s->app->vars, key,
                            json_integer(now + json_integer_value(value)));
    }
}

// Call each for the node that arg names, or for those of the array.
static void
each_node(struct scene *s, json_t *arg,
          void (*each)(struct scene *, struct vd_window *, struct vd_node *))
{
    json_t *list =
        json_is_array(arg) ? json_incref(arg) : json_pack("[O]", arg);
    size_t i;
    json_t *id;
    json_array_foreach(list, i, id)
    {
        struct vd_window *window;
        const char *name = json_string_value(id);
        struct vd_node *node =
            name ? vd_screen_node(s->app, name, &window) : NULL;
        if (node) {
            each(s, window, node);
            window->dirty = true;
        }
    }
    json_decref(list);
}

#define NODE_ACTION(name, statement)                                           \
    static void name##_node(struct scene *s, struct vd_window *window,         \
                            struct vd_node *node)                              \
    {                                                                          \
        (void)s;                                                               \
        (void)window;                                                          \
        statement;                                                             \
    }                                                                          \
    static void do_##name(struct scene *s, json_t *arg)                        \
    {                                                                          \
        each_node(s, arg, name##_node);                                        \
    }

NODE_ACTION(show, node->hidden = false)
NODE_ACTION(hide, node->hidden = true)
NODE_ACTION(enable, node->disabled = false)
NODE_ACTION(disable, node->disabled = true)
NODE_ACTION(check, node->checked = true)
NODE_ACTION(uncheck, node->checked = false)
NODE_ACTION(select, node->selected = true)
NODE_ACTION(deselect, node->selected = false)
NODE_ACTION(reload, vd_rows_fill(s->device, window, node))
NODE_ACTION(focus, vd_screen_focus(s->device, window, node))

static void
do_text(struct scene *s, json_t *arg)
{
    const char *id;
    json_t *value;
    json_object_foreach(arg, id, value)
    {
        struct vd_window *window;
        struct vd_node *node = vd_screen_node(s->app, id, &window);
        const char *text = json_string_value(value);
        if (!node || !text)
            continue;
        char *full = vd_expand(s->device, s->app, text);
        vd_node_set_value(node, full);
        window->dirty = true;
        free(full);
    }
}

static void
do_keyboard(struct scene *s, json_t *arg)
{
    vd_screen_hide_keyboard(s->device);
    s->device->screen.keyboard = json_is_true(arg);
}

static void
do_after(struct scene *s, json_t *arg)
{
    json_t *actions = json_object_get(s->action, "do");
    bool of_app = json_is_true(json_object_get(s->action, "in_background"));
    vd_timer_add(s->device, s->app, of_app ? NULL : s->app->top,
                 json_integer_value(arg), 0, actions);
}

static void
do_toast(struct scene *s, json_t *arg)
{
    bool is_long = json_is_true(json_object_get(s->action, "long"));
    char *text = vd_expand(s->device, s->app, json_string_value(arg));
    vd_screen_set_toast(s->device, s->app->package, text,
                        is_long ? 3500 : 2000);
    vd_emit(s->device, VD_EVENT_NOTIFICATION, s->app->package,
            "android.widget.Toast", at_str(text));
}

// A notification, of this app or of another.
static void
do_notify(struct scene *s, json_t *arg)
{
    const char *package =
        json_string_value(json_object_get(s->action, "package"));
    char *text = vd_expand(s->device, s->app, json_string_value(arg));
    vd_emit(s->device, VD_EVENT_NOTIFICATION,
            package ? package : s->app->package, "android.app.Notification",
            at_str(text));
    free(text);
}

static void
do_announce(struct scene *s, json_t *arg)
{
    char *text = vd_expand(s->device, s->app, json_string_value(arg));
    vd_emit(s->device, VD_EVENT_ANNOUNCEMENT, s->app->package,
            "android.view.View", at_str(text));
    free(text);
}

static void
do_dialog(struct scene *s, json_t *arg)
{
    vd_app_dialog(s->device, s->app, arg);
}

static void
do_permission(struct scene *s, json_t *arg)
{
    const char *name = json_string_value(arg);
    if (json_object_get(s->app->granted, name)) {
        vd_run_actions(s->device, s->app,
                       json_object_get(s->action, "granted"));
        return;
    }
    char *what = text_of(s, "text");
    json_t *vars = json_pack("{s:s, s:s, s:s, s:O?, s:O?}", "permission", name,
                             "label", s->app->label, "what", what, "granted",
                             json_object_get(s->action, "granted"), "denied",
                             json_object_get(s->action, "denied"));
    const char *style = json_is_true(json_object_get(s->action, "foreground"))
                            ? "permission_foreground"
                            : "permission";
    vd_system_dialog(s->device, s->app, style, vars);
    json_decref(vars);
    free(what);
}

static void
do_crash(struct scene *s, json_t *arg)
{
    vd_app_crash(s->device, s->app, arg);
}

static void
do_anr(struct scene *s, json_t *arg)
{
    vd_app_anr(s->device, s->app, arg);
}

static void
do_log(struct scene *s, json_t *arg)
{
    const char *tag = json_string_value(json_object_get(s->action, "tag"));
    const char *pri = json_string_value(json_object_get(s->action, "priority"));
    char *text = vd_expand(s->device, s->app, json_string_value(arg));
    vd_log(s->device, s->app, pri && pri[0] ? pri[0] : 'D',
           tag ? tag : s->app->label, "%s", text);
    free(text);
}

static void
do_pref(struct scene *s, json_t *arg)
{
    json_t *values = json_deep_copy(json_object_get(s->action, "set"));
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(s->action, "set"), key, value)
    {
        if (!json_is_string(value))
            continue;
        char *text = vd_expand(s->device, s->app, json_string_value(value));
        json_object_set_new(values, key, json_string(text));
        free(text);
    }
    vd_prefs_update(s->device, s->app, json_string_value(arg), values);
    json_decref(values);
}

// The first row's columns become variables.
static void
do_sql(struct scene *s, json_t *arg)
{
    char *database = text_of(s, "database");
    json_t *rows =
        vd_database_query(s->device, s->app, database, json_string_value(arg),
                          json_object_get(s->action, "args"));
    json_t *row = json_array_get(rows, 0);
    if (row)
        json_object_update(s->app->vars, row);
    json_decref(rows);
    free(database);
}

static void
do_start(struct scene *s, json_t *arg)
{
    struct vd_app *app =
        arg ? vd_app_find(s->device, json_string_value(arg)) : NULL;
    if (app)
        vd_app_launch(s->device, app, NULL);
}

static void
do_do(struct scene *s, json_t *arg)
{
    vd_run_actions(s->device, s->app, arg);
}

static void
do_scroll(struct scene *s, json_t *arg)
{
    struct vd_window *window;
    struct vd_node *node =
        vd_screen_node(s->app, json_string_value(arg), &window);
    if (!node)
        return;
    node->scroll_px = (int32_t)number_of(s, "to");
    window->dirty = true;
}

static void
do_kill(struct scene *s, json_t *arg)
{
    (void)arg;
    vd_app_stop(s->device, s->app);
}

static void
do_idling(struct scene *s, json_t *arg)
{
    vd_put_idling(s->device, s->app->package, json_string_value(arg));
}

static void
do_grant(struct scene *s, json_t *arg)
{
    json_object_set(s->app->granted, json_string_value(arg), json_true());
}

static void
do_close_system(struct scene *s, json_t *arg)
{
    (void)arg;
    if (s->device->screen.system)
        vd_window_close(s->device, &s->device->screen.system);
}

// A test's own address, set on the console, goes before the file's.
static void
do_run(struct scene *s, json_t *arg)
{
    const char *address =
        json_string_value(json_object_get(s->device->conditions, "runtime"));
    if (!address || !*address)
        address = vd_json_text(s->app->json, "runtime", "");
    char *source = vd_expand(s->device, s->app, json_string_value(arg));
    if (s->device->runtime)
        (void)!vd_runtime_run(s->device->runtime, address, source);
    free(source);
}

// "do" is last because "after" has a member "do" too.
static const struct {
    const char *name;
    void (*run)(struct scene *s, json_t *arg);
} actions[] = {
    {"goto", do_goto},
    {"open", do_open},
    {"finish", do_finish},
    {"dismiss", do_dismiss},
    {"set", do_set},
    {"add", do_add},
    {"show", do_show},
    {"hide", do_hide},
    {"enable", do_enable},
    {"disable", do_disable},
    {"check", do_check},
    {"uncheck", do_uncheck},
    {"select", do_select},
    {"deselect", do_deselect},
    {"reload", do_reload},
    {"focus", do_focus},
    {"text", do_text},
    {"keyboard", do_keyboard},
    {"after", do_after},
    {"toast", do_toast},
    {"notify", do_notify},
    {"dialog", do_dialog},
    {"permission", do_permission},
    {"crash", do_crash},
    {"anr", do_anr},
    {"log", do_log},
    {"pref", do_pref},
    {"sql", do_sql},
    {"start", do_start},
    {"scroll", do_scroll},
    {"kill", do_kill},
    {"grant", do_grant},
    {"close_system", do_close_system},
    {"announce", do_announce},
    {"idling", do_idling},
    {"run", do_run},
    {"do", do_do},
};

// The first key that names an action counts; "text" of a permission and "set"
// of a log are further members. So the order in the file decides, not the
// table's.
static void
run_one(struct vd_device *device, struct vd_app *app, json_t *action)
{
    struct scene s = {device, app, action};
    const char *key;
    json_t *arg;
    if (!vd_condition(device, app, json_object_get(action, "if"))) {
        vd_run_actions(device, app, json_object_get(action, "else"));
        return;
    }
    json_object_foreach(action, key, arg)
    {
        for (size_t i = 0; i < AT_LEN(actions); i++) {
            if (strcmp(actions[i].name, key) == 0) {
                actions[i].run(&s, arg);
                return;
            }
        }
    }
}

void
vd_run_actions(struct vd_device *device, struct vd_app *app, json_t *list)
{
    size_t i;
    json_t *action;
    if (!list || !app)
        return;
    json_incref(list); // an action may free its own list
    int pid = app->pid;
    json_array_foreach(list, i, action)
    {
        run_one(device, app, action);
        if (app->pid != pid) // crashed or ended itself
            break;
    }
    vd_screen_changed(device);
    json_decref(list);
}
