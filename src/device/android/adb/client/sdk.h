// sdk.h: find the Android SDK's programs on this machine
#ifndef AT_DEVICE_ANDROID_ADB_CLIENT_SDK_H
#define AT_DEVICE_ANDROID_ADB_CLIENT_SDK_H

#include "base/err.h"

// Find the program at below in an SDK's folder ("emulator/emulator"): in
// ANDROID_HOME, ANDROID_SDK_ROOT and the usual folders of SDK installers, else
// by its last part in PATH. The caller owns it; NULL, with AT_ENOTOOL, the
// places searched and how to install it, if it is missing.
char *at_sdk_find(const char *below, const char *install, struct at_err *err);

#endif
