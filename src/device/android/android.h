// android.h: Android devices through the adb server
#ifndef AT_DEVICE_ANDROID_ANDROID_H
#define AT_DEVICE_ANDROID_ANDROID_H

#include "device/device.h"
#include "device/platform.h"

// Selectors: an adb serial, the name of an AVD that runs, or "booted".
extern const struct at_platform at_android_platform;

// A device of the adb server's list, with its state and, unless it is usable,
// what to do about it.
struct at_android_entry {
    char serial[128];
    char state[64]; // "device", "offline", "unauthorized", "no permissions", …
    char model[128];  // "" where the server does not know it
    char remedy[256]; // "" where state is "device"
};

struct at_android_list {
    struct at_android_entry *entries; // owned
    size_t count;
};

void at_android_list_deinit(struct at_android_list *list);

// All devices, whatever their state; starts the adb server when none runs.
AT_CHECKED bool at_android_list(const struct at_op *op,
                                struct at_android_list *out,
                                struct at_err *err);

// Open a device by serial; NULL or "": ANDROID_SERIAL, else the first usable
// one of the list. AT_ENODEV lists what is there, with state and remedy. The
// caller owns *out_device (at_device_free).
AT_CHECKED bool at_android_open(const struct at_op *op, const char *serial,
                                struct at_device **out_device,
                                struct at_err *err);

#endif
