// last.h: the refs of the session's last snapshot, for a command that acts
#ifndef AT_CLI_LAST_H
#define AT_CLI_LAST_H

#include "base/err.h"
#include "cli/call.h"
#include "cli/target.h"

// Open the device, and make the last snapshot's refs those of the app, where
// it is of that device. Where target is a ref that is a must: AT_ENOTFOUND
// without a snapshot or beyond its refs, AT_EUSAGE where it is of another
// device; one that is old is warned of. target may be NULL.
AT_CHECKED bool at_last_open(struct at_call *call,
                             const struct at_target *target,
                             struct at_app **out_app, struct at_err *err);

#endif
