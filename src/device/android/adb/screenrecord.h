// screenrecord.h: the screen as video by the device's own program
//
// It makes files of three minutes at most, so they follow one another, with a
// gap of a moment, until told to end. They are brought from the device then.
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

// End it, bring its files into folder, numbered on behind those that out has,
// and free it, whatever happens.
AT_CHECKED bool at_screenrecord_stop(const struct at_op *op,
                                     struct at_screenrecord *r,
                                     const char *folder,
                                     struct at_recorded *out,
                                     struct at_err *err);
// End and free it, and keep nothing. NULL is allowed. Best effort, short.
void at_screenrecord_drop(struct at_screenrecord *r);

#endif
