// file.h: whole files, bounded, and opening one to stream it
//
// Everything here may block as long as the disk does; nothing takes an op.
// Descriptors are close-on-exec.
#ifndef AT_SYS_FILE_H
#define AT_SYS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

// Append a whole file to out. Fails with AT_ELIMIT, out unchanged, if out has
// no room for it.
AT_CHECKED bool at_file_read(const char *path, struct at_buf *out,
                             struct at_err *err);

// Write a file that only its owner may read, whole or not at all: readers see
// the old content or the new one. A failure leaves the old file.
AT_CHECKED bool at_file_write(const char *path, struct at_str content,
                              struct at_err *err);

bool at_file_exists(const char *path); // a folder too
// Write it without waiting for the disk, which may take 10 ms: a power loss
// (not the end of a process) may leave an empty file. For content that can be
// made again.
AT_CHECKED bool at_file_put(const char *path, struct at_str content,
                            struct at_err *err);

// Make a file that only its owner may read, which appears under its name with
// its whole content: by link(2), since some watchers of folders (the
// emulator's) notice a created file but not a moved one. Fails with AT_EIO if
// the name exists already; a link is not followed.
AT_CHECKED bool at_file_create(const char *path, struct at_str content,
                               struct at_err *err);

bool at_file_is_executable(const char *path); // a regular file, by this user
// Is it a regular file (not a link to one) that belongs to this user?
bool at_file_is_mine(const char *path);

// Open a regular file for reading. The caller closes *out_fd; on failure it
// is -1.
AT_CHECKED bool at_file_open(const char *path, int *out_fd, uint64_t *out_size,
                             struct at_err *err);
// Read 1 to cap bytes; *out_len is 0 only at the end.
AT_CHECKED bool at_file_read_some(int fd, void *buf, size_t cap,
                                  size_t *out_len, struct at_err *err);

// Append the rest of an open file, which errors call path, to out, as
// at_file_read() does.
AT_CHECKED bool at_file_read_open(int fd, const char *path, struct at_buf *out,
                                  struct at_err *err);

// Write all of content to an open file.
AT_CHECKED bool at_file_write_open(int fd, struct at_str content,
                                   struct at_err *err);
// Make a file that has no name, so that it is gone when the caller closes
// *out_fd; on failure that is -1. It is on the disk of folder.
AT_CHECKED bool at_file_open_unnamed(const char *folder, int *out_fd,
                                     struct at_err *err);

// Map a whole regular file, read only, until at_file_unmap(): an APK of
// gigabytes costs only the parts that are read. If others truncate the file
// while it is mapped, the process ends (SIGBUS).
AT_CHECKED bool at_file_map(const char *path, struct at_str *out_bytes,
                            struct at_err *err);
void at_file_unmap(struct at_str bytes); // an empty view is allowed

// Append to a file that only its owner may read, created if absent, in one
// write, so that lines of several writers do not mix. A link is not followed.
AT_CHECKED bool at_file_append(const char *path, struct at_str content,
                               struct at_err *err);

#endif
