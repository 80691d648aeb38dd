// same_device.h: one device under several serials of the adb server
//
// An emulator is also localhost:5555, a phone on USB may also be connected by
// WLAN. The device identifies itself by its serial number and the id of its
// boot. It is only asked if the list has a network serial.
#ifndef AT_DEVICE_ANDROID_SAME_DEVICE_H
#define AT_DEVICE_ANDROID_SAME_DEVICE_H

#include "base/argv.h"
#include "device/android/adb/client/adb.h"
#include "device/android/parse/device_list.h"

struct at_device;

// Set same_as of entries that are another entry under a second serial. A device
// that does not answer in time counts as separate.
void at_android_identify(const struct at_op *op, const struct at_adb *adb,
                         struct at_android_list *list);

// See at_device_ops.names.
AT_CHECKED bool at_android_names(const struct at_op *op,
                                 struct at_device *device, struct at_argv *out,
                                 struct at_err *err);

#endif
