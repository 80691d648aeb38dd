// rundir.h: folders that belong to this user alone
#ifndef AT_SYS_RUNDIR_H
#define AT_SYS_RUNDIR_H

#include <stdbool.h>

#include "base/err.h"

// Make the folder unless it is there, and see that it is a folder of this user
// that nobody else can use: parents like /tmp are everybody's.
AT_CHECKED bool at_rundir_make(const char *path, struct at_err *err);

// The folder for what lives as long as processes do, made where it was not:
// $XDG_RUNTIME_DIR/agentest, where that is this user's, else agentest-UID in
// $TMPDIR or /tmp. Owned by the caller; NULL with err.
char *at_rundir_open(struct at_err *err);
// The latter alone, whose name is owned by the caller; not made.
char *at_rundir_temporary(void);

#endif
