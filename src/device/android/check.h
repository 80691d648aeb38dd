// check.h: is everything there that testing on Android needs? One line a check
#ifndef AT_DEVICE_ANDROID_CHECK_H
#define AT_DEVICE_ANDROID_CHECK_H

#include "base/err.h"
#include "base/op.h"
#include "device/check.h"
#include "device/platform.h"

enum { AT_CHECK_DEVICE_COUNT = 5 };

// The adb program: BAD only where the server cannot do without it.
void at_android_check_program(struct at_check *out);
// Does the adb server answer? start: have it started where none runs; else
// nothing is changed.
void at_android_check_server(const struct at_op *op, bool start,
                             struct at_check *out);
// What a usable device of the list can do; changes nothing on it.
void at_android_check_device(const struct at_op *op, const char *serial,
                             struct at_check out[AT_CHECK_DEVICE_COUNT]);

// check of struct at_platform: programs, the server, what is connected, and
// what the first usable devices can do. Starts no server.
size_t at_android_check_tools(const struct at_platform_call *call,
                              struct at_check *out);

#endif
