// app_version.h: the version of an app on a device, as shown to people
#ifndef AT_DEVICE_APP_VERSION_H
#define AT_DEVICE_APP_VERSION_H

#include "base/err.h"
#include "base/op.h"

struct at_device;

// Write the version ("2.1"). AT_ENOAPP if the app is not installed,
// AT_EUNSUPPORTED if the device does not report it.
typedef bool at_device_app_version_fn(const struct at_op *op,
                                      struct at_device *device,
                                      const char *package, char out[64],
                                      struct at_err *err);
AT_CHECKED at_device_app_version_fn at_device_app_version;

#endif
