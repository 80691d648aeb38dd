// waiters.c: a token for each thread that waits
#include "sys/waiters.h"

#include <poll.h>

#include "sys/cancel.h"

struct at_waiter {
    struct at_cancel *woken;
    struct at_waiter *next;
};

bool
at_waiters_wait_locked(const struct at_op *op, struct at_waiters *waiters,
                       pthread_mutex_t *lock, struct at_err *err)
{
    struct at_waiter self = {at_cancel_new(NULL, err), waiters->first};
    if (!self.woken)
        return false;
    waiters->first = &self;
    pthread_mutex_unlock(lock);
    bool ok = at_op_wait_fd(op, at_cancel_fd(self.woken), POLLIN, err);
    pthread_mutex_lock(lock);
    struct at_waiter **link = &waiters->first;
    while (*link != &self)
        link = &(*link)->next;
    *link = self.next;
    at_cancel_free(self.woken);
    return ok;
}

void
at_waiters_wake_locked(struct at_waiters *waiters)
{
    struct at_waiter *waiter = waiters->first;
    for (; waiter; waiter = waiter->next)
        at_cancel_fire(waiter->woken);
}
