// parse_xcodebuild.h: the output of xcodebuild; pure
#ifndef AT_DEVICE_IOS_PARSE_XCODEBUILD_H
#define AT_DEVICE_IOS_PARSE_XCODEBUILD_H

#include "base/buf.h"
#include "device/platform.h"

// Read `xcodebuild -showBuildSettings -json`: the target that makes an app, of
// several the first proper one (not a watch app or an extension). The caller
// owns the content of *out. AT_EPROTO for other output, AT_EDEVICE if no target
// makes an app.
AT_CHECKED bool at_xcodebuild_parse_settings(struct at_str text,
                                             struct at_build_result *out,
                                             struct at_err *err);

// Return whether a line of a build's output says why it failed: "file:1:2:
// error: …", "error: …", "xcodebuild: error: …".
bool at_xcodebuild_is_error(struct at_str line);

// Return "16.1" of `xcodebuild -version`'s "Xcode 16.1
// Build version 16B40"; empty for other text.
struct at_str at_xcodebuild_version(struct at_str text);

#endif
