// ack.h: immediate acknowledgement of data received on a TCP socket
//
// Otherwise a sender that waits for it (Nagle's algorithm) delays its next
// message by some 40 ms. Linux only, and only for data that has arrived; does
// nothing on other systems.
#ifndef AT_SYS_ACK_H
#define AT_SYS_ACK_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static inline void
at_socket_ack_now(int fd)
{
#ifdef TCP_QUICKACK
    int on = 1; // fails on Unix sockets, which do not delay
    (void)setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
#else
    (void)fd;
#endif
}

#endif
