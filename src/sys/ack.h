// ack.h: acknowledge what a TCP socket has received, without a delay
//
// A sender that waits for it (Nagle's algorithm) holds its next message back
// for some 40 ms otherwise. Linux only, and for what has arrived so far;
// elsewhere it does nothing.
#ifndef AT_SYS_ACK_H
#define AT_SYS_ACK_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static inline void
at_socket_ack_now(int fd)
{
#ifdef TCP_QUICKACK
    int on = 1; // fails on Unix sockets, which have no such delay
    (void)setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
#else
    (void)fd;
#endif
}

#endif
