// place.h: scrcpy's server on the device, under its hash
#ifndef AT_DEVICE_ANDROID_SCRCPY_PLACE_H
#define AT_DEVICE_ANDROID_SCRCPY_PLACE_H

#include "device/android/adb/client/adb.h"
#include "device/android/scrcpy/server_file.h"

enum { AT_SCRCPY_JAR_MAX = 128 };

// Its path on the device.
void at_scrcpy_jar_path(const struct at_scrcpy_file *file,
                        char out[AT_SCRCPY_JAR_MAX]);

// Copy the file to the device unless it is there, and remove other versions.
// The file is renamed when it is complete.
AT_CHECKED bool at_scrcpy_place(const struct at_op *op,
                                struct at_adb_device *device,
                                const struct at_scrcpy_file *file,
                                struct at_err *err);

#endif
