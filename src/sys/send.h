// send.h: differences between the systems' sockets
#ifndef AT_SYS_SEND_H
#define AT_SYS_SEND_H

#include <sys/socket.h>

// Flags of send() with which a closed peer is EPIPE instead of a signal. Before
// version 13, macOS had none; there the programs ignore SIGPIPE (they all do).
#ifdef MSG_NOSIGNAL
enum { AT_SEND_FLAGS = MSG_NOSIGNAL };
#else
enum { AT_SEND_FLAGS = 0 };
#endif

#endif
