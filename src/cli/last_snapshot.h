// last_snapshot.h: a device opened with the refs of the session's last snapshot
#ifndef AT_CLI_LAST_SNAPSHOT_H
#define AT_CLI_LAST_SNAPSHOT_H

#include "base/err.h"
#include "cli/invocation.h"
#include "cli/target.h"

// Open the device and give the app the refs of the last snapshot, if that
// snapshot is of this device. A ref as target needs it: AT_ENOTFOUND without a
// snapshot or such a ref, AT_EUSAGE for another device, a warning if the
// snapshot is old. target may be NULL.
AT_CHECKED bool at_last_snapshot_open(struct at_invocation *invocation,
                                      const struct at_target *target,
                                      struct at_app **out_app,
                                      struct at_err *err);

#endif
