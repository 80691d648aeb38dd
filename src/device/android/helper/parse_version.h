// parse_version.h: which version of a package a device says it has
#ifndef AT_DEVICE_ANDROID_HELPER_PARSE_VERSION_H
#define AT_DEVICE_ANDROID_HELPER_PARSE_VERSION_H

#include <stdint.h>

#include "base/str.h"

// By the output of `pm list packages --show-versioncode` ("package:NAME
// versionCode:1") and, where the device does not know that, of `dumpsys
// package NAME` ("versionCode=1 minSdk=21"); -1 where neither tells one.
int64_t at_package_version(struct at_str output, struct at_str package);

#endif
