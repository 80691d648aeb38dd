// settings.c: links, dark mode, the place and pictures of a simulator
#include <stdio.h>

#include "device/ios/sim.h"
#include "device/ios/simctl.h"

bool
at_ios_view_link(const struct at_op *op, struct at_device *device,
                 const char *link, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"openurl", device->serial, link, NULL};
    return at_simctl_do(&call, words, err);
}

bool
at_ios_turn(const struct at_op *op, struct at_device *device,
            enum at_switch which, const bool *set, bool *out_before,
            struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const question[] = {"ui", device->serial, "appearance", NULL};
    const char *const order[] = {"ui", device->serial, "appearance",
                                 set && *set ? "dark" : "light", NULL};
    struct at_simctl_result result;
    if (which != AT_SWITCH_DARK_MODE)
        return at_fail(err, AT_EUNSUPPORTED,
                       "an iOS simulator has no airplane mode");
    bool ok = at_simctl_run(&call, question, &result, err);
    *out_before =
        ok && at_str_is(at_str_trim(at_buf_str(&result.proc.out)), "dark");
    at_simctl_result_deinit(&result);
    return ok && (!set || at_simctl_do(&call, order, err));
}

// The simulator keeps the place.
bool
at_ios_locate(const struct at_op *op, struct at_device *device, double latitude,
              double longitude, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    char place[96];
    snprintf(place, sizeof(place), "%.7f,%.7f", latitude, longitude);
    const char *const words[] = {"location", device->serial, "set", place,
                                 NULL};
    return at_simctl_do(&call, words, err);
}

bool
at_ios_add_media(const struct at_op *op, struct at_device *device,
                 const char *path, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"addmedia", device->serial, path, NULL};
    return at_simctl_do(&call, words, err);
}
