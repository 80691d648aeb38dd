// lock.h: a named lease of this user's processes, kept by the kernel
//
// A record lock on a file in a folder of this user: it ends with the process
// that holds it, however that ends. The file tells who holds it. A holder can
// be asked to let go, through a pipe beside the file; nobody is signalled.
#ifndef AT_SYS_LOCK_H
#define AT_SYS_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"

struct at_lock;

enum { AT_LOCK_STEAL_MS = 10000 }; // a holder that works lets go in that time

// Take the lease called name for program. AT_EBUSY says who holds it and since
// when. With steal the holder is asked to let go and waited for until op ends,
// at most AT_LOCK_STEAL_MS. The caller owns *out_lock; NULL on failure.
AT_CHECKED bool at_lock_take(const struct at_op *op, const char *name,
                             const char *program, bool steal,
                             struct at_lock **out_lock, struct at_err *err);
void at_lock_release(struct at_lock *lock); // NULL is allowed

// Readable once somebody asks for the lease.
int at_lock_fd(const struct at_lock *lock);

struct at_lock_holder {
    long pid;
    char program[64];
    int64_t since_ms; // wall clock; 0: not known
};

// Has somebody asked? *out_who tells who. Never waits.
bool at_lock_asked(struct at_lock *lock, struct at_lock_holder *out_who);

#endif
