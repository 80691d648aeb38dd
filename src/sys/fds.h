// fds.h: socket pairs
#ifndef AT_SYS_FDS_H
#define AT_SYS_FDS_H

#include "base/err.h"

// Create two ends of a stream, the second for a child. Both are close-on-exec,
// with numbers that do not collide with a child's. Fails with AT_EIO.
AT_CHECKED bool at_fds_pair(int fds[2], struct at_err *err);

// Close *fd, unless it is -1, and set it to -1.
void at_fd_close(int *fd);

#endif
