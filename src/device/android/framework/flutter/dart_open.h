// dart_open.h: the way to the VM service of an app's process
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_OPEN_H
#define AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_OPEN_H

#include "device/android/framework/source.h"
#include "net/websocket.h"

// Find the service by the app's log and shake hands. The caller owns *out.
// AT_ENODEV: the app does not run, or its log does not name a service; a line
// of an earlier process fails as its port or its code does.
AT_CHECKED bool at_dart_open(const struct at_op *op,
                             const struct at_source_ground *ground,
                             struct at_websocket **out, struct at_err *err);

#endif
