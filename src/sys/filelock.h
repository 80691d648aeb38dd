// filelock.h: one writer at a time of a file, among this user's processes
//
// A record lock (fcntl) on a file: the kernel ends it with the process that
// holds it, however that ends. It also ends when this process closes any other
// descriptor of the file: read and append a locked file only through
// at_filelock_fd(), never through at_file_append() and the like.
#ifndef AT_SYS_FILELOCK_H
#define AT_SYS_FILELOCK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_filelock;

// Lock the file at path, created (0600) if absent, waiting for other processes
// until op ends. Fails with AT_EBUSY then, naming the holder's process id, and
// at once if this process has locked it. The caller owns *out_lock; NULL on
// failure.
AT_CHECKED bool at_filelock_take(const struct at_op *op, const char *path,
                                 struct at_filelock **out_lock,
                                 struct at_err *err);
void at_filelock_release(struct at_filelock *lock); // NULL is allowed

// The locked file, open for reading and writing; the lock's own.
int at_filelock_fd(const struct at_filelock *lock);

// Has a process, this one included, locked the file at path? Returns false if
// the file does not exist.
bool at_filelock_is_held(const char *path);

#endif
