#include "sys/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/clock.h"

// One lock for all tokens: firing is rare and short, and a lock per token could
// not protect the parent's list of children against the release of a child.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct at_cancel {
    bool fired; // guarded by lock, like the links
    int read_fd;
    int write_fd;
    struct at_cancel *parent;
    struct at_cancel *first_child;
    struct at_cancel *next_sibling;
};

struct at_cancel *
at_cancel_new(struct at_cancel *parent, struct at_err *err)
{
    int fds[2];
    if (pipe(fds) != 0) {
        at_fail_sys(err, AT_EIO, errno, "no pipe for a cancel token");
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);

    struct at_cancel *cancel = at_alloc(sizeof(*cancel));
    cancel->read_fd = fds[0];
    cancel->write_fd = fds[1];
    cancel->parent = parent;
    if (parent) {
        pthread_mutex_lock(&lock);
        cancel->next_sibling = parent->first_child;
        parent->first_child = cancel;
        bool fired = parent->fired;
        pthread_mutex_unlock(&lock);
        if (fired)
            at_cancel_fire(cancel);
    }
    return cancel;
}

static void
unlink_from_parent(struct at_cancel *cancel)
{
    struct at_cancel **link = &cancel->parent->first_child;
    while (*link != cancel)
        link = &(*link)->next_sibling;
    *link = cancel->next_sibling;
}

void
at_cancel_free(struct at_cancel *cancel)
{
    if (!cancel)
        return;
    pthread_mutex_lock(&lock);
    at_assert(!cancel->first_child);
    if (cancel->parent)
        unlink_from_parent(cancel);
    pthread_mutex_unlock(&lock);
    close(cancel->read_fd);
    close(cancel->write_fd);
    free(cancel);
}

static void
fire_locked(struct at_cancel *cancel)
{
    if (cancel->fired)
        return;
    cancel->fired = true;
    ssize_t n;
    do {
        n = write(cancel->write_fd, "", 1); // never read, so it stays readable
    } while (n < 0 && errno == EINTR);
    struct at_cancel *child = cancel->first_child;
    for (; child; child = child->next_sibling)
        fire_locked(child);
}

void
at_cancel_fire(struct at_cancel *cancel)
{
    pthread_mutex_lock(&lock);
    fire_locked(cancel);
    pthread_mutex_unlock(&lock);
}

bool
at_cancel_fired(struct at_cancel *cancel)
{
    if (!cancel)
        return false;
    pthread_mutex_lock(&lock);
    bool fired = cancel->fired;
    pthread_mutex_unlock(&lock);
    return fired;
}

int
at_cancel_fd(struct at_cancel *cancel)
{
    return cancel ? cancel->read_fd : -1;
}

bool
at_op_check(const struct at_op *op, struct at_err *err)
{
    if (at_cancel_fired(op->cancel))
        return at_fail(err, AT_ECANCELED, "cancelled");
    if (at_now_ns() >= op->deadline_ns)
        return at_fail(err, AT_ETIMEOUT, "timed out");
    return true;
}

bool
at_op_wait_fd(const struct at_op *op, int fd, short events, struct at_err *err)
{
    struct pollfd fds[2] = {
        {.fd = fd, .events = events},
        {.fd = at_cancel_fd(op->cancel), .events = POLLIN},
    };
    for (;;) {
        int left_ms = op->deadline_ns == AT_NEVER_NS
                          ? -1
                          : at_op_left_ms(op, at_now_ns());
        int n = poll(fds, 2, left_ms);
        if (n < 0 && errno != EINTR)
            return at_fail_sys(err, AT_EIO, errno, "poll");
        if (n > 0 && fds[1].revents)
            return at_fail(err, AT_ECANCELED, "cancelled");
        if (n > 0 && fds[0].revents)
            return true;
        if (left_ms == 0)
            return at_fail(err, AT_ETIMEOUT, "timed out");
    }
}

bool
at_op_wait_until(const struct at_op *op, int64_t until_ns, struct at_err *err)
{
    struct at_op nap = *op;
    if (until_ns < nap.deadline_ns)
        nap.deadline_ns = until_ns;
    struct at_err why = AT_ERR_INIT;
    if (at_op_wait_fd(&nap, -1, 0, &why))
        return true; // unreachable: fd -1 is never ready
    if (why.code == AT_ETIMEOUT && nap.deadline_ns == until_ns)
        return true;
    return at_err_pass(err, &why);
}
