// file.c: reading, writing, appending and mapping of files
#include "sys/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/private.h"

enum { READ_SIZE = 16 * 1024 };

static bool
open_to_read(const char *path, int *out_fd, struct stat *out_info,
             struct at_err *err)
{
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *out_fd = fd;
    if (fd < 0)
        return at_fail_sys(err, AT_EIO, errno, "cannot open '%s'", path);
    if (fstat(fd, out_info) == 0 && S_ISREG(out_info->st_mode))
        return true;
    close(fd);
    *out_fd = -1;
    return at_fail(err, AT_EIO, "'%s' is not a regular file", path);
}

bool
at_file_open(const char *path, int *out_fd, uint64_t *out_size,
             struct at_err *err)
{
    struct stat info;
    *out_size = 0;
    if (!open_to_read(path, out_fd, &info, err))
        return false;
    *out_size = (uint64_t)info.st_size;
    return true;
}

bool
at_file_read_some(int fd, void *buf, size_t cap, size_t *out_len,
                  struct at_err *err)
{
    ssize_t n;
    do {
        n = read(fd, buf, cap);
    } while (n < 0 && errno == EINTR);
    *out_len = n > 0 ? (size_t)n : 0;
    return n >= 0 || at_fail_sys(err, AT_EIO, errno, "cannot read a file");
}

static bool
read_to_end(int fd, const char *path, struct at_buf *out, struct at_err *err)
{
    char piece[READ_SIZE];
    size_t len;
    do {
        if (!at_file_read_some(fd, piece, sizeof(piece), &len, err)) {
            at_err_context(err, "'%s'", path);
            return false;
        }
        if (!at_buf_add(out, piece, len))
            return at_fail(err, AT_ELIMIT, "'%s' is longer than %zu bytes",
                           path, out->max);
    } while (len > 0);
    return true;
}

bool
at_file_read_open(int fd, const char *path, struct at_buf *out,
                  struct at_err *err)
{
    size_t was = out->len;
    bool ok = read_to_end(fd, path, out, err);
    if (!ok)
        at_buf_cut(out, was);
    return ok;
}

bool
at_file_read(const char *path, struct at_buf *out, struct at_err *err)
{
    struct stat info;
    int fd;
    if (!open_to_read(path, &fd, &info, err))
        return false;
    bool ok = at_file_read_open(fd, path, out, err);
    close(fd);
    return ok;
}

static bool
write_all(int fd, struct at_str content)
{
    while (content.len > 0) {
        ssize_t n = write(fd, content.ptr, content.len);
        if (n > 0)
            content = at_str_skip(content, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return false;
    }
    return true;
}

bool
at_file_write_open(int fd, struct at_str content, struct at_err *err)
{
    return write_all(fd, content) ||
           at_fail_sys(err, AT_EIO, errno, "cannot write");
}

bool
at_file_open_unnamed(const char *folder, int *out_fd, struct at_err *err)
{
    char *path = at_strfmt("%s/.XXXXXX", folder);
    *out_fd = mkstemp(path); // mode 0600
    int sys = errno;
    if (*out_fd >= 0) {
        fcntl(*out_fd, F_SETFD, FD_CLOEXEC);
        unlink(path);
    }
    free(path);
    return *out_fd >= 0 || at_fail_sys(err, AT_EIO, sys,
                                       "cannot create a file in '%s'", folder);
}

// Write content to a new file next to path, to be renamed to path later. Return
// its name, which the caller owns; NULL on failure. settled: wait until it is
// on disk.
static char *
write_part(const char *path, struct at_str content, bool settled,
           struct at_err *err)
{
    char *part = at_strfmt("%s.XXXXXX", path);
    int fd = mkstemp(part); // mode 0600
    if (fd < 0) {
        at_fail_sys(err, AT_EIO, errno, "cannot create '%s'", path);
        free(part);
        return NULL;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    bool written = write_all(fd, content) && (!settled || fsync(fd) == 0);
    int sys = errno;
    if (close(fd) != 0 && written) { // a full disk may be reported only here
        written = false;
        sys = errno;
    }
    if (written)
        return part;
    at_fail_sys(err, AT_EIO, sys, "cannot write '%s'", path);
    unlink(part);
    free(part);
    return NULL;
}

static bool
replace(const char *path, struct at_str content, bool settled,
        struct at_err *err)
{
    char *part = write_part(path, content, settled, err);
    if (!part)
        return false;
    bool ok = rename(part, path) == 0;
    if (!ok) {
        at_fail_sys(err, AT_EIO, errno, "cannot replace '%s'", path);
        unlink(part);
    }
    free(part);
    return ok;
}

bool
at_file_write(const char *path, struct at_str content, struct at_err *err)
{
    return replace(path, content, true, err);
}

bool
at_file_put(const char *path, struct at_str content, struct at_err *err)
{
    return replace(path, content, false, err);
}

bool
at_file_create(const char *path, struct at_str content, struct at_err *err)
{
    char *part = write_part(path, content, false, err);
    if (!part)
        return false;
    bool ok = link(part, path) == 0 ||
              at_fail_sys(err, AT_EIO, errno, "cannot create '%s'", path);
    unlink(part);
    free(part);
    return ok;
}

bool
at_file_append(const char *path, struct at_str content, struct at_err *err)
{
    int fd;
    if (!at_private_open(path, O_WRONLY | O_APPEND | O_CREAT, &fd, err))
        return false;
    bool written = write_all(fd, content);
    int sys = errno;
    if (close(fd) != 0 && written) {
        written = false;
        sys = errno;
    }
    return written ||
           at_fail_sys(err, AT_EIO, sys, "cannot append to '%s'", path);
}

bool
at_file_map(const char *path, struct at_str *out_bytes, struct at_err *err)
{
    struct stat info;
    int fd;
    *out_bytes = (struct at_str){NULL, 0};
    if (!open_to_read(path, &fd, &info, err))
        return false;
    size_t len = (size_t)info.st_size;
    void *bytes = NULL;
    if (len > 0)
        bytes = mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
    int sys = errno;
    close(fd);
    if (bytes == MAP_FAILED)
        return at_fail_sys(err, AT_EIO, sys, "cannot map '%s'", path);
    *out_bytes = at_str_n(bytes, len);
    return true;
}

void
at_file_unmap(struct at_str bytes)
{
    if (bytes.len > 0)
        munmap((void *)(uintptr_t)bytes.ptr, bytes.len);
}

bool
at_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool
at_file_is_executable(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           access(path, X_OK) == 0;
}

bool
at_file_is_mine(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_uid == getuid();
}
