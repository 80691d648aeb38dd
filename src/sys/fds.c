#include "sys/fds.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sys/spawn.h"

bool
at_fds_pair(int fds[2], struct at_err *err)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
        return at_fail_sys(err, AT_EIO, errno, "no socket for a child");
    fds[0] = at_spawn_clear(fds[0]);
    fds[1] = at_spawn_clear(fds[1]);
    if (fds[0] >= 0 && fds[1] >= 0)
        return true;
    at_fail_sys(err, AT_EIO, errno, "no socket for a child");
    for (int i = 0; i < 2; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    return false;
}

void
at_fd_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
