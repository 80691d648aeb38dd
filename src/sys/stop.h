// stop.h: the signals that request the end of a server
#ifndef AT_SYS_STOP_H
#define AT_SYS_STOP_H

#include <stdbool.h>

// Let SIGTERM, SIGINT and SIGHUP write a byte to wake_fd, which must be
// non-blocking, and ignore SIGPIPE. Earlier signals are forgotten.
void at_stop_take(int wake_fd);
bool at_stop_asked(void);
int at_stop_signal(void); // the received signal, or 0

// Create the pipe for it: read end first, both ends non-blocking and
// close-on-exec.
bool at_stop_pipe(int fds[2]);
void at_stop_drain(int read_fd);

#endif
