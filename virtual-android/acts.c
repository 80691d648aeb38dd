// acts.c: what a command does to the device: each call a lock and one deed
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "virtual-android/dump.h"
#include "virtual-android/model.h"

void
va_device_tap(struct va_device *device, struct at_point at)
{
    va_lock(device);
    va_touch_forget(device);
    va_touch_tap(device, at);
    va_unlock(device);
}

void
va_device_swipe(struct va_device *device, struct at_point from,
                struct at_point to, int64_t duration_ms)
{
    va_lock(device);
    va_touch_forget(device);
    va_touch_swipe(device, from, to, duration_ms);
    va_unlock(device);
}

void
va_device_key(struct va_device *device, int code, bool long_press)
{
    va_lock(device);
    va_key_press(device, code, long_press);
    va_unlock(device);
}

void
va_device_type(struct va_device *device, struct at_str text)
{
    va_lock(device);
    struct va_window *window = va_window_front(device);
    if (window && !device->screen_off)
        va_insert(device, window, text);
    va_unlock(device);
}

bool
va_device_dump(struct va_device *device, bool compressed, struct at_buf *out)
{
    va_lock(device);
    struct va_window *window = va_window_front(device);
    bool ok = window && !device->screen_off;
    if (ok) {
        va_window_refresh(device, window);
        va_dump_write(device, window, compressed, out);
    }
    va_unlock(device);
    return ok;
}

int64_t
va_device_quiet_ms(struct va_device *device)
{
    va_lock(device);
    struct va_window *window = va_window_front(device);
    int64_t quiet = device->now_ms - device->last_change_ms;
    if (window && va_window_is_busy(window))
        quiet = -1;
    va_unlock(device);
    return quiet;
}

// ".Main" of a package as the full class name.
static void
full_class(char *buf, size_t cap, const char *package, const char *activity)
{
    snprintf(buf, cap, "%s%s", activity[0] == '.' ? package : "", activity);
}

void
va_device_front(struct va_device *device, struct va_front *out)
{
    *out = (struct va_front){0};
    va_lock(device);
    struct va_window *window = va_window_front(device);
    struct va_app *app = va_app_front(device);
    out->keyboard = device->keyboard;
    out->screen_on = !device->screen_off;
    if (window) {
        at_str_cut(out->package, sizeof(out->package), at_str(window->package));
        full_class(out->activity, sizeof(out->activity), window->package,
                   window->activity);
        out->window_id = (unsigned)window->id;
        out->secure = json_is_true(json_object_get(window->json, "secure"));
        out->is_activity =
            window != device->system || strcmp(window->package, "android") != 0;
    }
    if (window && window == device->system && out->is_activity) {
        // the permission controller's own activity
        at_str_cut(out->app, sizeof(out->app), at_str(out->package));
        at_str_cut(out->app_activity, sizeof(out->app_activity),
                   at_str(out->activity));
    } else if (app) {
        at_str_cut(out->app, sizeof(out->app), at_str(app->package));
        full_class(out->app_activity, sizeof(out->app_activity), app->package,
                   app->top->activity);
    }
    if (device->toast.text && device->now_ms < device->toast.until_ms) {
        at_str_cut(out->toast, sizeof(out->toast), at_str(device->toast.text));
        at_str_cut(out->toast_package, sizeof(out->toast_package),
                   at_str(device->toast.package));
    }
    va_unlock(device);
}

bool
va_device_launch(struct va_device *device, const char *package,
                 const char *activity, bool *out_warm)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    const char *screen = NULL;
    bool ok = app && json_object_get(app->json, "screens");
    *out_warm = ok && app->pid != 0;
    if (ok && activity) {
        screen = va_screen_of_activity(app, activity);
        const char *home = va_app_launcher(device, app);
        ok = screen != NULL;
        if (ok &&
            strcmp(va_activity_of(app, home), va_activity_of(app, screen)) == 0)
            screen = NULL; // starting the launcher's activity resumes the task
    }
    if (ok)
        va_app_launch(device, app, screen);
    va_unlock(device);
    return ok;
}

// The screen may show the link: variable "link".
bool
va_device_open_link(struct va_device *device, const char *uri, char *package,
                    size_t cap)
{
    bool found = false;
    va_lock(device);
    for (struct va_app *app = device->apps; app && !found; app = app->next) {
        const char *prefix;
        json_t *screen;
        if (!app->installed)
            continue;
        json_object_foreach(json_object_get(app->json, "links"), prefix, screen)
        {
            if (strncmp(uri, prefix, strlen(prefix)) != 0)
                continue;
            at_str_cut(package, cap, at_str(app->package));
            if (!app->pid)
                va_app_start(device, app);
            json_object_set_new(app->vars, "link", json_string(uri));
            va_app_launch(device, app, json_string_value(screen));
            found = true;
            break;
        }
    }
    va_unlock(device);
    return found;
}

void
va_device_home(struct va_device *device)
{
    va_lock(device);
    va_app_home(device);
    va_unlock(device);
}

bool
va_device_stop(struct va_device *device, const char *package)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    if (app && app->pid) {
        va_log(device, NULL, 'I', "ActivityManager",
               "Force stopping %s appid=%d user=0: from pid %d", package,
               app->uid, VA_SYSTEM_PID);
        va_log(device, NULL, 'I', "ActivityManager",
               "Killing %d:%s/u0a%d (adj 0): stop %s due to from pid %d",
               app->pid, package, app->uid - 10000, package, VA_SYSTEM_PID);
    }
    if (app)
        va_app_stop(device, app); // one that is dead may show its dialog still
    va_unlock(device);
    return app != NULL;
}

bool
va_device_clear(struct va_device *device, const char *package)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    if (app)
        va_app_reset(device, app);
    va_unlock(device);
    return app != NULL;
}

// An app does not survive the loss of a permission.
static void
revoke(struct va_device *device, struct va_app *app, const char *permission)
{
    json_object_del(app->granted, permission);
    if (!app->pid)
        return;
    va_log(device, NULL, 'I', "ActivityManager",
           "Killing %d:%s/u0a%d (adj 0): permissions revoked", app->pid,
           app->package, app->uid - 10000);
    va_app_stop(device, app);
}

bool
va_device_grant(struct va_device *device, const char *package,
                const char *permission, bool granted)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    bool had = app && json_object_get(app->granted, permission);
    if (app && granted)
        json_object_set(app->granted, permission, json_true());
    else if (had)
        revoke(device, app, permission);
    va_unlock(device);
    return app != NULL;
}

void
va_device_log(struct va_device *device, char priority, const char *tag,
              const char *text)
{
    va_lock(device);
    struct va_logline line = {
        .wall_ms = at_wall_now_ms(),
        .pid = 2113,
        .tid = 2113,
        .uid = 2000,
        .priority = priority,
        .buffer = "main",
        .tag = (char *)tag,
        .text = (char *)text,
    };
    va_logring_add(&device->log, &line);
    va_unlock(device);
}

uint64_t
va_device_each_log(struct va_device *device, uint64_t number,
                   void (*each)(void *arg, const struct va_logline *line),
                   void *arg)
{
    va_lock(device);
    uint64_t first = va_logring_first(&device->log);
    for (uint64_t n = number > first ? number : first; n < device->log.next;
         n++)
        each(arg, va_logring_at(&device->log, n));
    number = device->log.next;
    va_unlock(device);
    return number;
}

void
va_device_clear_log(struct va_device *device)
{
    va_lock(device);
    va_logring_clear(&device->log);
    va_unlock(device);
}
