// system_apps.c: apps of every device: launcher, settings, system dialogs
//
// The data is like an app file; ids and structure are those of real dumps
// (permission controller, ANR and alert dialogs).
#include "virtual-android/model/system_apps.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/rows.h"
#include "virtual-android/model/state.h"

#define PC "com.google.android.permissioncontroller"
#define PCID "com.android.permissioncontroller:id/"

static const char launcher_json[] =
    "{'package': 'com.android.launcher3', 'label': 'Launcher3', 'uid': 10077,"
    " 'version': '14', 'version_code': 34, 'system': true, 'launcher': 'home',"
    " 'screens': {'home': {"
    "  'activity': 'com.android.launcher3.uioverrides.QuickstepLauncher',"
    "  'on': [{'back': true, 'do': []}],"
    "  'root': {'kind': 'frame', 'id': 'launcher', 'children': ["
    "   {'kind': 'frame', 'id': 'drag_layer', 'children': ["
    "    {'kind': 'column', 'id': 'workspace', 'pad': 42, 'gap': 20,"
    "     'class': 'android.view.ViewGroup', 'children': ["
    "     {'kind': 'text', 'id': 'clock', 'text': 'Sat, Nov 21', 'h': 160,"
    "      'tap': []},"
    "     {'kind': 'list', 'id': 'apps', 'class': 'android.view.ViewGroup',"
    "      'scrollable': false, 'rows': {'items': [], 'template':"
    "      {'kind': 'text', 'id': 'icon', 'text': '${label}',"
    "       'desc': '${label}', 'h': 200, 'long_clickable': true,"
    "       'tap': [{'start': '${package}'}]}}}"
    "   ]}]}]}}}}";

static const char settings_json[] =
    "{'package': 'com.android.settings', 'label': 'Settings', 'uid': 1000,"
    " 'version': '14', 'version_code': 34, 'system': true, 'launcher': 'main',"
    " 'screens': {'main': {'activity': '.Settings', 'root': {'kind': 'column',"
    "  'id': 'settings_homepage_container', 'children': ["
    "  {'kind': 'text', 'id': 'homepage_title', 'text': 'Settings', 'h': 200},"
    "  {'kind': 'list', 'id': 'recycler_view', 'rows': {'items': ["
    "   {'t': 'Network & internet', 's': 'Mobile, Wi-Fi, hotspot'},"
    "   {'t': 'Connected devices', 's': 'Bluetooth, pairing'},"
    "   {'t': 'Apps', 's': 'Recent apps, default apps'},"
    "   {'t': 'Notifications', 's': 'Notification history, conversations'},"
    "   {'t': 'Battery', 's': '100%'},"
    "   {'t': 'Storage', 's': '45% used - 35 GB free'},"
    "   {'t': 'Display', 's': 'Dark theme, font size, brightness'},"
    "   {'t': 'Accessibility', 's': 'Display, interaction, audio'},"
    "   {'t': 'Security & privacy', 's': 'App security, device lock'},"
    "   {'t': 'System', 's': 'Languages, gestures, time, backup'},"
    "   {'t': 'About emulated device', 's': 'sdk_gphone64_x86_64'}],"
    "   'template': {'kind': 'column', 'h': 190, 'pad': 30,"
    "    'tap': [{'set': {'title': '${t}'}}, {'open': 'sub'}], 'children': ["
    "    {'kind': 'text', 'id': 'android:id/title', 'text': '${t}'},"
    "    {'kind': 'text', 'id': 'android:id/summary', 'text': '${s}'}]}}}]}},"
    "  'sub': {'activity': '.SubSettings', 'root': {'kind': 'column',"
    "   'children': [{'kind': 'toolbar', 'id': 'action_bar', 'children': ["
    "    {'kind': 'icon', 'desc': 'Navigate up', 'w': 147,"
    "     'tap': [{'finish': true}]},"
    "    {'kind': 'text', 'text': '${title}'}]}]}}}}";

#define GRANTED                                                                \
    "'tap': [{'close_system': true}, {'grant': '${permission}'},"              \
    " {'do': '$granted'}]"
#define DENIED "'tap': [{'close_system': true}, {'do': '$denied'}]"

#define PERMISSION_HEAD                                                        \
    "{'package': '" PC "', 'dialog': true, 'bare': true, 'cancelable': false," \
    " 'activity': 'com.android.permissioncontroller.permission.ui."            \
    "GrantPermissionsActivity', 'bounds': [28, 784, 1052, 1770], 'root':"      \
    " {'kind': 'frame', 'children': [{'kind': 'frame', 'children': ["          \
    " {'kind': 'frame', 'id': 'android:id/content', 'children': ["             \
    " {'kind': 'scroll', 'children': [{'kind': 'column', 'id': '" PCID         \
    "grant_singleton', 'clickable': true, 'focusable': true, 'children': ["    \
    " {'kind': 'column', 'id': '" PCID "grant_dialog', 'clickable': true,"     \
    "  'focusable': true, 'pad': 42, 'children': ["                            \
    "  {'kind': 'column', 'id': '" PCID "content_container', 'pad': 63,"       \
    "   'children': [{'kind': 'column', 'children': ["                         \
    "   {'kind': 'image', 'id': '" PCID "permission_icon', 'h': 84},"          \
    "   {'kind': 'text', 'id': '" PCID "permission_message', 'text':"          \
    "    'Allow ${label} to ${what}?', 'h': 133}]}]},"                         \
    "  {'kind': 'column', 'children': ["
#define PERMISSION_TAIL "]}]}]}]}]}]}]}}"

static const char permission_json[] = PERMISSION_HEAD
    "{'kind': 'button', 'text': 'Allow', 'h': 147, 'id': '" PCID
    "permission_allow_button', " GRANTED "},"
    "{'kind': 'button', 'text': 'Don’t allow', 'h': 147, 'id': '" PCID
    "permission_deny_button', " DENIED "}" PERMISSION_TAIL;

static const char permission_foreground_json[] = PERMISSION_HEAD
    "{'kind': 'button', 'text': 'While using the app', 'h': 147, 'id': '" PCID
    "permission_allow_foreground_only_button', " GRANTED "},"
    "{'kind': 'button', 'text': 'Only this time', 'h': 147, 'id': '" PCID
    "permission_allow_one_time_button', " GRANTED "},"
    "{'kind': 'button', 'text': 'Don’t allow', 'h': 147, 'id': '" PCID
    "permission_deny_button', " DENIED "}" PERMISSION_TAIL;

#define ALERT_HEAD                                                             \
    " 'dialog': true, 'bare': true, 'bounds': [28, 975, 1052, 1489],"          \
    " 'root': {'kind': 'frame', 'children': [{'kind': 'frame', 'pad': 42,"     \
    " 'children': [{'kind': 'frame', 'id': 'android:id/content', 'children': " \
    "["                                                                        \
    " {'kind': 'column', 'id': 'android:id/parentPanel', 'children': ["        \
    "  {'kind': 'column', 'id': 'android:id/topPanel', 'children': ["          \
    "   {'kind': 'column', 'id': 'android:id/title_template', 'children': ["   \
    "   {'kind': 'text', 'id': 'android:id/alertTitle', 'h': 118, 'text': '"
#define ALERT_MIDDLE                                                           \
    "'}]}]}, {'kind': 'frame', 'id': 'android:id/customPanel', 'children': ["  \
    " {'kind': 'frame', 'id': 'android:id/custom', 'children': ["              \
    "  {'kind': 'column', 'children': ["
#define ALERT_TAIL "]}]}]}]}]}]}]}}"

static const char anr_json[] =
    "{'package': 'android', 'cancelable': false, 'activity':"
    " 'Application Not Responding'," ALERT_HEAD
    "${label} isn\\'t responding" ALERT_MIDDLE
    "{'kind': 'button', 'id': 'android:id/aerr_close', 'text': 'Close app',"
    " 'tap': [{'close_system': true}, {'kill': true}]},"
    "{'kind': 'button', 'id': 'android:id/aerr_wait', 'text': 'Wait',"
    " 'tap': [{'close_system': true}]}" ALERT_TAIL;

static const char stopped_json[] =
    "{'package': 'android', 'cancelable': false, 'activity':"
    " 'Application Error'," ALERT_HEAD "${label} has stopped" ALERT_MIDDLE
    "{'kind': 'button', 'id': 'android:id/aerr_app_info', 'text': 'App info',"
    " 'tap': [{'close_system': true}, {'start': 'com.android.settings'}]},"
    "{'kind': 'button', 'id': 'android:id/aerr_close', 'text': 'Close app',"
    " 'tap': [{'close_system': true}]}" ALERT_TAIL;

static const char keyguard_json[] =
    "{'package': 'com.android.systemui', 'dialog': true, 'bare': true,"
    " 'cancelable': false, 'activity': 'NotificationShade',"
    " 'bounds': [0, 0, 1080, 2400], 'root':"
    " {'kind': 'frame', 'id': 'notification_panel', 'children': ["
    "  {'kind': 'column', 'id': 'keyguard_header', 'children': ["
    "   {'kind': 'text', 'id': 'keyguard_indication_text', 'h': 2200,"
    "    'text': 'Swipe up to open'}]}]}}";

static const struct {
    const char *name;
    const char *json;
} dialogs[] = {
    {"permission", permission_json},
    {"permission_foreground", permission_foreground_json},
    {"anr", anr_json},
    {"stopped", stopped_json},
    {"keyguard", keyguard_json},
};

// For readability, the texts above use ' instead of ".
static json_t *
parse(const char *text)
{
    char *json = at_strdup(text);
    char *to = json;
    for (const char *from = json; *from; from++) {
        if (from[0] == '\\' && from[1] == '\'')
            *to++ = *++from;
        else
            *to++ = *from == '\'' ? '"' : *from;
    }
    *to = '\0';
    json_error_t error;
    json_t *parsed = json_loads(json, 0, &error);
    at_assert(parsed);
    free(json);
    return parsed;
}

static json_t *
builtin_dialog(const char *name)
{
    for (size_t i = 0; i < AT_LEN(dialogs); i++) {
        if (strcmp(dialogs[i].name, name) == 0)
            return parse(dialogs[i].json);
    }
    return NULL;
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
    static const char *const apps[] = {launcher_json, settings_json};
    for (size_t i = 0; i < AT_LEN(apps); i++) {
        json_t *json = parse(apps[i]);
        vd_app_add(device, json, ".");
        json_decref(json);
    }
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
