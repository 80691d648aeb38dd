#include "virtual-android/model/power.h"

#include <string.h>

#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/system_apps.h"

static const char *
lock_kind(const struct vd_device *device)
{
    const char *kind =
        json_string_value(json_object_get(device->conditions, "lock"));
    return kind ? kind : "";
}

bool
vd_keyguard_is_secure(const struct vd_device *device)
{
    return strcmp(lock_kind(device), "pin") == 0;
}

bool
vd_keyguard_shows(const struct vd_device *device)
{
    const struct vd_window *window = device->screen.system;
    return window && strcmp(window->package, "com.android.systemui") == 0;
}

void
vd_keyguard_show(struct vd_device *device)
{
    struct vd_app *home = vd_app_find(device, "com.android.launcher3");
    if (!home || vd_keyguard_shows(device))
        return;
    json_t *none = json_object();
    vd_system_dialog(device, home, "keyguard", none);
    json_decref(none);
}

void
vd_keyguard_dismiss(struct vd_device *device)
{
    if (!vd_keyguard_shows(device) || vd_keyguard_is_secure(device))
        return;
    vd_window_close(device, &device->screen.system);
    vd_screen_changed(device);
}

void
vd_power_sleep(struct vd_device *device)
{
    device->screen.off = true;
    vd_screen_hide_keyboard(device);
    if (lock_kind(device)[0])
        vd_keyguard_show(device);
}

void
vd_power_wake(struct vd_device *device)
{
    device->screen.off = false;
    device->screen.on_ms = device->clock.now_ms;
    vd_screen_changed(device);
}

static int64_t
setting(const struct vd_device *device, const char *space, const char *name)
{
    const char *text = json_string_value(
        json_object_get(json_object_get(device->settings, space), name));
    int64_t value = 0;
    (void)!at_str_to_i64(at_str(text), 0, INT32_MAX, &value);
    return value;
}

void
vd_power_sync(struct vd_device *device, int64_t now_ms)
{
    int64_t ms = setting(device, "system", "screen_off_timeout");
    bool stays = setting(device, "global", "stay_on_while_plugged_in") > 0;
    if (stays || device->screen.off) {
        device->screen.on_ms = now_ms;
        return;
    }
    if (ms > 0 && now_ms - device->screen.on_ms >= ms)
        vd_power_sleep(device);
}
