// metro.h: the target of an app at the Metro that it loads its bundle from
//
// Metro runs on this machine. The device is only asked for its address, and
// only for known React Native apps.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_METRO_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_METRO_H

#include "device/android/framework/hermes/hermes_target.h"
#include "device/android/framework/source.h"

struct at_metro_found {
    int port;
    struct at_hermes_target target;
};

// Try the ports in order: the first whose Metro lists the app wins.
// AT_EUNSUPPORTED: no Metro was found, and the app may not use React Native.
// Notes the ports tried.
AT_CHECKED bool at_metro_find(const struct at_op *op,
                              const struct at_source_ground *ground,
                              struct at_metro_found *out, struct at_err *err);
// The caller owns *out.
AT_CHECKED bool at_metro_dial(const struct at_op *op, int port,
                              struct at_conn **out, struct at_err *err);

#endif
