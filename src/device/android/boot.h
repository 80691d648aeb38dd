// boot.h: starting emulators, waiting for devices, ending emulators
#ifndef AT_DEVICE_ANDROID_BOOT_H
#define AT_DEVICE_ANDROID_BOOT_H

#include "device/platform.h"

// The rows boot, adopt and shutdown of struct at_platform.
bool at_android_boot(const struct at_platform_call *call,
                     const struct at_boot_opts *opts, char out_id[128],
                     struct at_err *err);
bool at_android_adopt(const struct at_platform_call *call, const char *id,
                      uint16_t port, struct at_err *err);
bool at_android_shutdown(const struct at_platform_call *call,
                         const char *selector, char out_id[128],
                         struct at_err *err);

// Find the SDK's emulator program. The caller owns it; NULL with AT_ENOTOOL if
// it is missing.
char *at_android_find_emulator(struct at_err *err);

#endif
