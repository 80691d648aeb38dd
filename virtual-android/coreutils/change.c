#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "virtual-android/coreutils/coreutils.h"
#include "virtual-android/files.h"

enum { COPY_BYTES = 65536, TREE_MAX_DEPTH = 64 };

// Read the options of a program that needs an operand.
static bool
scan(struct vd_call *call, const char *spec, struct vd_flags *out)
{
    if (!vd_flags_scan(out, call, spec))
        return false;
    if (out->first < call->argc)
        return true;
    vd_errf(call, "%s: Needs 1 argument\n", call->argv[0]);
    return false;
}

int
vd_run_rm(struct vd_call *call)
{
    struct vd_flags flags;
    int status = 0;
    if (!scan(call, "frRiv", &flags))
        return vd_flags_have(&flags, "f") ? 0 : 1;
    bool force = vd_flags_have(&flags, "f");
    bool all = vd_flags_have(&flags, "rR");
    for (int i = flags.first; i < call->argc; i++) {
        char *host = vd_host_link_path(call, call->argv[i]);
        bool ok = all ? vd_files_remove_tree(host) : unlink(host) == 0;
        if (!ok && !(force && errno == ENOENT))
            status = vd_complain(call, call->argv[i]);
        free(host);
    }
    return status;
}

int
vd_run_rmdir(struct vd_call *call)
{
    struct vd_flags flags;
    int status = 0;
    if (!scan(call, "p", &flags))
        return 1;
    for (int i = flags.first; i < call->argc; i++) {
        char *host = vd_host_link_path(call, call->argv[i]);
        if (rmdir(host) != 0)
            status = vd_complain(call, call->argv[i]);
        free(host);
    }
    return status;
}

int
vd_run_mkdir(struct vd_call *call)
{
    struct vd_flags flags;
    int status = 0;
    if (!vd_flags_scan(&flags, call, "pm:"))
        return 1;
    bool parents = vd_flags_have(&flags, "p");
    for (int i = flags.first; i < call->argc; i++) {
        char *host = vd_host_path(call, call->argv[i]);
        bool ok = !parents || vd_files_make_parents(host, NULL);
        if (!ok || (mkdir(host, 0777) != 0 && !(parents && errno == EEXIST)))
            status = vd_complain(call, call->argv[i]);
        free(host);
    }
    return status;
}

static bool
copy_file(const char *from, const char *to, mode_t mode)
{
    int in = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int out =
        in < 0 ? -1
               : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                      (mode & 0777) | 0200);
    bool ok = out >= 0;
    char *buf = at_alloc(COPY_BYTES);
    ssize_t n = 0;
    while (ok && (n = read(in, buf, COPY_BYTES)) > 0)
        ok = write(out, buf, (size_t)n) == n;
    int sys = errno;
    free(buf);
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    errno = sys;
    return ok && n == 0;
}

static bool copy_tree(const char *from, const char *to, bool all, int depth);

// A link to a folder does not count: it may lead out of the device.
static bool
make_folder(const char *to)
{
    struct stat info;
    if (mkdir(to, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    bool there = lstat(to, &info) == 0 && S_ISDIR(info.st_mode);
    errno = EEXIST;
    return there;
}

static bool
copy_folder(const char *from, const char *to, int depth)
{
    DIR *dir = opendir(from);
    struct dirent *entry;
    bool ok = dir && make_folder(to);
    while (ok && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *inner = at_strfmt("%s/%s", from, entry->d_name);
        char *target = at_strfmt("%s/%s", to, entry->d_name);
        ok = copy_tree(inner, target, true, depth + 1);
        free(inner);
        free(target);
    }
    int sys = errno;
    if (dir)
        closedir(dir);
    errno = sys;
    return ok;
}

static bool
copy_tree(const char *from, const char *to, bool all, int depth)
{
    struct stat info;
    if (lstat(from, &info) != 0)
        return false;
    if (S_ISREG(info.st_mode))
        return copy_file(from, to, info.st_mode);
    if (S_ISLNK(info.st_mode))
        return true; // only entries of the folder are copied
    errno = S_ISDIR(info.st_mode) && all ? ELOOP : EISDIR;
    return S_ISDIR(info.st_mode) && all && depth < TREE_MAX_DEPTH &&
           copy_folder(from, to, depth);
}

// If `to` is a folder, "cp from to" means to/name. Takes to.
static char *
into_folder(char *to, const char *from)
{
    struct stat info;
    if (stat(to, &info) != 0 || !S_ISDIR(info.st_mode))
        return to;
    const char *name = strrchr(from, '/');
    char *inner = at_strfmt("%s/%s", to, name ? name + 1 : from);
    free(to);
    return inner;
}

static int
copy_or_move(struct vd_call *call, bool move)
{
    struct vd_flags flags;
    int status = 0;
    if (!scan(call, "rRpPafvin", &flags))
        return 1;
    int first = flags.first;
    bool all = vd_flags_have(&flags, "rRa");
    const char *last = call->argv[call->argc - 1];
    if (call->argc - first < 2) {
        vd_errf(call, "%s: Needs 2 arguments\n", call->argv[0]);
        return 1;
    }
    for (int i = first; i < call->argc - 1; i++) {
        char *from = move ? vd_host_link_path(call, call->argv[i])
                          : vd_host_path(call, call->argv[i]);
        char *to = into_folder(vd_host_path(call, last), from);
        bool ok = move ? rename(from, to) == 0 : copy_tree(from, to, all, 0);
        if (!ok)
            status = vd_complain(call, call->argv[i]);
        free(from);
        free(to);
    }
    return status;
}

int
vd_run_cp(struct vd_call *call)
{
    return copy_or_move(call, false);
}

int
vd_run_mv(struct vd_call *call)
{
    return copy_or_move(call, true);
}

int
vd_run_touch(struct vd_call *call)
{
    struct vd_flags flags;
    int status = 0;
    if (!vd_flags_scan(&flags, call, "acmd:t:"))
        return 1;
    for (int i = flags.first; i < call->argc; i++) {
        char *host = vd_host_path(call, call->argv[i]);
        int fd = open(host, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0 || futimens(fd, NULL) != 0)
            status = vd_complain(call, call->argv[i]);
        if (fd >= 0)
            close(fd);
        free(host);
    }
    return status;
}

int
vd_run_ln(struct vd_call *call)
{
    struct vd_flags flags;
    if (!scan(call, "sf", &flags))
        return 1;
    int first = flags.first;
    if (!vd_flags_have(&flags, "s") || call->argc - first != 2) {
        vd_errf(call, "ln: only ln -s TARGET NAME\n");
        return 1;
    }
    char *host = vd_host_link_path(call, call->argv[first + 1]);
    if (vd_flags_have(&flags, "f"))
        unlink(host);
    int status = 0;
    if (symlink(call->argv[first], host) != 0)
        status = vd_complain(call, call->argv[first + 1]);
    free(host);
    return status;
}

// chmod, chown, chgrp: the files must exist; only chmod's x has an effect.
int
vd_run_chmod(struct vd_call *call)
{
    int status = 0;
    int first = 1;
    while (first < call->argc && call->argv[first][0] == '-' &&
           strcmp(call->argv[first], "-x") != 0)
        first++;
    if (call->argc - first < 2) {
        vd_errf(call, "%s: Needs 2 arguments\n", call->argv[0]);
        return 1;
    }
    bool mode = strcmp(call->argv[0], "chmod") == 0;
    bool runs = mode && strpbrk(call->argv[first], "x157");
    for (int i = first + 1; i < call->argc; i++) {
        char *host = vd_host_path(call, call->argv[i]);
        struct stat info;
        if (stat(host, &info) != 0 ||
            (runs && chmod(host, (info.st_mode & 0777) | 0755) != 0))
            status = vd_complain(call, call->argv[i]);
        free(host);
    }
    return status;
}
