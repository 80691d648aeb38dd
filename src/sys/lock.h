// lock.h: a named lease among this user's processes, held by the kernel
//
// A lease is a record lock on a file in a folder of this user, so it ends with
// its process for any reason. The file names the holder. A pipe next to the
// file is used to ask the holder to release the lease; processes are not
// signalled.
#ifndef AT_SYS_LOCK_H
#define AT_SYS_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"

struct at_lock;

enum { AT_LOCK_STEAL_MS = 10000 }; // enough for a working holder to release it

// Take the named lease for program. Fails with AT_EBUSY, the holder and the
// time it was taken. With steal set, ask the holder to release it and wait
// until op ends, at most AT_LOCK_STEAL_MS. The caller owns *out_lock; NULL on
// failure.
AT_CHECKED bool at_lock_take(const struct at_op *op, const char *name,
                             const char *program, bool steal,
                             struct at_lock **out_lock, struct at_err *err);
void at_lock_release(struct at_lock *lock); // NULL is allowed

// Return true if the lease still excludes others. Cleaners of /tmp may remove
// its file: then take it again, which fails if another process now has it.
bool at_lock_is_there(const struct at_lock *lock);

// Return a descriptor that becomes readable when another process asks for the
// lease.
int at_lock_fd(const struct at_lock *lock);

struct at_lock_holder {
    long pid;
    char program[64];
    int64_t since_ms; // wall clock; 0: unknown
};

// Return true if any process, including this one, has the named lease. *out_who
// is its holder as far as known. Takes nothing and creates nothing.
bool at_lock_is_held(const char *name, struct at_lock_holder *out_who);

// Return the path of a file next to the named lease, for data published by its
// holder. Owned by the caller; NULL with err.
char *at_lock_path_beside(const char *name, const char *suffix,
                          struct at_err *err);

// Return true if another process, *out_who, has asked for the lease. Never
// waits.
bool at_lock_asked(struct at_lock *lock, struct at_lock_holder *out_who);

#endif
