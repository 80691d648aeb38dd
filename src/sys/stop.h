// stop.h: the signals that request the end of a server
#ifndef AT_SYS_STOP_H
#define AT_SYS_STOP_H

#include <stdbool.h>

// From now on SIGTERM, SIGINT and SIGHUP write a byte to wake_fd, which does
// not block, and SIGPIPE does nothing. Earlier signals are forgotten.
void at_stop_take(int wake_fd);
bool at_stop_asked(void);
int at_stop_signal(void); // the received signal, or 0

// Make the pipe for it: read end first, neither end blocks nor is inherited.
bool at_stop_pipe(int fds[2]);
// Drain the read end.
void at_stop_drain(int read_fd);

#endif
