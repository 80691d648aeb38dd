// run_axe.h: finding and running AXe (https://github.com/cameroncooke/AXe)
//
// It is looked for, in this order: MOBILE_DEV_AGENT_AXE_PATH (absolute; set to
// what cannot be run is an error, not a reason to look further); bundled/axe
// beside the program, and in the share folder of the program's prefix
// (PREFIX/share/mobile-dev-agent/bundled/axe of PREFIX/bin/mobile-dev-agent);
// `axe` in PATH. Nowhere: AT_ENOTOOL.
#ifndef AT_DEVICE_IOS_RUN_AXE_H
#define AT_DEVICE_IOS_RUN_AXE_H

#include "base/argv.h"
#include "device/platform.h"

#define AT_AXE_PATH_VAR "MOBILE_DEV_AGENT_AXE_PATH"
#define AT_AXE_REMEDY "brew install cameroncooke/axe/axe"

// The caller owns *out_path.
AT_CHECKED bool at_axe_find(char **out_path, struct at_err *err);

// Run AXe with these words. False, with its own words, also where it ended
// with another status than 0; result is set anew in every case, and the
// caller's. secret is the place in words of what no log may hold; SIZE_MAX:
// there is none.
AT_CHECKED bool at_axe_run(const struct at_platform_call *call,
                           const struct at_argv *words, size_t secret,
                           struct at_proc_result *result, struct at_err *err);

#endif
