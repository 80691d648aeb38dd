// version.h: the version of a package on a device
#ifndef AT_DEVICE_ANDROID_PARSE_VERSION_H
#define AT_DEVICE_ANDROID_PARSE_VERSION_H

#include <stdint.h>

#include "base/str.h"

// Read the version from the output of `pm list packages --show-versioncode`
// ("package:NAME versionCode:1"), or of `dumpsys package NAME` ("versionCode=1
// minSdk=21") if the device does not know that; -1 if neither has one.
int64_t at_package_version(struct at_str output, struct at_str package);

// Find "versionName=2.1" in the output of `dumpsys package NAME`; empty if it
// is missing. An update of a system app is listed before the original.
struct at_str at_package_version_name(struct at_str output);

#endif
