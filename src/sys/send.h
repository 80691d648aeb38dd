// send.h: differences between the systems' send()
#ifndef AT_SYS_SEND_H
#define AT_SYS_SEND_H

#include <sys/socket.h>

// Flags that turn a closed peer into EPIPE instead of a signal. macOS before 13
// has none; all programs ignore SIGPIPE there.
#ifdef MSG_NOSIGNAL
enum { AT_SEND_FLAGS = MSG_NOSIGNAL };
#else
enum { AT_SEND_FLAGS = 0 };
#endif

#endif
