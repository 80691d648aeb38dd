// rundir.h: private folders of this user
#ifndef AT_SYS_RUNDIR_H
#define AT_SYS_RUNDIR_H

#include <stdbool.h>

#include "base/err.h"

// Create the folder if absent, and check that it belongs to this user and is
// inaccessible to others, because parents such as /tmp are shared.
AT_CHECKED bool at_rundir_make(const char *path, struct at_err *err);

// Each of these returns a folder, created if absent and owned by the caller;
// NULL with err. If another user has taken the name, a folder in this user's
// home is used (see sys/userdirs.h).

// For files that live as long as processes: $XDG_RUNTIME_DIR/agentest, if that
// belongs to this user, else as at_rundir_temporary().
char *at_rundir_open(struct at_err *err);
// For larger files: agentest-UID in $TMPDIR or /tmp.
char *at_rundir_temporary(struct at_err *err);
// For leases: /tmp/agentest-UID. Variables that are set by a login but not by
// cron must not affect it, or a device could have two holders; only
// AGENTEST_LEASE_DIR, which is never set by accident, does.
char *at_rundir_leases(struct at_err *err);

#endif
