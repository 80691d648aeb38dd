// file.h: bounded reading and writing of whole files, and opening for streaming
//
// These functions may block on the disk and do not take an op. Descriptors are
// close-on-exec.
#ifndef AT_SYS_FILE_H
#define AT_SYS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

// Append a whole file to out. Fails with AT_ELIMIT, leaving out unchanged, if
// out is too small.
AT_CHECKED bool at_file_read(const char *path, struct at_buf *out,
                             struct at_err *err);

// Write a file atomically, readable only by its owner: readers see either the
// old or the new content. A failure leaves the old file.
AT_CHECKED bool at_file_write(const char *path, struct at_str content,
                              struct at_err *err);

bool at_file_exists(const char *path); // true for a folder too
// Write without waiting for the disk, which may take 10 ms. A power loss (but
// not a crash of the process) may leave an empty file, so use it for
// reproducible content.
AT_CHECKED bool at_file_put(const char *path, struct at_str content,
                            struct at_err *err);

// Create a file, readable only by its owner, which appears with its complete
// content. Uses link(2), because some folder watchers (the emulator's) notice
// created but not renamed files. Fails with AT_EIO if the name exists; links
// are not followed.
AT_CHECKED bool at_file_create(const char *path, struct at_str content,
                               struct at_err *err);

bool at_file_is_executable(const char *path); // a regular file
// Return true for a regular file (not a link to one) that belongs to this user.
bool at_file_is_mine(const char *path);

// Open a regular file for reading. The caller closes *out_fd, which is -1 on
// failure.
AT_CHECKED bool at_file_open(const char *path, int *out_fd, uint64_t *out_size,
                             struct at_err *err);
// Read 1 to cap bytes; *out_len is 0 only at the end.
AT_CHECKED bool at_file_read_some(int fd, void *buf, size_t cap,
                                  size_t *out_len, struct at_err *err);

// Append the rest of an open file, named path in errors, like at_file_read().
AT_CHECKED bool at_file_read_open(int fd, const char *path, struct at_buf *out,
                                  struct at_err *err);

AT_CHECKED bool at_file_write_open(int fd, struct at_str content,
                                   struct at_err *err);
// Create an unnamed file on the disk of folder, which disappears when the
// caller closes *out_fd; -1 on failure.
AT_CHECKED bool at_file_open_unnamed(const char *folder, int *out_fd,
                                     struct at_err *err);

// Map a whole regular file read-only, until at_file_unmap(): only the parts of
// an APK of gigabytes that are read cost memory. Truncation of the mapped file
// by others kills this process (SIGBUS).
AT_CHECKED bool at_file_map(const char *path, struct at_str *out_bytes,
                            struct at_err *err);
void at_file_unmap(struct at_str bytes); // an empty view is allowed

// Append to a file readable only by its owner, created if absent, in a single
// write, so lines of several writers do not mix. Links are not followed.
AT_CHECKED bool at_file_append(const char *path, struct at_str content,
                               struct at_err *err);

#endif
