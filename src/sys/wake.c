#include "sys/wake.h"

#include <errno.h>
#include <unistd.h>

#include "sys/stop.h"

bool
at_wake_init(struct at_wake *wake, struct at_err *err)
{
    if (!at_stop_pipe(wake->fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe to wake a thread");
    return true;
}

void
at_wake_deinit(struct at_wake *wake)
{
    close(wake->fds[0]);
    close(wake->fds[1]);
}

void
at_wake_post(struct at_wake *wake)
{
    ssize_t n;
    do
        n = write(wake->fds[1], "", 1);
    while (n < 0 && errno == EINTR); // a full pipe wakes as well
}

int
at_wake_fd(const struct at_wake *wake)
{
    return wake->fds[0];
}

void
at_wake_clear(struct at_wake *wake)
{
    char bytes[64];
    ssize_t n;
    do
        n = read(wake->fds[0], bytes, sizeof(bytes));
    while (n == sizeof(bytes) || (n < 0 && errno == EINTR));
}
