// conn.c: streams over TCP and Unix sockets
#include "net/conn.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "net/socket.h"
#include "sys/ack.h"
#include "sys/cancel.h"
#include "sys/peer.h"
#include "sys/send.h"

struct at_conn {
    int fd; // owned, non-blocking
};

bool
at_conn_adopt(int fd, struct at_conn **out_conn, struct at_err *err)
{
    *out_conn = NULL;
    if (!at_socket_prepare(fd)) {
        int sys = errno;
        close(fd);
        return at_fail_sys(err, AT_EIO, sys, "cannot prepare a socket");
    }
    int on = 1; // fails on Unix sockets, which do not delay
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    *out_conn = at_alloc(sizeof(**out_conn));
    (*out_conn)->fd = fd;
    return true;
}

static bool
finish_connect(const struct at_op *op, int fd, struct at_err *err)
{
    int sys = 0;
    socklen_t len = sizeof(sys);
    if (!at_op_wait_fd(op, fd, POLLOUT, err))
        return false;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &sys, &len) != 0)
        sys = errno;
    return sys == 0 || at_fail_sys(err, AT_ENODEV, sys, "cannot connect");
}

static bool
connect_address(const struct at_op *op, const struct sockaddr *address,
                socklen_t len, struct at_conn **out_conn, struct at_err *err)
{
    int fd = socket(address->sa_family, SOCK_STREAM, 0);
    if (fd < 0)
        return at_fail_sys(err, AT_EIO, errno, "no socket");
    if (!at_conn_adopt(fd, out_conn, err))
        return false;
    bool ok = connect(fd, address, len) == 0;
    if (!ok && (errno == EINPROGRESS || errno == EINTR))
        ok = finish_connect(op, fd, err);
    else if (!ok)
        at_fail_sys(err, AT_ENODEV, errno, "cannot connect");
    if (!ok) {
        at_conn_free(*out_conn);
        *out_conn = NULL;
    }
    return ok;
}

static bool
connect_unix(const struct at_op *op, const char *path,
             struct at_conn **out_conn, struct at_err *err)
{
    struct sockaddr_un address;
    return at_socket_unix_address(path, &address, err) &&
           connect_address(op, (struct sockaddr *)&address, sizeof(address),
                           out_conn, err);
}

// Names are resolved by getaddrinfo(), which cannot be cancelled; the addresses
// used here are numeric or "localhost".
static bool
connect_tcp(const struct at_op *op, const char *host, const char *port,
            struct at_conn **out_conn, struct at_err *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int status = getaddrinfo(host, port, &hints, &found);
    if (status != 0)
        return at_fail(err, AT_ENODEV, "%s", gai_strerror(status));
    bool ok = false;
    for (struct addrinfo *at = found; at && !ok; at = at->ai_next)
        ok = connect_address(op, at->ai_addr, at->ai_addrlen, out_conn, err);
    freeaddrinfo(found);
    return ok;
}

// Split "HOST:PORT" or "[HOST]:PORT". The caller frees the copy of HOST.
static bool
split_tcp(struct at_str name, char **out_host, const char **out_port)
{
    const char *colon = strrchr(name.ptr, ':');
    int64_t port;
    if (!colon)
        return false;
    struct at_str host = at_str_n(name.ptr, (size_t)(colon - name.ptr));
    if (at_str_starts(host, AT_STR("[")) && at_str_ends(host, AT_STR("]")))
        host = at_str_n(host.ptr + 1, host.len - 2);
    // getaddrinfo() would accept service names, and 65537 as 1.
    if (host.len == 0 || !at_str_to_i64(at_str(colon + 1), 1, 65535, &port))
        return false;
    *out_host = at_strndup(host.ptr, host.len);
    *out_port = colon + 1;
    return true;
}

bool
at_conn_open(const struct at_op *op, const char *endpoint,
             struct at_conn **out_conn, struct at_err *err)
{
    struct at_str text = at_str(endpoint);
    char *host;
    const char *port;
    bool ok;
    *out_conn = NULL;
    if (at_str_starts(text, AT_STR("unix:"))) {
        ok = connect_unix(op, endpoint + 5, out_conn, err);
    } else if (at_str_starts(text, AT_STR("tcp:")) &&
               split_tcp(at_str_skip(text, 4), &host, &port)) {
        ok = connect_tcp(op, host, port, out_conn, err);
        free(host);
    } else {
        return at_fail(err, AT_EUSAGE, "'%s' is not tcp:HOST:PORT or unix:PATH",
                       endpoint);
    }
    if (!ok)
        at_err_context(err, "'%s'", endpoint);
    return ok;
}

bool
at_conn_read(const struct at_op *op, struct at_conn *conn, void *buf,
             size_t cap, size_t *out_len, struct at_err *err)
{
    *out_len = 0;
    at_assert(cap > 0);
    if (!at_op_check(op, err)) // checked even if the peer never pauses
        return false;
    for (;;) {
        ssize_t n = recv(conn->fd, buf, cap, 0);
        if (n >= 0) {
            *out_len = (size_t)n;
            return true;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // the adb server delays each further piece until then
            at_socket_ack_now(conn->fd);
            if (!at_op_wait_fd(op, conn->fd, POLLIN, err))
                return false;
        } else if (errno != EINTR) {
            return at_fail_sys(err, AT_ENODEV, errno, "connection lost");
        }
    }
}

bool
at_conn_read_all(const struct at_op *op, struct at_conn *conn, void *buf,
                 size_t len, struct at_err *err)
{
    char *at = buf;
    while (len > 0) {
        size_t n;
        if (!at_conn_read(op, conn, at, len, &n, err))
            return false;
        if (n == 0)
            return at_fail(err, AT_EPROTO,
                           "connection closed with %zu bytes missing", len);
        at += n;
        len -= n;
    }
    return true;
}

bool
at_conn_write_some(struct at_conn *conn, const void *buf, size_t len,
                   size_t *out_len, struct at_err *err)
{
    *out_len = 0;
    for (;;) {
        ssize_t n = send(conn->fd, buf, len, AT_SEND_FLAGS);
        if (n >= 0) {
            *out_len = (size_t)n;
            return true;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return true;
        if (errno != EINTR)
            return at_fail_sys(err, AT_ENODEV, errno, "connection lost");
    }
}

bool
at_conn_write(const struct at_op *op, struct at_conn *conn, const void *buf,
              size_t len, struct at_err *err)
{
    const char *at = buf;
    while (len > 0) {
        size_t n;
        if (!at_op_check(op, err) ||
            !at_conn_write_some(conn, at, len, &n, err))
            return false;
        if (n == 0 && !at_op_wait_fd(op, conn->fd, POLLOUT, err))
            return false;
        at += n;
        len -= n;
    }
    return true;
}

int
at_conn_fd(const struct at_conn *conn)
{
    return conn->fd;
}

void
at_conn_end_writing(struct at_conn *conn)
{
    shutdown(conn->fd, SHUT_WR); // a disconnected peer need not be notified
}

void
at_conn_free(struct at_conn *conn)
{
    if (!conn)
        return;
    close(conn->fd);
    free(conn);
}

bool
at_conn_is_mine(const struct at_conn *conn)
{
    return at_peer_is_mine(conn->fd);
}
