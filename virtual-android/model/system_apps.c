// system_apps.c: apps of every device: launcher, settings, system dialogs
//
// system_apps.json is like app files; its ids and structure are those of real
// dumps (permission controller, ANR and alert dialogs).
#include "virtual-android/model/system_apps.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/rows.h"
#include "virtual-android/model/state.h"

static json_t *
load(void)
{
    json_t *all = json_loads(vd_system_apps_json, 0, NULL);
    at_assert(all);
    return all;
}

static json_t *
builtin_dialog(const char *name)
{
    json_t *all = load();
    json_t *dialog =
        json_incref(json_object_get(json_object_get(all, "dialogs"), name));
    json_decref(all);
    return dialog;
}

// As AlertDialog lays out {"title", "message", "buttons": [{"text", "do"}]},
// with the positive button last.
json_t *
vd_alert_json(json_t *spec)
{
    static const char *const ids[] = {
        "android:id/button1", "android:id/button2", "android:id/button3"};
    json_t *panel = json_array();
    json_t *buttons = json_array();
    json_t *text = json_object_get(spec, "title");
    size_t i;
    json_t *button;
    if (text)
        json_array_append_new(
            panel, json_pack("{s:s, s:s, s:i, s:O}", "kind", "text", "id",
                             "android:id/alertTitle", "h", 110, "text", text));
    text = json_object_get(spec, "message");
    if (text)
        json_array_append_new(panel,
                              json_pack("{s:s, s:s, s:O}", "kind", "text", "id",
                                        "android:id/message", "text", text));
    json_array_foreach(json_object_get(spec, "buttons"), i, button)
    {
        json_t *actions = json_pack("[{s:b}]", "dismiss", 1);
        json_array_extend(actions, json_object_get(button, "do"));
        json_array_insert_new(
            buttons, 0,
            json_pack("{s:s, s:s, s:O, s:o}", "kind", "button", "id",
                      ids[i < AT_LEN(ids) ? i : AT_LEN(ids) - 1], "text",
                      json_object_get(button, "text"), "tap", actions));
    }
    json_array_append_new(panel,
                          json_pack("{s:s, s:s, s:i, s:i, s:o}", "kind", "row",
                                    "id", "android:id/buttonPanel", "h", 137,
                                    "gap", 20, "children", buttons));
    json_t *made = json_pack(
        "{s:[i,i,i,i], s:{s:s, s:[{s:s, s:s, s:[{s:s, s:s, s:i, s:o}]}]}}",
        "bounds", 58, 900, 1022, 1500, "root", "kind", "frame", "children",
        "kind", "frame", "id", "android:id/content", "children", "kind",
        "column", "id", "android:id/parentPanel", "pad", 63, "children", panel);
    json_t *cancelable = json_object_get(spec, "cancelable");
    if (cancelable)
        json_object_set(made, "cancelable", cancelable);
    return made;
}

void
vd_system_dialog(struct vd_device *device, struct vd_app *app, const char *name,
                 json_t *vars)
{
    json_t *json = builtin_dialog(name);
    json_t *bound = vd_bind_row(json, vars);
    struct vd_window *window = vd_window_open(device, app, bound, name);
    json_decref(bound);
    json_decref(json);
    window->below = device->screen.system;
    device->screen.system = window;
    vd_screen_hide_keyboard(device);
    vd_screen_changed(device);
}

void
vd_system_apps_add(struct vd_device *device)
{
    json_t *all = load();
    json_t *app;
    size_t i;
    json_array_foreach(json_object_get(all, "apps"), i, app)
        vd_app_add(device, app, ".");
    json_decref(all);
}

// One icon for each app that can be started.
void
vd_launcher_refresh(struct vd_device *device)
{
    struct vd_app *home = vd_app_find(device, "com.android.launcher3");
    json_t *items = json_array();
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app != home && app->installed &&
            json_object_get(app->json, "screens"))
            json_array_append_new(items,
                                  json_pack("{s:s, s:s}", "label", app->label,
                                            "package", app->package));
    }
    if (home && home->top) {
        struct vd_node *list = vd_node_find(home->top, "apps");
        json_t *rows = json_object_get(list->json, "rows");
        json_object_set(rows, "items", items);
        vd_rows_fill(device, home->top, list);
        home->top->dirty = true;
    }
    json_decref(items);
}
