// filelock.h: exclusive access to a file among this user's processes
//
// A record lock (fcntl) on a file, which the kernel releases when its process
// ends for any reason. It is also lost when this process closes any other
// descriptor of the file: access a locked file only through at_filelock_fd(),
// never through at_file_append() and the like.
#ifndef AT_SYS_FILELOCK_H
#define AT_SYS_FILELOCK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_filelock;

// Lock the file at path, created (0600) if absent, waiting for other processes
// until op ends. Then fails with AT_EBUSY and the holder's process id; fails at
// once if this process has locked it. The caller owns *out_lock; NULL on
// failure.
AT_CHECKED bool at_filelock_take(const struct at_op *op, const char *path,
                                 struct at_filelock **out_lock,
                                 struct at_err *err);
void at_filelock_release(struct at_filelock *lock); // NULL is allowed

// Return the locked file's descriptor, open for reading and writing; owned by
// the lock.
int at_filelock_fd(const struct at_filelock *lock);

// Return true if a process, including this one, has locked the file at path;
// false if the file does not exist.
bool at_filelock_is_held(const char *path);

#endif
