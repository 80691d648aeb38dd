// run_axe.h: find and run AXe (https://github.com/cameroncooke/AXe)
//
// It is searched in this order: MOBILE_DEV_AGENT_AXE_PATH (absolute; if that
// cannot be run, it is an error and the search ends); bundled/axe next to the
// program, and in the share folder of the program's prefix
// (PREFIX/share/mobile-dev-agent/bundled/axe of PREFIX/bin/mobile-dev-agent);
// `axe` in PATH. Otherwise AT_ENOTOOL.
#ifndef AT_DEVICE_IOS_RUN_AXE_H
#define AT_DEVICE_IOS_RUN_AXE_H

#include "base/argv.h"
#include "device/platform.h"

#define AT_AXE_PATH_VAR "MOBILE_DEV_AGENT_AXE_PATH"
#define AT_AXE_REMEDY "brew install cameroncooke/axe/axe"

// The caller owns *out_path.
AT_CHECKED bool at_axe_find(char **out_path, struct at_err *err);

// Run AXe with these words. Returns false, with its own message, also if its
// exit status is not 0. result is set anew in any case and owned by the caller.
// input is what AXe can read, and no log contains it; may be empty.
AT_CHECKED bool at_axe_run(const struct at_platform_call *call,
                           const struct at_argv *words, struct at_str input,
                           struct at_proc_result *result, struct at_err *err);

#endif
