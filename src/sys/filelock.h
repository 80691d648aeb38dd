// filelock.h: one writer at a time of a file, among this user's processes
//
// A record lock (fcntl) on a file: the kernel ends it with the process that
// holds it, however that ends. Within one process the same file must not be
// locked twice.
#ifndef AT_SYS_FILELOCK_H
#define AT_SYS_FILELOCK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_filelock;

// Lock the file at path, made (0600) where it was not, waiting for others
// until op ends (AT_EBUSY then, with the process id of who holds it). The
// caller owns *out_lock.
AT_CHECKED bool at_filelock_take(const struct at_op *op, const char *path,
                                 struct at_filelock **out_lock,
                                 struct at_err *err);
void at_filelock_release(struct at_filelock *lock); // NULL is allowed

// Does another process hold the file at path? False where it is not there.
bool at_filelock_is_held(const char *path);

#endif
