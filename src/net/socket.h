// socket.h: helpers for conn.c and listen.c
#ifndef AT_NET_SOCKET_H
#define AT_NET_SOCKET_H

#include <stdbool.h>
#include <sys/un.h>

#include "base/err.h"

// Make fd non-blocking and close-on-exec. Return false with errno.
bool at_socket_prepare(int fd);

// Fails with AT_EUSAGE if path is too long.
AT_CHECKED bool at_socket_unix_address(const char *path,
                                       struct sockaddr_un *out,
                                       struct at_err *err);

#endif
