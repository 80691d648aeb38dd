// app.c: loading apps, starting them, and the ways in which they end
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "virtual-android/model.h"

static const char *
get_text(json_t *json, const char *key, const char *fallback)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : fallback;
}

struct va_app *
va_app_add(struct va_device *device, json_t *json, const char *dir)
{
    struct va_app *app = at_alloc(sizeof(*app));
    struct va_app **slot = &device->apps;
    json_t *code = json_object_get(json, "version_code");
    json_t *uid = json_object_get(json, "uid");
    while (*slot)
        slot = &(*slot)->next;
    *slot = app;
    app->device = device;
    app->json = json_incref(json);
    app->dir = at_strdup(dir);
    app->package = at_strdup(get_text(json, "package", "com.example.app"));
    app->label = at_strdup(get_text(json, "label", app->package));
    app->version = at_strdup(get_text(json, "version", "1.0"));
    app->version_code = code ? json_integer_value(code) : 1;
    app->uid = uid ? (int)json_integer_value(uid)
                   : 10200 + (int)(++device->next_id % 700);
    app->system = json_is_true(json_object_get(json, "system"));
    app->debuggable =
        !json_is_false(json_object_get(json, "debuggable")) && !app->system;
    app->apk_path =
        at_strfmt(app->system ? "/system/app/%s/base.apk"
                              : "/data/app/~~Vq3u8yT0wA==/%s-1/base.apk",
                  app->package);
    app->signer = at_strdup("");
    app->installed = true;
    app->installed_ms = at_wall_now_ms();
    app->vars = json_object();
    app->granted = json_object();
    return app;
}

void
va_app_free(struct va_app *app)
{
    json_decref(app->json);
    json_decref(app->vars);
    json_decref(app->granted);
    free(app->dir);
    free(app->package);
    free(app->label);
    free(app->version);
    free(app->apk_path);
    free(app->signer);
    free(app);
}

static bool
check_app(json_t *json, const char *path, struct at_err *err)
{
    if (!json_is_string(json_object_get(json, "package")))
        return at_fail(err, AT_EUSAGE, "the app file '%s' has no \"package\"",
                       path);
    if (json_object_size(json_object_get(json, "screens")) == 0)
        return at_fail(err, AT_EUSAGE,
                       "the app file '%s' has no \"screens\"; see "
                       "virtual-android/apps/README.md",
                       path);
    return true;
}

bool
va_app_load(struct va_device *device, const char *path, struct at_err *err)
{
    json_error_t error;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json && error.line < 0) // it was not opened: the text names it
        return at_fail(err, AT_EUSAGE, "the app file: %s", error.text);
    if (!json)
        return at_fail(err, AT_EUSAGE, "the app file '%s', line %d: %s", path,
                       error.line, error.text);
    bool ok = check_app(json, path, err);
    if (ok) {
        const char *slash = strrchr(path, '/');
        char *dir =
            slash ? at_strndup(path, (size_t)(slash - path)) : at_strdup(".");
        va_app_add(device, json, dir);
        free(dir);
    }
    json_decref(json);
    return ok;
}

struct va_app *
va_app_find(struct va_device *device, const char *package)
{
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (app->installed && strcmp(app->package, package) == 0)
            return app;
    }
    return NULL;
}

struct va_app *
va_app_front(struct va_device *device)
{
    struct va_app *front = NULL;
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (app->rank > 0 && app->displayed_ms == 0 && app->top &&
            (!front || app->rank > front->rank))
            front = app;
    }
    return front;
}

// "launcher" is a screen's name, or a list of which the first that holds.
const char *
va_app_launcher(struct va_device *device, struct va_app *app)
{
    json_t *launcher = json_object_get(app->json, "launcher");
    size_t i;
    json_t *item;
    json_array_foreach(launcher, i, item)
    {
        if (json_is_string(item))
            return json_string_value(item);
        if (va_holds(device, app, json_object_get(item, "if")))
            return get_text(item, "screen", "main");
    }
    if (json_is_string(launcher))
        return json_string_value(launcher);
    json_t *screens = json_object_get(app->json, "screens");
    void *first = json_object_iter(screens);
    return first ? json_object_iter_key(first) : "main";
}

// "com.example/.Main", ".Main" or the full class: which screen has it?
const char *
va_screen_of_activity(struct va_app *app, const char *activity)
{
    const char *name;
    json_t *screen;
    size_t len = strlen(app->package);
    if (strncmp(activity, app->package, len) == 0)
        activity += len;
    json_object_foreach(json_object_get(app->json, "screens"), name, screen)
    {
        const char *have = get_text(screen, "activity", ".MainActivity");
        if (strncmp(have, app->package, len) == 0)
            have += len;
        if (strcmp(have, activity) == 0)
            return name;
    }
    return NULL;
}

static void
close_dialogs(struct va_device *device, struct va_app *app)
{
    while (app->top && app->top->dialog)
        va_window_close(device, &app->top);
}

void
va_app_goto(struct va_device *device, struct va_app *app, const char *screen,
            bool replace)
{
    json_t *json =
        json_object_get(json_object_get(app->json, "screens"), screen);
    if (!json) {
        va_log(device, app, 'E', "VirtualAndroid", "no screen '%s'", screen);
        return;
    }
    close_dialogs(device, app);
    if (replace && app->top)
        va_window_close(device, &app->top);
    struct va_window *window = va_window_open(device, app, json, screen);
    window->below = app->top;
    app->top = window;
    device->keyboard = false;
    va_window_touch(device);
    va_run(device, app, json_object_get(json, "open"));
}

static void
reload_lists(struct va_device *device, struct va_window *window)
{
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (json_object_get(json_object_get(node->json, "rows"), "sql"))
            va_node_fill(device, window, node);
    }
    window->dirty = true;
}

static void
resume(struct va_device *device, struct va_app *app)
{
    struct va_window *window = app->top;
    device->keyboard = false;
    reload_lists(device, window);
    va_run(device, app, json_object_get(window->json, "resume"));
}

// The topmost screen goes, with its dialogs.
void
va_app_finish(struct va_device *device, struct va_app *app)
{
    close_dialogs(device, app);
    if (app->top)
        va_window_close(device, &app->top);
    device->keyboard = false;
    if (app->top)
        resume(device, app);
    else
        app->rank = 0;
    va_window_touch(device);
}

// From the last screen the whole task goes to the back and keeps its state.
void
va_app_back(struct va_device *device, struct va_app *app)
{
    if (app->top && app->top->below)
        va_app_finish(device, app);
    else
        va_app_home(device);
}

void
va_app_dialog(struct va_device *device, struct va_app *app, json_t *spec)
{
    json_t *screens = json_object_get(app->json, "dialogs");
    json_t *json = json_is_string(spec)
                       ? json_object_get(screens, json_string_value(spec))
                       : spec;
    if (json_object_get(json, "title") || json_object_get(json, "message"))
        json = va_builtin_alert(device, json);
    else
        json = json_deep_copy(json);
    json_object_set_new(json, "dialog", json_true());
    json_object_set_new(json, "bare", json_true());
    if (app->top && !json_object_get(json, "activity"))
        json_object_set_new(json, "activity", json_string(app->top->activity));
    struct va_window *window = va_window_open(device, app, json, "dialog");
    json_decref(json);
    window->below = app->top;
    app->top = window;
    device->keyboard = false;
    va_window_touch(device);
}

void
va_app_start(struct va_device *device, struct va_app *app)
{
    app->pid = device->next_pid;
    device->next_pid += 17;
    va_log(device, NULL, 'I', "ActivityManager",
           "Start proc %d:%s/u0a%d for next-top-activity {%s/%s}", app->pid,
           app->package, app->uid - 10000, app->package, ".MainActivity");
    va_store_create(device, app);
    json_object_clear(app->vars);
    json_object_update(app->vars, json_object_get(app->json, "vars"));
    va_run(device, app, json_object_get(app->json, "start"));
}

void
va_app_launch(struct va_device *device, struct va_app *app, const char *screen)
{
    bool cold = app->pid == 0;
    if (cold)
        va_app_start(device, app);
    device->keyboard = false;
    if (!app->top || screen) {
        const char *name = screen ? screen : va_app_launcher(device, app);
        while (screen && app->top)
            va_window_close(device, &app->top);
        va_log(device, NULL, 'I', "ActivityTaskManager",
               "START u0 {act=android.intent.action.MAIN "
               "cat=[android.intent.category.LAUNCHER] flg=0x10000000 "
               "cmp=%s/%s} from uid 2000",
               app->package, va_activity_of(app, name));
        va_app_goto(device, app, name, false);
    }
    app->rank = ++device->next_rank;
    int64_t ms = cold ? va_latency_ms(device, "launch") : 0;
    app->displayed_ms = ms > 0 ? device->now_ms + ms : 0;
    va_window_touch(device);
}

void
va_app_home(struct va_device *device)
{
    struct va_app *home = va_app_find(device, "com.android.launcher3");
    device->keyboard = false;
    if (home)
        va_app_launch(device, home, NULL);
    va_window_touch(device);
}

static void
close_system_dialogs_of(struct va_device *device, const struct va_app *app)
{
    struct va_window **slot = &device->system;
    while (*slot) {
        if ((*slot)->app == app)
            va_window_close(device, slot);
        else
            slot = &(*slot)->below;
    }
}

// Its process is gone: windows, timers and variables with it.
void
va_app_stop(struct va_device *device, struct va_app *app)
{
    bool shown = app->top || device->system;
    va_instrument_died(device, app);
    if (va_app_front(device) == app)
        device->keyboard = false;
    while (app->top)
        va_window_close(device, &app->top);
    close_system_dialogs_of(device, app);
    va_timers_drop(device, app, 0);
    app->pid = 0;
    app->rank = 0;
    app->displayed_ms = 0;
    if (!va_app_front(device))
        va_app_home(device);
    if (shown)
        va_window_touch(device);
}

void
va_app_reset(struct va_device *device, struct va_app *app)
{
    va_app_stop(device, app);
    va_store_wipe(device, app);
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
log_crash(struct va_device *device, struct va_app *app, json_t *spec)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    char *message = va_expand(device, app, get_text(spec, "message", ""));
    size_t i;
    json_t *frame;
    at_buf_add_fmt(&out, "FATAL EXCEPTION: main\nProcess: %s, PID: %d\n%s%s%s",
                   app->package, app->pid,
                   get_text(spec, "exception", "java.lang.RuntimeException"),
                   message[0] ? ": " : "", message);
    json_array_foreach(json_object_get(spec, "stack"), i, frame)
        at_buf_add_fmt(&out, "\n\tat %s", json_string_value(frame));
    for (i = 0; i < AT_LEN(framework_frames); i++)
        at_buf_add_fmt(&out, "\n\tat %s", framework_frames[i]);
    va_log(device, app, 'D', "AndroidRuntime", "Shutting down VM");
    va_log(device, app, 'E', "AndroidRuntime", "%s", at_buf_text(&out));
    free(message);
    at_buf_deinit(&out);
}

void
va_app_crash(struct va_device *device, struct va_app *app, json_t *spec)
{
    const char *activity = app->top ? app->top->activity : ".MainActivity";
    int pid = app->pid;
    log_crash(device, app, spec);
    va_log(device, NULL, 'W', "ActivityTaskManager",
           "  Force finishing activity %s/%s", app->package, activity);
    va_log(device, app, 'I', "Process", "Sending signal. PID: %d SIG: 9", pid);
    va_app_stop(device, app);
    va_log(device, NULL, 'I', "ActivityManager",
           "Process %s (pid %d) has died: fg  TOP", app->package, pid);
    if (json_is_true(json_object_get(spec, "dialog"))) {
        json_t *vars = json_pack("{s:s}", "label", app->label);
        va_system_dialog(device, app, "stopped", vars);
        json_decref(vars);
    }
}

void
va_app_anr(struct va_device *device, struct va_app *app, json_t *spec)
{
    const char *activity = app->top ? app->top->activity : ".MainActivity";
    const char *reason =
        get_text(spec, "reason",
                 "Input dispatching timed out (Waited 5001ms for MotionEvent)");
    json_t *vars = json_pack("{s:s}", "label", app->label);
    va_log(device, NULL, 'E', "ActivityManager",
           "ANR in %s (%s/%s)\nPID: %d\nReason: %s\nParent: %s/%s\nLoad: 1.2 "
           "/ 0.9 / 0.4",
           app->package, app->package, activity, app->pid, reason, app->package,
           activity);
    va_system_dialog(device, app, "anr", vars);
    json_decref(vars);
}

const char *
va_activity_of(struct va_app *app, const char *screen)
{
    json_t *json =
        json_object_get(json_object_get(app->json, "screens"), screen);
    return get_text(json, "activity", ".MainActivity");
}
