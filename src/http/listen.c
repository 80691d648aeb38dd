// listen.c: parse, bind, listen
#include "http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64 };

static bool
split(struct at_str address, char *host, size_t cap, int64_t *out_port,
      struct at_err *err)
{
    size_t colon = address.len;
    while (colon > 0 && address.ptr[colon - 1] != ':')
        colon--;
    struct at_str name = at_str_head(address, colon > 0 ? colon - 1 : 0);
    if (at_str_starts(name, AT_STR("[")) && at_str_ends(name, AT_STR("]")))
        name = at_str_skip(at_str_head(name, name.len - 1), 1);
    else if (at_str_has(name, AT_STR(":")))
        name = (struct at_str){"", cap}; // IPv6 without brackets
    if (name.len >= cap ||
        !at_str_to_i64(at_str_skip(address, colon), 0, 65535, out_port))
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' is not an address: use PORT, HOST:PORT or "
                       "[IPv6]:PORT",
                       AT_STR_ARG(at_utf8_head(address, 100)));
    at_str_cut(host, cap, colon > 0 ? name : AT_STR("127.0.0.1"));
    return true;
}

static bool
is_loopback(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)address;
        return ntohl(in->sin_addr.s_addr) >> 24 == 127;
    }
    const struct sockaddr_in6 *in6 = (const void *)address;
    return address->ss_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
}

static bool
describe(struct at_http_listen *out)
{
    struct sockaddr_storage address;
    socklen_t len = sizeof(address);
    char host[INET6_ADDRSTRLEN + 16];
    char port[8];
    if (getsockname(out->fd, (void *)&address, &len) != 0 ||
        getnameinfo((void *)&address, len, host, sizeof(host), port,
                    sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return false;
    bool v6 = address.ss_family == AF_INET6;
    out->loopback = is_loopback(&address);
    snprintf(out->address, sizeof(out->address), v6 ? "[%s]:%s" : "%s:%s", host,
             port);
    return true;
}

static int
open_one(const struct addrinfo *info)
{
    int on = 1;
    int fd = socket(info->ai_family, info->ai_socktype, info->ai_protocol);
    if (fd < 0)
        return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, info->ai_addr, info->ai_addrlen) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

bool
at_http_listen(struct at_str address, struct at_http_listen *out,
               struct at_err *err)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *list = NULL;
    char host[256];
    char port_text[8];
    int64_t port;
    if (!split(address, host, sizeof(host), &port, err))
        return false;
    snprintf(port_text, sizeof(port_text), "%d", (int)port);
    int code = getaddrinfo(host, port_text, &hints, &list);
    if (code != 0)
        return at_fail(err, AT_EUSAGE, "host '%s': %s", host,
                       gai_strerror(code));
    out->fd = -1;
    for (struct addrinfo *info = list; info && out->fd < 0;
         info = info->ai_next)
        out->fd = open_one(info);
    int sys = errno;
    freeaddrinfo(list);
    if (out->fd < 0) {
        at_fail_sys(err, AT_EIO, sys, "cannot listen on '%s:%s'", host,
                    port_text);
        if (sys == EADDRINUSE)
            at_err_add(err, "choose another port, or 0 for any free one");
        return false;
    }
    if (describe(out))
        return true;
    close(out->fd);
    return at_fail(err, AT_EIO, "cannot find the address of '%s'", host);
}
