// install.h: the device has the helper of this host, neither older nor newer
#ifndef AT_DEVICE_ANDROID_HELPER_INSTALL_H
#define AT_DEVICE_ANDROID_HELPER_INSTALL_H

#include "base/op.h"
#include "device/android/adb/adb.h"
#include "device/android/helper/apk.h"

// Install it where it is missing or of another version. *out_installed: it was
// so, and is there now.
AT_CHECKED bool at_helper_install_if_stale(const struct at_op *op,
                                           struct at_adb_device *device,
                                           const struct at_helper_apk *apk,
                                           bool *out_installed,
                                           struct at_err *err);

// Install it over whatever is there; one that is newer, or signed by others,
// is removed first.
AT_CHECKED bool at_helper_install(const struct at_op *op,
                                  struct at_adb_device *device,
                                  const struct at_helper_apk *apk,
                                  struct at_err *err);

#endif
