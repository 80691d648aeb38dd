// parse_xcodebuild.h: what xcodebuild prints, as values; pure
#ifndef AT_DEVICE_IOS_PARSE_XCODEBUILD_H
#define AT_DEVICE_IOS_PARSE_XCODEBUILD_H

#include "base/buf.h"
#include "device/platform.h"

// Read `xcodebuild -showBuildSettings -json`: the target that makes an app,
// of several the first application proper (no watch app, no extension). The
// caller owns what is in *out. AT_EPROTO where it is no such output,
// AT_EDEVICE where no target makes an app.
AT_CHECKED bool at_xcodebuild_parse_settings(struct at_str text,
                                             struct at_build_result *out,
                                             struct at_err *err);

// Is a line of a build's output one that says why it failed? "file:1:2: error:
// …", "error: …", "xcodebuild: error: …".
bool at_xcodebuild_is_error(struct at_str line);

// "16.1" of `xcodebuild -version`'s "Xcode 16.1\nBuild version 16B40"; empty
// where it is something else.
struct at_str at_xcodebuild_version(struct at_str text);

#endif
