// hermes_target.h: the app's target in Metro's list
//
// Pure. Facts: @react-native/dev-middleware 0.73 to 0.88 and
// metro-inspector-proxy 0.76, lists of /json/list.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_HERMES_TARGET_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_HERMES_TARGET_H

#include <jansson.h>

#include "base/buf.h"

struct at_hermes_target {
    char id[128];
    char title[160];
    char path[512];        // path of the WebSocket, with its query
    bool shares_debugging; // several debuggers may be connected
};

// The words that distinguish our device from others; "": unknown. The model may
// be adb's, which replaces all characters but letters and digits.
struct at_hermes_device {
    char model[128];
    char release[32]; // Android version: "14"
    char api[16];     // its level: "34"
};

enum at_hermes_found {
    AT_HERMES_ABSENT,    // the app has no target
    AT_HERMES_ELSEWHERE, // it has, but on other devices
    // The target is ours if no other device can be meant: the app runs on one
    // device only, whose name is not ours; or on several with our device's
    // name.
    AT_HERMES_PERHAPS,
    AT_HERMES_OURS,
};

// Find the target of package on our device in list. Among several pages the
// newest wins. *out is set for PERHAPS and OURS.
enum at_hermes_found at_hermes_pick(const json_t *list, const char *package,
                                    const struct at_hermes_device *device,
                                    struct at_hermes_target *out);
// Read a device's properties: model, release and API level, a line each.
// Missing ones are left unchanged.
void at_hermes_device_read(struct at_str said, struct at_hermes_device *out);
// Append the names of the devices on which the app runs, for an error.
void at_hermes_describe_devices(const json_t *list, const char *package,
                                struct at_buf *out);
// Append the list in short, for diagnostics: "2 target(s): ID(appId=NAME), …".
void at_hermes_describe(const json_t *list, struct at_buf *out);

#endif
