// waiters.h: threads that wait for a change of what a lock guards
//
// A condition variable cannot be waited for together with an op's cancel token
// and deadline. The owner of the lock keeps the list and calls with the lock
// held.
#ifndef AT_SYS_WAITERS_H
#define AT_SYS_WAITERS_H

#include <pthread.h>

#include "base/err.h"
#include "base/op.h"

struct at_waiter;

struct at_waiters {
    struct at_waiter *first; // guarded by the owner's lock
};

// Wait for the next wake, without the lock; the caller then checks its
// condition again. A wake that follows the unlocking is never missed.
AT_CHECKED bool at_waiters_wait_locked(const struct at_op *op,
                                       struct at_waiters *waiters,
                                       pthread_mutex_t *lock,
                                       struct at_err *err);
void at_waiters_wake_locked(struct at_waiters *waiters);

#endif
