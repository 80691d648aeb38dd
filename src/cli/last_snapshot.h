// last_snapshot.h: a device opened with the refs of the session's last snapshot
#ifndef AT_CLI_LAST_SNAPSHOT_H
#define AT_CLI_LAST_SNAPSHOT_H

#include "base/err.h"
#include "cli/invocation.h"
#include "cli/target.h"

// Open the device, and give the app the refs of the last snapshot if that is of
// this device. If target is a ref, it has to be: AT_ENOTFOUND if there is no
// snapshot or no such ref in it, AT_EUSAGE if it is of another device; a
// warning if it is old. target may be NULL.
AT_CHECKED bool at_last_snapshot_open(struct at_invocation *invocation,
                                      const struct at_target *target,
                                      struct at_app **out_app,
                                      struct at_err *err);

#endif
