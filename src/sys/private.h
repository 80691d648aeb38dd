// private.h: opening of files that belong to this user
//
// In a shared folder, others may have placed a link under a guessable name,
// redirecting reads and writes, or a FIFO, which blocks. These functions do not
// follow links, wait, or truncate.
#ifndef AT_SYS_PRIVATE_H
#define AT_SYS_PRIVATE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

// Open a regular file of this user. flags are those of open(2); O_CREAT creates
// it with mode 0600. Fails with AT_EIO for anything else of that name, advising
// to remove it. The caller closes *out_fd, which is -1 on failure.
AT_CHECKED bool at_private_open(const char *path, int flags, int *out_fd,
                                struct at_err *err);
// Open a FIFO of this user in the same way, without blocking.
AT_CHECKED bool at_private_open_fifo(const char *path, int flags, int *out_fd,
                                     struct at_err *err);

// Return true if path still names the open file. A file in a shared folder may
// be removed or replaced at any time.
bool at_private_is_at(int fd, const char *path);

// Append a whole file of this user to out, like at_file_read().
AT_CHECKED bool at_private_read(const char *path, struct at_buf *out,
                                struct at_err *err);

// Append the first line of a file that other users cannot read; a link is
// followed. A file of root may be readable for its group. what: its name in
// messages, "token file".
AT_CHECKED bool at_private_read_line(const char *path, const char *what,
                                     struct at_buf *out, struct at_err *err);

#endif
