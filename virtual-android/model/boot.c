#include "virtual-android/model/boot.h"

#include <string.h>

#include "virtual-android/model/state.h"

// Properties before and after the start.
static const struct {
    const char *name;
    const char *starting; // NULL: not set yet
    const char *started;
} props[] = {
    {"sys.boot_completed", NULL, "1"},
    {"dev.bootcomplete", NULL, "1"},
    {"init.svc.bootanim", "running", "stopped"},
};

static void
set_props(struct vd_device *device, bool started)
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
vd_boot_sync(struct vd_device *device, int64_t now_ms)
{
    if (device->booting_ms == 0 || now_ms < device->booting_ms)
        return;
    device->booting_ms = 0;
    set_props(device, true);
    vd_log(device, NULL, 'I', "ActivityManager",
           "Finished processing "
           "BOOT_COMPLETED for u0");
}

void
vd_boot_begin(struct vd_device *device, int64_t ms)
{
    int64_t now_ms = device->clock.now_ms;
    device->booting_ms = ms > 0 ? now_ms + ms : now_ms;
    set_props(device, false);
    vd_boot_sync(device, now_ms);
}
