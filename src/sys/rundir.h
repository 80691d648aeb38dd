// rundir.h: folders that belong to this user only
#ifndef AT_SYS_RUNDIR_H
#define AT_SYS_RUNDIR_H

#include <stdbool.h>

#include "base/err.h"

// Make the folder if absent, and check that it is a folder of this user that
// nobody else can use: parents like /tmp belong to everybody.
AT_CHECKED bool at_rundir_make(const char *path, struct at_err *err);

// Each of these returns a folder, made if absent, owned by the caller; NULL
// with err. Where another user has taken the name, it is a folder in this
// user's home (see sys/userdirs.h).

// For files that live as long as processes do: $XDG_RUNTIME_DIR/agentest, where
// that is this user's, else as at_rundir_temporary().
char *at_rundir_open(struct at_err *err);
// For larger files: agentest-UID in $TMPDIR or /tmp.
char *at_rundir_temporary(struct at_err *err);
// For leases: /tmp/agentest-UID. Variables that a login sets and cron does not
// must not decide it, or a device has two holders; only AGENTEST_LEASE_DIR,
// which nobody sets by chance.
char *at_rundir_leases(struct at_err *err);

#endif
