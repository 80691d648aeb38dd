#include "virtual-android/console/commands.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "virtual-android/ports.h"

enum { WAIT_MS = 10000, PEER_UID_MAX = 99999 };

// The peer knows a socket of this machine by its port, so it is bound before it
// connects.
static int
connect_as(struct vd_ports *ports, const char *endpoint, int uid)
{
    static const char start[] = "tcp:127.0.0.1:";
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof(at);
    int64_t port;
    if (!at_str_starts(at_str(endpoint), at_str(start)) ||
        !at_str_to_i64(at_str(endpoint + strlen(start)), 1, UINT16_MAX, &port))
        return -1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bool ok = fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
              bind(fd, (struct sockaddr *)&at, len) == 0 &&
              getsockname(fd, (struct sockaddr *)&at, &len) == 0;
    if (ok) {
        vd_ports_set_peer(ports, ntohs(at.sin_port), uid);
        at.sin_port = htons((uint16_t)port);
        ok = connect(fd, (struct sockaddr *)&at, sizeof(at)) == 0;
    }
    if (!ok && fd >= 0)
        close(fd);
    return ok ? fd : -1;
}

static void
exchange(struct vd_console_call *call, struct at_conn *conn)
{
    static const char request[] = "GET /status HTTP/1.1\r\nConnection: close"
                                  "\r\n\r\n";
    struct at_op op = {at_now_ns() + WAIT_MS * AT_NS_PER_MS,
                       call->opts->cancel};
    char part[1024];
    size_t len;
    size_t total = 0;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_conn_write(&op, conn, request, sizeof(request) - 1, NULL);
    while (ok && at_conn_read(&op, conn, part, sizeof(part), &len, &err) &&
           len > 0)
        total += len;
    at_buf_add_fmt(call->out, "%s after %zu bytes\r\n",
                   err.code == AT_ETIMEOUT ? "silent" : "closed", total);
}

bool
vd_console_connect(struct vd_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    struct at_str word = {0};
    int64_t uid;
    struct at_conn *conn;
    if (!vd_console_word(&call->rest, &name) ||
        !vd_console_word(&call->rest, &word) ||
        !at_str_to_i64(word, 0, PEER_UID_MAX, &uid))
        return at_fail(err, AT_EUSAGE, "use virtual connect NAME UID");
    char *key = at_strndup(name.ptr, name.len);
    char *endpoint = vd_ports_find(call->opts->ports, key);
    free(key);
    int fd = endpoint ? connect_as(call->opts->ports, endpoint, (int)uid) : -1;
    free(endpoint);
    if (fd < 0)
        return at_fail(err, AT_ENOTFOUND, "no one listens at '%.*s'",
                       AT_STR_ARG(name));
    if (!at_conn_adopt(fd, &conn, err))
        return false;
    exchange(call, conn);
    at_conn_free(conn);
    return true;
}
