#include "virtual-android/model/lifecycle.h"

#include "base/limits.h"
#include "virtual-android/model/rules.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/rows.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/store.h"
#include "virtual-android/model/system_apps.h"
#include "virtual-android/model/timer.h"
#include "virtual-android/model/web.h"

// "launcher" is a screen's name, or a list of which the first true condition
// counts.
const char *
vd_app_launcher(struct vd_device *device, struct vd_app *app)
{
    json_t *launcher = json_object_get(app->json, "launcher");
    size_t i;
    json_t *item;
    json_array_foreach(launcher, i, item)
    {
        if (json_is_string(item))
            return json_string_value(item);
        if (vd_condition(device, app, json_object_get(item, "if")))
            return vd_json_text(item, "screen", "main");
    }
    if (json_is_string(launcher))
        return json_string_value(launcher);
    json_t *screens = json_object_get(app->json, "screens");
    void *first = json_object_iter(screens);
    return first ? json_object_iter_key(first) : "main";
}

static void
close_dialogs(struct vd_device *device, struct vd_app *app)
{
    while (app->top && app->top->dialog)
        vd_window_close(device, &app->top);
}

void
vd_app_goto(struct vd_device *device, struct vd_app *app, const char *screen,
            bool replace)
{
    json_t *json =
        json_object_get(json_object_get(app->json, "screens"), screen);
    if (!json) {
        vd_log(device, app, 'E', "VirtualAndroid", "no screen '%s'", screen);
        return;
    }
    close_dialogs(device, app);
    if (replace && app->top)
        vd_window_close(device, &app->top);
    struct vd_window *window = vd_window_open(device, app, json, screen);
    window->below = app->top;
    app->top = window;
    vd_screen_hide_keyboard(device);
    vd_screen_changed(device);
    vd_run_actions(device, app, json_object_get(json, "open"));
}

static void
reload_lists(struct vd_device *device, struct vd_window *window)
{
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (json_object_get(json_object_get(node->json, "rows"), "sql"))
            vd_rows_fill(device, window, node);
    }
    window->dirty = true;
}

static void
resume(struct vd_device *device, struct vd_app *app)
{
    struct vd_window *window = app->top;
    vd_screen_hide_keyboard(device);
    reload_lists(device, window);
    vd_run_actions(device, app, json_object_get(window->json, "resume"));
}

// Close the topmost screen with its dialogs.
void
vd_app_finish(struct vd_device *device, struct vd_app *app)
{
    close_dialogs(device, app);
    if (app->top)
        vd_window_close(device, &app->top);
    vd_screen_hide_keyboard(device);
    if (app->top)
        resume(device, app);
    else
        app->rank = 0;
    vd_screen_changed(device);
}

// Back from the last screen puts the whole task into the background, with its
// state.
void
vd_app_back(struct vd_device *device, struct vd_app *app)
{
    if (app->top && app->top->below)
        vd_app_finish(device, app);
    else
        vd_app_home(device);
}

void
vd_app_dialog(struct vd_device *device, struct vd_app *app, json_t *spec)
{
    json_t *screens = json_object_get(app->json, "dialogs");
    json_t *json = json_is_string(spec)
                       ? json_object_get(screens, json_string_value(spec))
                       : spec;
    if (json_object_get(json, "title") || json_object_get(json, "message"))
        json = vd_alert_json(json);
    else
        json = json_deep_copy(json);
    json_object_set_new(json, "dialog", json_true());
    json_object_set_new(json, "bare", json_true());
    if (app->top && !json_object_get(json, "activity"))
        json_object_set_new(json, "activity", json_string(app->top->activity));
    struct vd_window *window = vd_window_open(device, app, json, "dialog");
    json_decref(json);
    window->below = app->top;
    app->top = window;
    vd_screen_hide_keyboard(device);
    vd_screen_changed(device);
}

void
vd_app_start(struct vd_device *device, struct vd_app *app)
{
    app->pid = vd_app_new_pid(device);
    vd_log(device, NULL, 'I', "ActivityManager",
           "Start proc %d:%s/u0a%d for next-top-activity {%s/%s}", app->pid,
           app->package, app->uid - 10000, app->package, ".MainActivity");
    vd_store_create(device, app);
    json_object_clear(app->vars);
    json_object_update(app->vars, json_object_get(app->json, "vars"));
    vd_run_actions(device, app, json_object_get(app->json, "start"));
}

void
vd_app_launch(struct vd_device *device, struct vd_app *app, const char *screen)
{
    bool cold = app->pid == 0;
    if (cold)
        vd_app_start(device, app);
    vd_screen_hide_keyboard(device);
    if (!app->top || screen) {
        const char *name = screen ? screen : vd_app_launcher(device, app);
        while (screen && app->top)
            vd_window_close(device, &app->top);
        vd_log(device, NULL, 'I', "ActivityTaskManager",
               "START u0 {act=android.intent.action.MAIN "
               "cat=[android.intent.category.LAUNCHER] flg=0x10000000 "
               "cmp=%s/%s} from uid 2000",
               app->package, vd_activity_of(app, name));
        vd_app_goto(device, app, name, false);
    }
    app->rank = ++device->apps.next_rank;
    int64_t ms = cold ? vd_latency_ms(device, "launch") : 0;
    app->displayed_ms = ms > 0 ? device->clock.now_ms + ms : 0;
    vd_screen_changed(device);
}

void
vd_app_home(struct vd_device *device)
{
    struct vd_app *home = vd_app_find(device, "com.android.launcher3");
    vd_screen_hide_keyboard(device);
    if (home)
        vd_app_launch(device, home, NULL);
    vd_screen_changed(device);
}

static void
close_system_dialogs_of(struct vd_device *device, const struct vd_app *app)
{
    struct vd_window **slot = &device->screen.system;
    while (*slot) {
        if ((*slot)->app == app)
            vd_window_close(device, slot);
        else
            slot = &(*slot)->below;
    }
}

// The process ends, with its windows, timers and variables.
void
vd_app_stop(struct vd_device *device, struct vd_app *app)
{
    bool shown = app->top || device->screen.system;
    if (device->listener)
        device->listener->process_ends(device, app->pid);
    if (vd_app_front(device) == app)
        vd_screen_hide_keyboard(device);
    while (app->top)
        vd_window_close(device, &app->top);
    close_system_dialogs_of(device, app);
    vd_timers_drop(device, app, 0);
    vd_web_close(device, app);
    app->pid = 0;
    app->rank = 0;
    app->displayed_ms = 0;
    if (!vd_app_front(device))
        vd_app_home(device);
    if (shown)
        vd_screen_changed(device);
}

void
vd_app_reset(struct vd_device *device, struct vd_app *app)
{
    vd_app_stop(device, app);
    vd_store_wipe(device, app);
    json_object_clear(app->granted);
}

static const char *const framework_frames[] = {
    "android.view.View.performClick(View.java:7659)",
    "android.view.View.performClickInternal(View.java:7636)",
    "android.view.View.-$$Nest$mperformClickInternal(Unknown Source:0)",
    "android.view.View$PerformClick.run(View.java:30156)",
    "android.os.Handler.handleCallback(Handler.java:958)",
    "android.os.Handler.dispatchMessage(Handler.java:99)",
    "android.os.Looper.loopOnce(Looper.java:205)",
    "android.os.Looper.loop(Looper.java:294)",
    "android.app.ActivityThread.main(ActivityThread.java:8177)",
    "java.lang.reflect.Method.invoke(Native Method)",
    ("com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run("
     "RuntimeInit.java:552)"),
    "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)",
};

static void
log_crash(struct vd_device *device, struct vd_app *app, json_t *spec)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    char *message = vd_expand(device, app, vd_json_text(spec, "message", ""));
    size_t i;
    json_t *frame;
    at_buf_add_fmt(
        &out, "FATAL EXCEPTION: main\nProcess: %s, PID: %d\n%s%s%s",
        app->package, app->pid,
        vd_json_text(spec, "exception", "java.lang.RuntimeException"),
        message[0] ? ": " : "", message);
    json_array_foreach(json_object_get(spec, "stack"), i, frame)
        at_buf_add_fmt(&out, "\n\tat %s", json_string_value(frame));
    for (i = 0; i < AT_LEN(framework_frames); i++)
        at_buf_add_fmt(&out, "\n\tat %s", framework_frames[i]);
    vd_log(device, app, 'D', "AndroidRuntime", "Shutting down VM");
    vd_log(device, app, 'E', "AndroidRuntime", "%s", at_buf_text(&out));
    free(message);
    at_buf_deinit(&out);
}

void
vd_app_crash(struct vd_device *device, struct vd_app *app, json_t *spec)
{
    const char *activity = app->top ? app->top->activity : ".MainActivity";
    int pid = app->pid;
    log_crash(device, app, spec);
    vd_log(device, NULL, 'W', "ActivityTaskManager",
           "  Force finishing activity %s/%s", app->package, activity);
    vd_log(device, app, 'I', "Process", "Sending signal. PID: %d SIG: 9", pid);
    vd_app_stop(device, app);
    vd_log(device, NULL, 'I', "ActivityManager",
           "Process %s (pid %d) has died: fg  TOP", app->package, pid);
    if (json_is_true(json_object_get(spec, "dialog"))) {
        json_t *vars = json_pack("{s:s}", "label", app->label);
        vd_system_dialog(device, app, "stopped", vars);
        json_decref(vars);
    }
}

void
vd_app_anr(struct vd_device *device, struct vd_app *app, json_t *spec)
{
    const char *activity = app->top ? app->top->activity : ".MainActivity";
    const char *reason = vd_json_text(
        spec, "reason",
        "Input dispatching timed out (Waited 5001ms for MotionEvent)");
    json_t *vars = json_pack("{s:s}", "label", app->label);
    vd_log(device, NULL, 'E', "ActivityManager",
           "ANR in %s (%s/%s)\nPID: %d\nReason: %s\nParent: %s/%s\nLoad: 1.2 "
           "/ 0.9 / 0.4",
           app->package, app->package, activity, app->pid, reason, app->package,
           activity);
    vd_system_dialog(device, app, "anr", vars);
    json_decref(vars);
}
