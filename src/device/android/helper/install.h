// install.h: puts exactly this host's version of the helper on the device
#ifndef AT_DEVICE_ANDROID_HELPER_INSTALL_H
#define AT_DEVICE_ANDROID_HELPER_INSTALL_H

#include "base/op.h"
#include "device/android/adb/client/adb.h"
#include "device/android/helper/artefacts.h"

// Install the helper if it is missing or of another version. *out_installed: it
// was installed by this call.
AT_CHECKED bool at_helper_install_if_stale(const struct at_op *op,
                                           struct at_adb_device *device,
                                           const struct at_helper_apk *apk,
                                           bool *out_installed,
                                           struct at_err *err);

// Fail with AT_EUNSUPPORTED unless exactly this version is installed.
// *out_other: another one is.
AT_CHECKED bool at_helper_check_installed(const struct at_op *op,
                                          struct at_adb_device *device,
                                          const struct at_helper_apk *apk,
                                          bool *out_other, struct at_err *err);

// Install the helper over any other version. A newer one, or one with another
// signature, is removed first.
AT_CHECKED bool at_helper_install(const struct at_op *op,
                                  struct at_adb_device *device,
                                  const struct at_helper_apk *apk,
                                  struct at_err *err);

#endif
