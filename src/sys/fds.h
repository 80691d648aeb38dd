// fds.h: pairs of descriptors
#ifndef AT_SYS_FDS_H
#define AT_SYS_FDS_H

#include "base/err.h"

// Two ends of a stream, for a child that gets the second; both are
// close-on-exec and none of the numbers that a child takes. AT_EIO.
AT_CHECKED bool at_fds_pair(int fds[2], struct at_err *err);

#endif
