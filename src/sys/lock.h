// lock.h: a named lease among this user's processes, kept by the kernel
//
// A lease is a record lock on a file in a folder of this user: it ends with its
// process, however that ends. The file names the holder. A holder can be asked
// to release the lease, through a pipe next to the file; no process is
// signalled.
#ifndef AT_SYS_LOCK_H
#define AT_SYS_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"

struct at_lock;

enum { AT_LOCK_STEAL_MS = 10000 }; // a working holder releases it in that time

// Take the lease called name for program. Fails with AT_EBUSY, naming the
// holder and since when it has it. With steal the holder is asked to release it
// and waited for until op ends, at most AT_LOCK_STEAL_MS. The caller owns
// *out_lock; NULL on failure.
AT_CHECKED bool at_lock_take(const struct at_op *op, const char *name,
                             const char *program, bool steal,
                             struct at_lock **out_lock, struct at_err *err);
void at_lock_release(struct at_lock *lock); // NULL is allowed

// Does the lease still exclude others? Not if its file was removed, as cleaners
// of /tmp do: take it again then, which fails if another process has it by now.
bool at_lock_is_there(const struct at_lock *lock);

// Return a descriptor that is readable once another process asks for the lease.
int at_lock_fd(const struct at_lock *lock);

struct at_lock_holder {
    long pid;
    char program[64];
    int64_t since_ms; // wall clock; 0: not known
};

// Does any process, this one included, have the lease called name? *out_who is
// that process as far as it is known. Takes nothing and makes nothing.
bool at_lock_is_held(const char *name, struct at_lock_holder *out_who);

// Return the path of a file next to the lease called name, for what its holder
// publishes. Owned by the caller; NULL with err.
char *at_lock_path_beside(const char *name, const char *suffix,
                          struct at_err *err);

// Has another process, *out_who, asked for the lease? Never waits.
bool at_lock_asked(struct at_lock *lock, struct at_lock_holder *out_who);

#endif
