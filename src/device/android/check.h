// check.h: doctor's checks for testing on Android, one row each
#ifndef AT_DEVICE_ANDROID_CHECK_H
#define AT_DEVICE_ANDROID_CHECK_H

#include "base/op.h"
#include "device/check.h"
#include "device/platform.h"

enum { AT_CHECK_DEVICE_COUNT = 5 };

// Check the adb program. BAD only if the server cannot start without it.
void at_android_check_program(struct at_check *out);
// Check whether the adb server answers. start: start it if none runs; otherwise
// nothing is changed.
void at_android_check_server(const struct at_op *op, bool start,
                             struct at_check *out);
// Check what a usable device of the list can do; changes nothing on it.
void at_android_check_device(const struct at_op *op, const char *serial,
                             struct at_check out[AT_CHECK_DEVICE_COUNT]);

// The row check of struct at_platform: programs, the server, the devices, and
// what the first usable devices can do. Starts no server.
size_t at_android_check_tools(const struct at_platform_call *call,
                              struct at_check *out);

#endif
