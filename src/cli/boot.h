// boot.h: starting a device for a command, with progress and its log kept
#ifndef AT_CLI_BOOT_H
#define AT_CLI_BOOT_H

#include "cli/call.h"

enum { AT_BOOT_MS = 300000 }; // a cold start on a busy machine

// Boot what opts says on call->platform, which is set; progress, user and
// log_path are set here. Its id goes into out_id, and into call->target.
AT_CHECKED bool at_call_boot(struct at_call *call, struct at_boot_opts *opts,
                             char out_id[128], struct at_err *err);

#endif
