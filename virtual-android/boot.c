// boot.c: a device that is still starting: online long before it can be used
#include "virtual-android/model.h"

#include <string.h>

// Properties by whether the device has started.
static const struct {
    const char *name;
    const char *starting; // NULL: not there yet
    const char *started;
} props[] = {
    {"sys.boot_completed", NULL, "1"},
    {"dev.bootcomplete", NULL, "1"},
    {"init.svc.bootanim", "running", "stopped"},
};

static void
set_props(struct va_device *device, bool started)
{
    for (size_t i = 0; i < AT_LEN(props); i++) {
        const char *value = started ? props[i].started : props[i].starting;
        if (value)
            json_object_set_new(device->props, props[i].name,
                                json_string(value));
        else
            json_object_del(device->props, props[i].name);
    }
}

void
va_boot_sync(struct va_device *device, int64_t now_ms)
{
    if (device->booting_ms == 0 || now_ms < device->booting_ms)
        return;
    device->booting_ms = 0;
    set_props(device, true);
    va_log(device, NULL, 'I', "ActivityManager",
           "Finished processing "
           "BOOT_COMPLETED for u0");
}

void
va_device_boot(struct va_device *device, int64_t ms)
{
    va_lock(device);
    device->booting_ms = ms > 0 ? device->now_ms + ms : device->now_ms;
    set_props(device, false);
    va_boot_sync(device, device->now_ms);
    va_unlock(device);
}

bool
va_device_is_booted(struct va_device *device)
{
    va_lock(device);
    bool booted = device->booting_ms == 0;
    va_unlock(device);
    return booted;
}
