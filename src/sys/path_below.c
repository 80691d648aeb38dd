// path_below.c: opens each part of the path by descriptor, without following
// links
#include "sys/path_below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/folder.h"

enum { PARTS_MAX = 16 };

static bool
refuse(struct at_err *err, struct at_str path)
{
    return at_fail(err, AT_EUSAGE, "'%.*s' is not a path below the folder",
                   AT_STR_ARG(at_utf8_head(path, 200)));
}

static bool
is_plain(struct at_str part)
{
    return part.len > 0 && part.len < NAME_MAX && !at_str_is(part, ".") &&
           !at_str_is(part, "..") && !at_str_has(part, AT_STR("/")) &&
           !at_str_has(part, at_str_n("\0", 1));
}

// Open the entry named part in the folder *fd, which is then closed.
static bool
step(int *fd, struct at_str part, bool last)
{
    char name[NAME_MAX + 1];
    int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
                (last ? 0 : O_DIRECTORY);
    at_str_cut(name, sizeof(name), part);
    int next = openat(*fd, name, flags);
    int saved = errno;
    close(*fd);
    errno = saved;
    *fd = next;
    return next >= 0;
}

static bool
look(struct at_str path, struct at_path_below *out, struct at_err *err)
{
    struct stat info;
    if (fstat(out->fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(out->fd);
        out->fd = -1;
        return at_fail(err, AT_ENOTFOUND, "there is no file '%.*s'",
                       AT_STR_ARG(at_utf8_head(path, 200)));
    }
    out->size = (uint64_t)info.st_size;
    out->inode = (uint64_t)info.st_ino;
    out->modified_ms = at_folder_modified_ms(&info);
    return true;
}

bool
at_path_below_open(const char *folder, struct at_str path,
                   struct at_path_below *out, struct at_err *err)
{
    struct at_str rest = path, part;
    int parts = 0;
    *out = (struct at_path_below){
        .fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    bool ok = out->fd >= 0;
    bool plain = path.len > 0 && !at_str_ends(path, AT_STR("/"));
    while (ok && plain && at_str_next(&rest, '/', &part)) {
        plain = is_plain(part) && ++parts <= PARTS_MAX;
        ok = plain && step(&out->fd, part, rest.len == 0);
    }
    if (ok && plain)
        return look(path, out, err);
    int sys = errno;
    if (out->fd >= 0)
        close(out->fd);
    out->fd = -1;
    if (!plain || sys == ELOOP || sys == EMLINK)
        return refuse(err, path);
    return at_fail_sys(err, AT_ENOTFOUND, sys, "file '%.*s'",
                       AT_STR_ARG(at_utf8_head(path, 200)));
}
