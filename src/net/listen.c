// listen.c: listening sockets
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/conn.h"
#include "net/socket.h"
#include "sys/cancel.h"

bool
at_listen_tcp(const char *address, uint16_t port, int *out_fd,
              uint16_t *out_port, struct at_err *err)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t len = sizeof(name);
    int on = 1;
    *out_fd = -1;
    if (inet_pton(AF_INET, address, &name.sin_addr) != 1)
        return at_fail(err, AT_EUSAGE, "'%s' is not an IPv4 address", address);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return at_fail_sys(err, AT_EIO, errno, "no socket");
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (!at_socket_prepare(fd) ||
        bind(fd, (struct sockaddr *)&name, sizeof(name)) != 0 ||
        listen(fd, 64) != 0 ||
        getsockname(fd, (struct sockaddr *)&name, &len) != 0) {
        int sys = errno;
        close(fd);
        return at_fail_sys(err, AT_EIO, sys, "cannot listen on %s:%u", address,
                           port);
    }
    *out_fd = fd;
    *out_port = ntohs(name.sin_port);
    return true;
}

// Return true if a process accepts connections at address, even if its backlog
// is full.
static bool
is_listened_to(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || !at_socket_prepare(fd)) {
        if (fd >= 0)
            close(fd);
        return true; // do not remove anything on a guess
    }
    bool gone =
        connect(fd, (const struct sockaddr *)address, sizeof(*address)) != 0 &&
        (errno == ECONNREFUSED || errno == ENOENT);
    close(fd);
    return !gone;
}

// Remove a socket that no process listens on. Other files are kept.
static bool
remove_stale(const struct sockaddr_un *address, struct at_err *err)
{
    const char *path = address->sun_path;
    struct stat info;
    if (lstat(path, &info) != 0)
        return errno == ENOENT ||
               at_fail_sys(err, AT_EIO, errno, "cannot examine '%s'", path);
    if (!S_ISSOCK(info.st_mode))
        return at_fail(err, AT_EIO,
                       "'%s' exists and is not a socket: remove it", path);
    if (is_listened_to(address))
        return at_fail(err, AT_EBUSY, "a process listens at '%s' already",
                       path);
    if (unlink(path) != 0 && errno != ENOENT)
        return at_fail_sys(err, AT_EIO, errno, "cannot remove '%s'", path);
    return true;
}

// No one can connect between bind() and chmod(), because listen() comes last.
static bool
listen_at(int fd, const struct sockaddr_un *address, struct at_err *err)
{
    const char *path = address->sun_path;
    if (bind(fd, (const struct sockaddr *)address, sizeof(*address)) != 0)
        return errno == EADDRINUSE
                   ? at_fail(err, AT_EBUSY, "a process listens at '%s' already",
                             path)
                   : at_fail_sys(err, AT_EIO, errno, "cannot make '%s'", path);
    if (chmod(path, 0600) == 0 && listen(fd, 64) == 0)
        return true;
    int sys = errno;
    unlink(path);
    return at_fail_sys(err, AT_EIO, sys, "cannot listen at '%s'", path);
}

bool
at_listen_unix(const char *path, int *out_fd, struct at_err *err)
{
    struct sockaddr_un address;
    *out_fd = -1;
    if (!at_socket_unix_address(path, &address, err) ||
        !remove_stale(&address, err))
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || !at_socket_prepare(fd)) {
        int sys = errno;
        if (fd >= 0)
            close(fd);
        return at_fail_sys(err, AT_EIO, sys, "no socket");
    }
    if (!listen_at(fd, &address, err)) {
        close(fd);
        return false;
    }
    *out_fd = fd;
    return true;
}

bool
at_accept(const struct at_op *op, int listen_fd, struct at_conn **out_conn,
          struct at_err *err)
{
    *out_conn = NULL;
    for (;;) {
        int fd = accept(listen_fd, NULL, NULL);
        if (fd >= 0)
            return at_conn_adopt(fd, out_conn, err);
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!at_op_wait_fd(op, listen_fd, POLLIN, err))
                return false;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return at_fail_sys(err, AT_EIO, errno, "accept");
        }
    }
}
