// device.c: the virtual device as a whole: made, freed, and its small state
#include "virtual-android/model/device.h"

#include "base/alloc.h"
#include "virtual-android/defaults.h"
#include "virtual-android/model/boot.h"
#include "virtual-android/model/fault_counts.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/system_apps.h"
#include "virtual-android/model/timer.h"
#include "virtual-android/pages.h"

static void
boot(struct vd_device *device)
{
    vd_log(device, NULL, 'I', "SystemServer",
           "Entered the Android system "
           "server!");
    vd_log(device, NULL, 'I', "ActivityManager", "System now ready");
    vd_system_apps_add(device);
    struct vd_app *home = vd_app_find(device, "com.android.launcher3");
    enum vd_profile profile = device->clock.profile;
    device->clock.profile = VD_PROFILE_ZERO; // it has booted long ago
    vd_app_launch(device, home, NULL);
    device->clock.profile = profile;
    device->screen.last_change_ms = device->clock.now_ms - 60000;
}

static void
fill(struct vd_device *device, const struct vd_device_opts *opts)
{
    device->files = opts->files;
    device->ports = opts->ports;
    device->runtime = opts->runtime;
    device->pages = vd_pages_new();
    device->listener = opts->listener;
    device->hardware = (struct vd_hardware){
        .serial = at_strdup(opts->serial ? opts->serial : "emulator-5554"),
        .width_px = opts->width_px > 0 ? opts->width_px : 1080,
        .height_px = opts->height_px > 0 ? opts->height_px : 2400,
        .density = 420,
        .api_level = opts->api_level > 0 ? opts->api_level : 34,
        .no_sqlite3 = opts->no_sqlite3,
    };
    vd_clock_init(&device->clock, opts->profile);
    device->apps.next_pid = 4021;
    device->props = vd_default_props(device->hardware.api_level,
                                     device->hardware.serial, opts->avd);
    device->settings = vd_default_settings();
    device->conditions = json_object();
    device->notes = json_array();
    vd_logring_init(&device->log);
    if (device->listener)
        device->listener->open(device);
}

bool
vd_device_new(const struct vd_device_opts *opts, struct vd_device **out,
              struct at_err *err)
{
    struct vd_device *device = at_alloc(sizeof(*device));
    *out = NULL;
    pthread_mutex_init(&device->lock, NULL);
    fill(device, opts);
    boot(device);
    for (size_t i = 0; opts->apps && opts->apps[i]; i++) {
        if (!vd_app_load(device, opts->apps[i], err)) {
            vd_device_free(device);
            return false;
        }
    }
    vd_launcher_refresh(device);
    if (opts->boot_ms > 0)
        vd_device_boot(device, opts->boot_ms);
    *out = device;
    return true;
}

void
vd_device_free(struct vd_device *device)
{
    if (!device)
        return;
    while (device->screen.system)
        vd_window_close(device, &device->screen.system);
    while (device->apps.first) {
        struct vd_app *app = device->apps.first;
        while (app->top)
            vd_window_close(device, &app->top);
        device->apps.first = app->next;
        vd_app_free(app);
    }
    vd_timers_free(device);
    if (device->listener)
        device->listener->close(device);
    vd_logring_deinit(&device->log);
    json_decref(device->props);
    json_decref(device->settings);
    json_decref(device->conditions);
    json_decref(device->notes);
    free(device->screen.toast.text);
    free(device->screen.toast.package);
    free(device->hardware.serial);
    vd_pages_free(device->pages);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

struct vd_files *
vd_device_files(struct vd_device *device)
{
    return device->files; // never changes
}

struct vd_ports *
vd_device_ports(struct vd_device *device)
{
    return device->ports;
}

int
vd_device_api_level(struct vd_device *device)
{
    return device->hardware.api_level;
}

bool
vd_device_has_sqlite3(struct vd_device *device)
{
    return !device->hardware.no_sqlite3;
}

void
vd_device_use_clock(struct vd_device *device, int64_t (*clock)(void *arg),
                    void *arg)
{
    device->clock.read = clock;
    device->clock.arg = arg;
    device->clock.now_ms = device->clock.started_ms = clock(arg);
    device->screen.last_change_ms = device->clock.now_ms - 60000;
}

int64_t
vd_device_uptime_ms(struct vd_device *device)
{
    vd_lock(device);
    int64_t ms =
        device->clock.now_ms - device->clock.started_ms + VD_BOOTED_BEFORE_MS;
    vd_unlock(device);
    return ms;
}

int64_t
vd_device_ms_to_uptime(struct vd_device *device, int64_t ms)
{
    return ms - device->clock.started_ms + VD_BOOTED_BEFORE_MS;
}

void
vd_device_size(struct vd_device *device, int32_t *out_width_px,
               int32_t *out_height_px, int32_t *out_density)
{
    vd_lock(device);
    *out_width_px = device->hardware.width_px;
    *out_height_px = device->hardware.height_px;
    *out_density = device->hardware.density;
    vd_unlock(device);
}

int64_t
vd_device_latency_ms(struct vd_device *device, const char *what)
{
    pthread_mutex_lock(&device->lock);
    int64_t ms = vd_latency_ms(device, what);
    pthread_mutex_unlock(&device->lock);
    return ms;
}

void
vd_device_set_profile(struct vd_device *device, enum vd_profile profile)
{
    pthread_mutex_lock(&device->lock);
    device->clock.profile = profile;
    pthread_mutex_unlock(&device->lock);
}

bool
vd_device_set_fault(struct vd_device *device, const char *name, int64_t count,
                    struct at_err *err)
{
    size_t i;
    if (!vd_fault_find(name, &i, err))
        return false;
    if (count < 0 || count > VD_FAULT_TIMES_MAX)
        return at_fail(err, AT_EUSAGE,
                       "the count of fault '%s' is not within 0 and %d", name,
                       VD_FAULT_TIMES_MAX);
    pthread_mutex_lock(&device->lock);
    device->faults[i] = count;
    pthread_mutex_unlock(&device->lock);
    return true;
}

bool
vd_device_take_fault(struct vd_device *device, const char *name)
{
    pthread_mutex_lock(&device->lock);
    bool taken = vd_fault_take(device, name);
    pthread_mutex_unlock(&device->lock);
    return taken;
}

int64_t
vd_device_fault_left(struct vd_device *device, const char *name)
{
    pthread_mutex_lock(&device->lock);
    const int64_t *count = vd_fault_count(device, name);
    int64_t left = count ? *count : 0;
    pthread_mutex_unlock(&device->lock);
    return left;
}

void
vd_device_set_condition(struct vd_device *device, const char *name,
                        const char *value)
{
    pthread_mutex_lock(&device->lock);
    json_object_set_new(device->conditions, name, json_string(value));
    pthread_mutex_unlock(&device->lock);
}

void
vd_device_condition(struct vd_device *device, const char *name, char *buf,
                    size_t cap)
{
    pthread_mutex_lock(&device->lock);
    const char *value =
        json_string_value(json_object_get(device->conditions, name));
    at_str_cut(buf, cap, at_str(value ? value : ""));
    pthread_mutex_unlock(&device->lock);
}

void
vd_device_boot(struct vd_device *device, int64_t ms)
{
    vd_lock(device);
    vd_boot_begin(device, ms);
    vd_unlock(device);
}

bool
vd_device_is_booted(struct vd_device *device)
{
    vd_lock(device);
    bool booted = device->booting_ms == 0;
    vd_unlock(device);
    return booted;
}
