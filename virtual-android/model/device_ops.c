#include "virtual-android/model/device_ops.h"

#include <stdio.h>
#include <string.h>

#include "sys/clock.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/power.h"
#include "virtual-android/model/state.h"

int64_t
vd_device_quiet_ms(struct vd_device *device)
{
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    int64_t quiet = device->clock.now_ms - device->screen.last_change_ms;
    if (window && vd_window_is_busy(window))
        quiet = -1;
    vd_unlock(device);
    return quiet;
}

// Write ".Main" of a package as the full class name.
static void
full_class(char *buf, size_t cap, const char *package, const char *activity)
{
    snprintf(buf, cap, "%s%s", activity[0] == '.' ? package : "", activity);
}

void
vd_device_front(struct vd_device *device, struct vd_front *out)
{
    *out = (struct vd_front){0};
    vd_lock(device);
    struct vd_window *window = vd_screen_front(device);
    struct vd_app *app = vd_app_front(device);
    out->keyboard = device->screen.keyboard;
    out->keyboard_asked = out->keyboard || device->screen.keyboard_due_ms > 0;
    out->screen_on = !device->screen.off;
    out->keyguard = vd_keyguard_shows(device);
    out->secure_lock = vd_keyguard_is_secure(device);
    if (window) {
        at_str_cut(out->package, sizeof(out->package), at_str(window->package));
        full_class(out->activity, sizeof(out->activity), window->package,
                   window->activity);
        out->window_id = (unsigned)window->id;
        out->secure = json_is_true(json_object_get(window->json, "secure"));
        out->is_activity =
            window != device->screen.system ||
            (strcmp(window->package, "android") != 0 && !out->keyguard);
    }
    if (window && window == device->screen.system && out->is_activity) {
        // the permission controller's activity
        at_str_cut(out->app, sizeof(out->app), at_str(out->package));
        at_str_cut(out->app_activity, sizeof(out->app_activity),
                   at_str(out->activity));
    } else if (app) {
        at_str_cut(out->app, sizeof(out->app), at_str(app->package));
        full_class(out->app_activity, sizeof(out->app_activity), app->package,
                   app->top->activity);
    }
    const struct vd_toast *toast = vd_screen_toast(device);
    if (toast) {
        at_str_cut(out->toast, sizeof(out->toast), at_str(toast->text));
        at_str_cut(out->toast_package, sizeof(out->toast_package),
                   at_str(toast->package));
    }
    vd_unlock(device);
}

bool
vd_device_launch(struct vd_device *device, const char *package,
                 const char *activity, bool *out_warm)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    const char *screen = NULL;
    bool ok = app && json_object_get(app->json, "screens");
    *out_warm = ok && app->pid != 0;
    if (ok && activity) {
        screen = vd_screen_of_activity(app, activity);
        const char *home = vd_app_launcher(device, app);
        ok = screen != NULL;
        if (ok &&
            strcmp(vd_activity_of(app, home), vd_activity_of(app, screen)) == 0)
            screen = NULL; // starting the launcher's activity resumes the task
    }
    if (ok)
        vd_app_launch(device, app, screen);
    vd_unlock(device);
    return ok;
}

// The screen may show the link: variable "link".
bool
vd_device_open_link(struct vd_device *device, const char *uri, char *package,
                    size_t cap)
{
    bool found = false;
    vd_lock(device);
    for (struct vd_app *app = device->apps.first; app && !found;
         app = app->next) {
        const char *prefix;
        json_t *screen;
        if (!app->installed || (*package && strcmp(app->package, package) != 0))
            continue;
        json_object_foreach(json_object_get(app->json, "links"), prefix, screen)
        {
            if (strncmp(uri, prefix, strlen(prefix)) != 0)
                continue;
            at_str_cut(package, cap, at_str(app->package));
            if (!app->pid)
                vd_app_start(device, app);
            json_object_set_new(app->vars, "link", json_string(uri));
            vd_app_launch(device, app, json_string_value(screen));
            found = true;
            break;
        }
    }
    vd_unlock(device);
    return found;
}

void
vd_device_home(struct vd_device *device)
{
    vd_lock(device);
    vd_app_home(device);
    vd_unlock(device);
}

void
vd_device_lock_screen(struct vd_device *device, const char *kind)
{
    vd_lock(device);
    json_object_set_new(device->conditions, "lock", json_string(kind));
    vd_keyguard_show(device);
    vd_unlock(device);
}

void
vd_device_unlock_screen(struct vd_device *device)
{
    vd_lock(device);
    vd_keyguard_dismiss(device);
    vd_unlock(device);
}

bool
vd_device_stop(struct vd_device *device, const char *package)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    if (app && app->pid) {
        vd_log(device, NULL, 'I', "ActivityManager",
               "Force stopping %s appid=%d user=0: from pid %d", package,
               app->uid, VD_SYSTEM_PID);
        vd_log(device, NULL, 'I', "ActivityManager",
               "Killing %d:%s/u0a%d (adj 0): stop %s due to from pid %d",
               app->pid, package, app->uid - 10000, package, VD_SYSTEM_PID);
    }
    if (app)
        vd_app_stop(device, app); // a dead app's dialog may still show
    vd_unlock(device);
    return app != NULL;
}

bool
vd_device_clear(struct vd_device *device, const char *package)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    if (app)
        vd_app_reset(device, app);
    vd_unlock(device);
    return app != NULL;
}

// Losing a permission kills the app.
static void
revoke(struct vd_device *device, struct vd_app *app, const char *permission)
{
    json_object_del(app->granted, permission);
    if (!app->pid)
        return;
    vd_log(device, NULL, 'I', "ActivityManager",
           "Killing %d:%s/u0a%d (adj 0): permissions revoked", app->pid,
           app->package, app->uid - 10000);
    vd_app_stop(device, app);
}

bool
vd_device_grant(struct vd_device *device, const char *package,
                const char *permission, bool granted)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    bool had = app && json_object_get(app->granted, permission);
    if (app && granted)
        json_object_set(app->granted, permission, json_true());
    else if (had)
        revoke(device, app, permission);
    vd_unlock(device);
    return app != NULL;
}

void
vd_device_log(struct vd_device *device, char priority, const char *tag,
              const char *text)
{
    vd_lock(device);
    struct vd_logline line = {
        .wall_ms = at_wall_now_ms(),
        .pid = 2113,
        .tid = 2113,
        .uid = 2000,
        .priority = priority,
        .buffer = "main",
        .tag = (char *)tag,
        .text = (char *)text,
    };
    vd_logring_add(&device->log, &line);
    vd_unlock(device);
}

uint64_t
vd_device_each_log(struct vd_device *device, uint64_t number,
                   void (*each)(void *arg, const struct vd_logline *line),
                   void *arg)
{
    vd_lock(device);
    uint64_t first = vd_logring_first(&device->log);
    for (uint64_t n = number > first ? number : first; n < device->log.next;
         n++)
        each(arg, vd_logring_at(&device->log, n));
    number = device->log.next;
    vd_unlock(device);
    return number;
}

void
vd_device_clear_log(struct vd_device *device)
{
    vd_lock(device);
    vd_logring_clear(&device->log);
    vd_unlock(device);
}

uint64_t
vd_device_begin_recording(struct vd_device *device)
{
    vd_lock(device);
    device->recordings++;
    uint64_t ticket = device->recordings_stopped;
    vd_unlock(device);
    return ticket;
}

bool
vd_device_is_recording(struct vd_device *device, uint64_t ticket)
{
    vd_lock(device);
    bool on = device->recordings_stopped == ticket;
    vd_unlock(device);
    return on;
}

bool
vd_device_is_recording_killed(struct vd_device *device, uint64_t ticket)
{
    vd_lock(device);
    bool killed = device->recordings_killed > ticket;
    vd_unlock(device);
    return killed;
}

void
vd_device_end_recording(struct vd_device *device)
{
    vd_lock(device);
    device->recordings--;
    vd_unlock(device);
}

int
vd_device_recordings(struct vd_device *device)
{
    vd_lock(device);
    int count = device->recordings;
    vd_unlock(device);
    return count;
}

bool
vd_device_stop_recordings(struct vd_device *device, bool kill)
{
    vd_lock(device);
    bool any = device->recordings > 0;
    device->recordings_stopped += any;
    if (any && kill)
        device->recordings_killed = device->recordings_stopped;
    vd_unlock(device);
    return any;
}

bool
vd_device_set_variable(struct vd_device *device, const char *name,
                       const char *value)
{
    vd_lock(device);
    struct vd_app *app = vd_app_front(device);
    bool ok = app && app->json && !app->system;
    if (ok) {
        json_object_set_new(app->vars, name, json_string(value));
        vd_screen_changed(device);
    }
    vd_unlock(device);
    return ok;
}
