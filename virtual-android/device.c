// device.c: the virtual device as a whole: its life, its lock, its small state
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/defaults.h"
#include "virtual-android/model.h"

static int64_t
monotonic(void *arg)
{
    (void)arg;
    return at_now_ns() / AT_NS_PER_MS;
}

static const struct {
    const char *what;
    int64_t ms;
} realistic[] = {
    {"dump", 900},        {"tap", 70},
    {"text", 70},         {"key", 70},
    {"swipe", 70},        {"launch", 400},
    {"screenshot", 250},  {"other", 20},
    {"instrument", 350},  {"helper-connect", 120},
    {"helper-input", 25}, {"helper-idle", 180},
    {"helper-tree", 80},  {"helper-screenshot", 90},
};

int64_t
va_latency_ms(struct va_device *device, const char *what)
{
    if (device->profile == VA_PROFILE_ZERO)
        return 0;
    for (size_t i = 0; i < AT_LEN(realistic); i++) {
        if (strcmp(realistic[i].what, what) == 0)
            return realistic[i].ms;
    }
    return 20;
}

static void
boot(struct va_device *device)
{
    va_log(device, NULL, 'I', "SystemServer",
           "Entered the Android system "
           "server!");
    va_log(device, NULL, 'I', "ActivityManager", "System now ready");
    va_builtin_apps(device);
    struct va_app *home = va_app_find(device, "com.android.launcher3");
    enum va_profile profile = device->profile;
    device->profile = VA_PROFILE_ZERO; // it has booted long ago
    va_app_launch(device, home, NULL);
    device->profile = profile;
    device->last_change_ms = device->now_ms - 60000;
}

static void
fill(struct va_device *device, const struct va_device_opts *opts)
{
    device->files = opts->files;
    device->ports = opts->ports;
    device->serial = at_strdup(opts->serial ? opts->serial : "emulator-5554");
    device->profile = opts->profile;
    device->width_px = opts->width_px > 0 ? opts->width_px : 1080;
    device->height_px = opts->height_px > 0 ? opts->height_px : 2400;
    device->density = 420;
    device->api_level = opts->api_level > 0 ? opts->api_level : 34;
    device->no_sqlite3 = opts->no_sqlite3;
    device->clock = monotonic;
    device->now_ms = device->started_ms = monotonic(NULL);
    device->next_pid = 4021;
    device->props =
        va_default_props(device->api_level, device->serial, opts->avd);
    device->settings = va_default_settings();
    device->conditions = json_object();
    va_logring_init(&device->log);
}

bool
va_device_new(const struct va_device_opts *opts, struct va_device **out,
              struct at_err *err)
{
    struct va_device *device = at_alloc(sizeof(*device));
    *out = NULL;
    pthread_mutex_init(&device->lock, NULL);
    fill(device, opts);
    boot(device);
    for (size_t i = 0; opts->apps && opts->apps[i]; i++) {
        if (!va_app_load(device, opts->apps[i], err)) {
            va_device_free(device);
            return false;
        }
    }
    va_builtin_launcher_refresh(device);
    if (opts->boot_ms > 0)
        va_device_boot(device, opts->boot_ms);
    *out = device;
    return true;
}

static void
free_timers(struct va_device *device)
{
    while (device->timers) {
        struct va_timer *next = device->timers->next;
        json_decref(device->timers->actions);
        free(device->timers);
        device->timers = next;
    }
}

void
va_device_free(struct va_device *device)
{
    if (!device)
        return;
    while (device->system)
        va_window_close(device, &device->system);
    while (device->apps) {
        struct va_app *app = device->apps;
        while (app->top)
            va_window_close(device, &app->top);
        device->apps = app->next;
        va_app_free(app);
    }
    free_timers(device);
    va_events_end(device);
    va_logring_deinit(&device->log);
    json_decref(device->props);
    json_decref(device->settings);
    json_decref(device->conditions);
    free(device->automation.args);
    free(device->toast.text);
    free(device->toast.package);
    free(device->serial);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

void
va_lock(struct va_device *device)
{
    pthread_mutex_lock(&device->lock);
    va_sync(device);
}

void
va_unlock(struct va_device *device)
{
    va_tell_changes(device);
    pthread_mutex_unlock(&device->lock);
}

struct va_files *
va_device_files(struct va_device *device)
{
    return device->files; // never changes
}

struct va_ports *
va_device_ports(struct va_device *device)
{
    return device->ports;
}

int
va_device_api_level(struct va_device *device)
{
    return device->api_level;
}

bool
va_device_has_sqlite3(struct va_device *device)
{
    return !device->no_sqlite3;
}

void
va_device_use_clock(struct va_device *device, int64_t (*clock)(void *arg),
                    void *arg)
{
    device->clock = clock;
    device->clock_arg = arg;
    device->now_ms = device->started_ms = clock(arg);
    device->last_change_ms = device->now_ms - 60000;
}

int64_t
va_device_uptime_ms(struct va_device *device)
{
    va_lock(device);
    int64_t ms = device->now_ms - device->started_ms + VA_BOOTED_BEFORE_MS;
    va_unlock(device);
    return ms;
}

void
va_device_size(struct va_device *device, int32_t *out_width_px,
               int32_t *out_height_px, int32_t *out_density)
{
    va_lock(device);
    *out_width_px = device->width_px;
    *out_height_px = device->height_px;
    *out_density = device->density;
    va_unlock(device);
}

int64_t
va_device_latency_ms(struct va_device *device, const char *what)
{
    pthread_mutex_lock(&device->lock);
    int64_t ms = va_latency_ms(device, what);
    pthread_mutex_unlock(&device->lock);
    return ms;
}

void
va_device_set_profile(struct va_device *device, enum va_profile profile)
{
    pthread_mutex_lock(&device->lock);
    device->profile = profile;
    pthread_mutex_unlock(&device->lock);
}

bool
va_device_set_fault(struct va_device *device, const char *name, int64_t count,
                    struct at_err *err)
{
    size_t i;
    if (!va_fault_find(name, &i, err))
        return false;
    if (count < 0 || count > VA_FAULT_TIMES_MAX)
        return at_fail(err, AT_EUSAGE,
                       "the count of fault '%s' is not within 0 and %d", name,
                       VA_FAULT_TIMES_MAX);
    pthread_mutex_lock(&device->lock);
    device->faults[i] = count;
    pthread_mutex_unlock(&device->lock);
    return true;
}

bool
va_device_take_fault(struct va_device *device, const char *name)
{
    size_t i;
    if (!va_fault_find(name, &i, NULL))
        return false;
    pthread_mutex_lock(&device->lock);
    bool taken = device->faults[i] > 0;
    device->faults[i] -= taken;
    pthread_mutex_unlock(&device->lock);
    return taken;
}

int64_t
va_device_fault_left(struct va_device *device, const char *name)
{
    size_t i;
    if (!va_fault_find(name, &i, NULL))
        return 0;
    pthread_mutex_lock(&device->lock);
    int64_t left = device->faults[i];
    pthread_mutex_unlock(&device->lock);
    return left;
}

void
va_device_set_condition(struct va_device *device, const char *name,
                        const char *value)
{
    pthread_mutex_lock(&device->lock);
    json_object_set_new(device->conditions, name, json_string(value));
    pthread_mutex_unlock(&device->lock);
}

void
va_device_condition(struct va_device *device, const char *name, char *buf,
                    size_t cap)
{
    pthread_mutex_lock(&device->lock);
    const char *value =
        json_string_value(json_object_get(device->conditions, name));
    at_str_cut(buf, cap, at_str(value ? value : ""));
    pthread_mutex_unlock(&device->lock);
}

static json_t *
space_of(struct va_device *device, const char *space)
{
    if (strcmp(space, "prop") == 0)
        return device->props;
    return json_object_get(device->settings, space);
}

char *
va_device_get(struct va_device *device, const char *space, const char *name)
{
    va_lock(device);
    const char *value =
        json_string_value(json_object_get(space_of(device, space), name));
    char *copy = value ? at_strdup(value) : NULL;
    va_unlock(device);
    return copy;
}

void
va_device_put(struct va_device *device, const char *space, const char *name,
              const char *value)
{
    va_lock(device);
    json_t *all = space_of(device, space);
    if (value)
        json_object_set_new(all, name, json_string(value));
    else
        json_object_del(all, name);
    va_unlock(device);
}

static int
by_name(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x, *y);
}

void
va_device_list(struct va_device *device, const char *space, struct at_buf *out,
               const char *fmt_start, const char *fmt_middle,
               const char *fmt_end)
{
    va_lock(device);
    json_t *all = space_of(device, space);
    size_t count = json_object_size(all);
    const char **names = at_realloc_array(NULL, count + 1, sizeof(*names));
    size_t n = 0;
    const char *key;
    json_t *value;
    json_object_foreach(all, key, value) names[n++] = key;
    qsort(names, n, sizeof(*names), by_name);
    for (size_t i = 0; i < n; i++)
        at_buf_add_fmt(out, "%s%s%s%s%s", fmt_start, names[i], fmt_middle,
                       json_string_value(json_object_get(all, names[i])),
                       fmt_end);
    free(names);
    va_unlock(device);
}
