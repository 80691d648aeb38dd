// private.h: opening files that only this user may have put there
//
// Somebody who can guess a name in a shared folder may have put a link there,
// so that another file is read or overwritten, or a pipe, which waits for ever.
// These functions follow no link, do not wait, and truncate no file.
#ifndef AT_SYS_PRIVATE_H
#define AT_SYS_PRIVATE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

// Open a regular file of this user. flags are those of open(2); O_CREAT makes
// it with mode 0600. Fails with AT_EIO for anything else of that name, saying
// to remove it. The caller closes *out_fd; on failure it is -1.
AT_CHECKED bool at_private_open(const char *path, int flags, int *out_fd,
                                struct at_err *err);
// The same for a FIFO of this user, never blocking.
AT_CHECKED bool at_private_open_fifo(const char *path, int flags, int *out_fd,
                                     struct at_err *err);

// Is the open file still what path names? A file in a shared folder may be
// removed or replaced at any time.
bool at_private_is_at(int fd, const char *path);

// Append a whole file of this user to out, as at_file_read() does.
AT_CHECKED bool at_private_read(const char *path, struct at_buf *out,
                                struct at_err *err);

#endif
