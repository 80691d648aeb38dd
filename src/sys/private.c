// private.c: examines a file after opening it, so it cannot change in between
#include "sys/private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/file.h"

static bool
open_kind(const char *path, int flags, mode_t kind, int *out_fd,
          struct at_err *err)
{
    struct stat info;
    int fd = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    *out_fd = -1;
    if (fd < 0 && errno == ELOOP)
        return at_fail(err, AT_EIO,
                       "'%s' is a link where a file of this user belongs: "
                       "remove it",
                       path);
    if (fd < 0 && !(errno == ENXIO && kind == S_IFREG)) // a FIFO or socket
        return at_fail_sys(err, AT_EIO, errno, "cannot open '%s'", path);
    if (fd < 0 || fstat(fd, &info) != 0 || (info.st_mode & S_IFMT) != kind ||
        info.st_uid != getuid()) {
        if (fd >= 0)
            close(fd);
        return at_fail(err, AT_EIO, "'%s' is not a %s of this user: remove it",
                       path, kind == S_IFIFO ? "pipe" : "regular file");
    }
    *out_fd = fd;
    return true;
}

bool
at_private_open(const char *path, int flags, int *out_fd, struct at_err *err)
{
    return open_kind(path, flags, S_IFREG, out_fd, err);
}

bool
at_private_open_fifo(const char *path, int flags, int *out_fd,
                     struct at_err *err)
{
    return open_kind(path, flags, S_IFIFO, out_fd, err);
}

bool
at_private_is_at(int fd, const char *path)
{
    struct stat here, there;
    return fstat(fd, &here) == 0 && lstat(path, &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

bool
at_private_read(const char *path, struct at_buf *out, struct at_err *err)
{
    int fd;
    if (!at_private_open(path, O_RDONLY, &fd, err))
        return false;
    bool ok = at_file_read_open(fd, path, out, err);
    close(fd);
    return ok;
}

// Orchestrators and systemd hand out secrets as files of root that this
// program's group, or an access list, may read.
static bool
is_hidden(const struct stat *info)
{
    mode_t open = info->st_mode & (S_IRWXG | S_IRWXO);
    bool by_root = info->st_uid == 0 && geteuid() != 0;
    return open == 0 || (by_root && open == S_IRGRP);
}

static bool
check_hidden(const char *path, const char *what, struct at_err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return at_fail_sys(err, AT_EUSAGE, errno, "%s '%s'", what, path);
    return is_hidden(&info) ||
           at_fail(err, AT_EUSAGE,
                   "others can read the %s '%s': run chmod 600 on it", what,
                   path);
}

bool
at_private_read_line(const char *path, const char *what, struct at_buf *out,
                     struct at_err *err)
{
    size_t before = out->len;
    if (!check_hidden(path, what, err) || !at_file_read(path, out, err))
        return false;
    struct at_str rest = at_str_skip(at_buf_str(out), before);
    struct at_str line = {0};
    at_str_next_line(&rest, &line);
    at_buf_cut(out, before + line.len);
    return true;
}
