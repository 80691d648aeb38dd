// live_start.h: the start of a live process, and its end
#ifndef AT_CLI_LIVE_START_H
#define AT_CLI_LIVE_START_H

#include "base/err.h"
#include "base/op.h"
#include "cli/live_client.h"

struct at_live_start_opts {
    const struct at_live_files *files;
    const char *program; // argv[0] of this one
    int64_t ttl_ms;      // 0: that of the process it replaces, else the default
};

// Connect to the live process of this version. Start one if none runs; replace
// one of another version. *out_started says whether it is new.
AT_CHECKED bool at_live_start(const struct at_op *op,
                              const struct at_live_start_opts *opts,
                              struct at_live_client **out_client,
                              bool *out_started, struct at_err *err);

// End the live process of any version, by a request if it answers and by a
// signal if it does not, and wait until it has ended. *out_pid is 0 if none
// ran.
AT_CHECKED bool at_live_stop(const struct at_op *op,
                             const struct at_live_files *files,
                             int64_t *out_pid, struct at_err *err);

#endif
