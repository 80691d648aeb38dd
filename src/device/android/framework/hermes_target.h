// hermes_target.h: which of Metro's targets is the app's
//
// Pure. Facts: @react-native/dev-middleware 0.73 to 0.88 and
// metro-inspector-proxy 0.76, lists of /json/list.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_TARGET_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_TARGET_H

#include <jansson.h>

#include "base/buf.h"

struct at_hermes_target {
    char id[128];
    char title[160];
    char path[512];        // of the WebSocket, with its query
    bool shares_debugging; // several debuggers may be connected
};

// Find the target of package among those of list; model (may be "") tells the
// device where several run the same app. Of several pages the newest counts.
// False: the app has none.
bool at_hermes_pick(const json_t *list, const char *package, const char *model,
                    struct at_hermes_target *out);
// Append the list in short, for diagnostics: "2 target(s): ID(appId=NAME), …".
void at_hermes_describe(const json_t *list, struct at_buf *out);

#endif
