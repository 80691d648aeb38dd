// stop.h: the signals that ask a server to end
#ifndef AT_SYS_STOP_H
#define AT_SYS_STOP_H

#include <stdbool.h>

// From here on SIGTERM, SIGINT and SIGHUP write a byte to wake_fd, which does
// not block, and SIGPIPE does nothing. What was asked before is forgotten.
void at_stop_take(int wake_fd);
bool at_stop_asked(void);
int at_stop_signal(void); // the signal that asked; 0

// A pipe for it: read end first, neither end blocks nor is inherited.
bool at_stop_pipe(int fds[2]);
// Take the bytes out of the read end.
void at_stop_drain(int read_fd);

#endif
