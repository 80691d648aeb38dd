// boot.h: the start of a device, with progress and its log kept
#ifndef AT_CLI_BOOT_H
#define AT_CLI_BOOT_H

#include "cli/invocation.h"

enum { AT_BOOT_MS = 300000 }; // a cold start on a busy machine

// Boot the device of opts on invocation->platform, which is set; progress, user
// and log_path are set here. Its id is stored in out_id and invocation->target.
AT_CHECKED bool at_boot_device(struct at_invocation *invocation,
                               struct at_boot_opts *opts, char out_id[128],
                               struct at_err *err);

#endif
