// parse_xcodebuild.h: parsers for the output of xcodebuild
//
// Pure.
#ifndef AT_DEVICE_IOS_PARSE_XCODEBUILD_H
#define AT_DEVICE_IOS_PARSE_XCODEBUILD_H

#include "base/buf.h"
#include "device/platform.h"

// Parse `xcodebuild -showBuildSettings -json`: find the target that builds an
// app; among several, the first proper one (not a watch app or an extension).
// The caller owns the content of *out. AT_EPROTO for other output, AT_EDEVICE
// if no target builds an app.
AT_CHECKED bool at_xcodebuild_parse_settings(struct at_str text,
                                             struct at_build_result *out,
                                             struct at_err *err);

// Return true if a line of a build's output reports an error: "file:1:2: error:
// …", "error: …", "xcodebuild: error: …".
bool at_xcodebuild_is_error(struct at_str line);

// Return "16.1" for `xcodebuild -version`'s "Xcode 16.1 Build version 16B40";
// empty for other text.
struct at_str at_xcodebuild_version(struct at_str text);

#endif
