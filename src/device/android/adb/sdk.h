// sdk.h: where the Android SDK's programs are on this machine
#ifndef AT_DEVICE_ANDROID_ADB_SDK_H
#define AT_DEVICE_ANDROID_ADB_SDK_H

#include "base/err.h"

// The program at below in an SDK's folder ("emulator/emulator"): in
// ANDROID_HOME, ANDROID_SDK_ROOT and the usual folders of SDK installers, else
// by its last part in PATH. Owned by the caller; NULL, with err (AT_ENOTOOL)
// saying where it was looked for and what to do (install), where there is
// none.
char *at_sdk_find(const char *below, const char *install, struct at_err *err);

#endif
