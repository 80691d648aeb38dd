// android.h: Android devices through the adb server
#ifndef AT_DEVICE_ANDROID_ANDROID_H
#define AT_DEVICE_ANDROID_ANDROID_H

#include "device/android/parse/device_list.h"
#include "device/device.h"
#include "device/platform.h"

// Its selectors: an adb serial, the name of a running AVD, or "booted".
extern const struct at_platform at_android_platform;

// List all devices in any state; starts the adb server if none runs.
AT_CHECKED bool at_android_list(const struct at_op *op,
                                struct at_android_list *out,
                                struct at_err *err);

// Open a device by its serial. For NULL or "" it is ANDROID_SERIAL, else the
// first usable one of the list. AT_ENODEV lists the devices with state and
// remedy. The caller owns *out_device (at_device_free).
AT_CHECKED bool at_android_open(const struct at_op *op, const char *serial,
                                struct at_device **out_device,
                                struct at_err *err);
// The same, but a device without a name must be the only usable one:
// AT_EMANYDEV lists them if there are several.
AT_CHECKED bool at_android_open_only(const struct at_op *op, const char *serial,
                                     struct at_device **out_device,
                                     struct at_err *err);
// Return what names the device: serial, else ANDROID_SERIAL; "" if neither
// does.
const char *at_android_named(const char *serial);

#endif
