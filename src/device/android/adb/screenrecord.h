// screenrecord.h: screen recording with the device's own program
//
// Its files last three minutes at most, so new ones are started, with a short
// gap, until it is stopped. Then they are copied from the device.
#ifndef AT_DEVICE_ANDROID_ADB_SCREENRECORD_H
#define AT_DEVICE_ANDROID_ADB_SCREENRECORD_H

#include "device/android/adb/client/adb.h"
#include "device/record.h"

struct at_screenrecord;

// Returns once the first file has begun. file_s: seconds of a file at most, 0:
// three minutes. device is copied. The caller owns *out; NULL on failure.
AT_CHECKED bool at_screenrecord_start(const struct at_op *op,
                                      const struct at_adb_device *device,
                                      int64_t file_s,
                                      struct at_screenrecord **out,
                                      struct at_err *err);

// Stop it, copy its files to folder, numbered after those in out, and free it
// in any case.
AT_CHECKED bool at_screenrecord_stop(const struct at_op *op,
                                     struct at_screenrecord *r,
                                     const char *folder,
                                     struct at_recorded *out,
                                     struct at_err *err);
// End and free it, and keep nothing. NULL is allowed. Best effort, short.
void at_screenrecord_drop(struct at_screenrecord *r);

#endif
