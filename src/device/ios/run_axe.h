// run_axe.h: finds and runs AXe (https://github.com/cameroncooke/AXe)
//
// Search order: MOBILE_DEV_AGENT_AXE_PATH (absolute; if that cannot be run, the
// search fails); bundled/axe next to the program, and in the share folder of
// the program's prefix (PREFIX/share/mobile-dev-agent/bundled/axe for
// PREFIX/bin/mobile-dev-agent); `axe` in PATH. Otherwise AT_ENOTOOL.
#ifndef AT_DEVICE_IOS_RUN_AXE_H
#define AT_DEVICE_IOS_RUN_AXE_H

#include "base/argv.h"
#include "device/platform.h"

#define AT_AXE_PATH_VAR "MOBILE_DEV_AGENT_AXE_PATH"
#define AT_AXE_REMEDY "brew install cameroncooke/axe/axe"

// The caller owns *out_path.
AT_CHECKED bool at_axe_find(char **out_path, struct at_err *err);

// Run AXe with these words. Return false, with AXe's message, also for a
// non-zero exit status. result is always initialised and owned by the caller.
// AXe can read input, which is not logged and may be empty.
AT_CHECKED bool at_axe_run(const struct at_platform_call *call,
                           const struct at_argv *words, struct at_str input,
                           struct at_proc_result *result, struct at_err *err);

#endif
