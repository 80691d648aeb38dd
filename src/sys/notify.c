// notify.c: datagrams to systemd
#include "sys/notify.h"

#include <stddef.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/str.h"
#include "sys/fds.h"

// '@' stands for the NUL of an abstract name.
static bool
address_of(struct sockaddr_un *address, socklen_t *len)
{
    const char *path = getenv("NOTIFY_SOCKET");
    size_t path_len = path ? strlen(path) : 0;
    if (path_len < 2 || path_len >= sizeof(address->sun_path) ||
        (path[0] != '/' && path[0] != '@'))
        return false;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, path, path_len);
    if (path[0] == '@')
        address->sun_path[0] = '\0';
    *len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + path_len);
    return true;
}

void
at_notify(const char *state)
{
    struct sockaddr_un address;
    socklen_t len;
    if (!address_of(&address, &len))
        return;
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0)
        return;
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    ssize_t n = sendto(fd, state, strlen(state), MSG_DONTWAIT,
                       (const struct sockaddr *)&address, len);
    (void)n;
    close(fd);
}

int64_t
at_notify_watchdog_ms(void)
{
    int64_t usec, pid;
    struct at_str of = at_str(getenv("WATCHDOG_PID"));
    if (!at_str_to_i64(at_str(getenv("WATCHDOG_USEC")), 1, INT64_MAX / 2,
                       &usec))
        return 0;
    if (of.len > 0 &&
        (!at_str_to_i64(of, 1, INT64_MAX, &pid) || pid != (int64_t)getpid()))
        return 0;
    return usec / 2000 > 0 ? usec / 2000 : 1;
}
