// send.h: what the systems' sockets do not have in common
#ifndef AT_SYS_SEND_H
#define AT_SYS_SEND_H

#include <sys/socket.h>

// Flags of send() for which a peer that has gone is EPIPE and no signal.
// Before version 13, macOS had none; there the programs ignore SIGPIPE (they
// all do).
#ifdef MSG_NOSIGNAL
enum { AT_SEND_FLAGS = MSG_NOSIGNAL };
#else
enum { AT_SEND_FLAGS = 0 };
#endif

#endif
