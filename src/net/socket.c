// socket.c: socket descriptors and addresses
#include "net/socket.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>

bool
at_socket_prepare(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

bool
at_socket_unix_address(const char *path, struct sockaddr_un *out,
                       struct at_err *err)
{
    size_t len = strlen(path);
    size_t max = sizeof(out->sun_path) - 1;
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (len == 0 || len > max)
        return at_fail(err, AT_EUSAGE,
                       "a socket's path may have 1 to %zu bytes, '%s' has %zu",
                       max, path, len);
    memcpy(out->sun_path, path, len);
    return true;
}
