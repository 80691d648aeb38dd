// launch.h: a running scrcpy server
//
// A thread keeps the adb stream that started it and collects its output. These
// functions are called by one other thread.
#ifndef AT_DEVICE_ANDROID_SCRCPY_LAUNCH_H
#define AT_DEVICE_ANDROID_SCRCPY_LAUNCH_H

#include "device/android/adb/client/adb.h"

struct at_scrcpy_launch;

// Start it; device is copied. The caller owns *out; NULL on failure.
AT_CHECKED bool at_scrcpy_launch_start(const struct at_adb_device *device,
                                       const char *command,
                                       struct at_scrcpy_launch **out,
                                       struct at_err *err);
// Readable once it has ended.
int at_scrcpy_launch_fd(const struct at_scrcpy_launch *launch);
bool at_scrcpy_launch_ended(struct at_scrcpy_launch *launch);
// Once it has ended: fail with why, in its own words if it has said any.
bool at_scrcpy_launch_fail(struct at_scrcpy_launch *launch, struct at_err *err);
// End it: closing its stream ends it on the device. NULL is allowed.
void at_scrcpy_launch_free(struct at_scrcpy_launch *launch);

#endif
