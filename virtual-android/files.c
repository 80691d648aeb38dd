// realpath() is in the XSI part of POSIX.
#define _XOPEN_SOURCE 700

#include "virtual-android/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"

enum { LINKS_MAX = 40, TREE_MAX_DEPTH = 128 };

struct vd_files {
    char *root; // a path of this machine, without links or a slash at the end
    bool temporary;
};

static const char *const folders[] = {
    "/storage/emulated/0/Android/data",
    "/storage/emulated/0/DCIM",
    "/storage/emulated/0/Download",
    "/storage/emulated/0/Pictures",
    "/data/app",
    "/data/data",
    "/data/local/tmp",
    "/data/anr",
    "/data/user",
    "/dev",
    "/proc",
    "/system/app",
    "/system/bin",
    "/system/framework",
    "/vendor/bin",
};

// Relative, to work on this machine too.
static const struct {
    const char *path;
    const char *target;
} links[] = {
    {"/sdcard", "storage/emulated/0"},
    {"/mnt", "storage"},
    {"/data/user/0", "../data"},
    {"/bin", "system/bin"},
};

static bool
make_folder(const char *path, struct at_err *err)
{
    struct stat info;
    if (mkdir(path, 0777) == 0)
        return true;
    int sys = errno;
    if (sys == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return true;
    return at_fail_sys(err, AT_EIO, sys, "cannot make the folder '%s'", path);
}

bool
vd_files_make_parents(const char *host_path, struct at_err *err)
{
    char *path = at_strdup(host_path);
    bool ok = true;
    for (char *at = path; ok && *at; at++) {
        if (*at != '/' || at == path)
            continue;
        *at = '\0';
        ok = make_folder(path, err);
        *at = '/';
    }
    free(path);
    return ok;
}

static bool
make_standard(const struct vd_files *files, struct at_err *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < AT_LEN(folders); i++) {
        char *path = at_strfmt("%s%s", files->root, folders[i]);
        ok = vd_files_make_parents(path, err) && make_folder(path, err);
        free(path);
    }
    for (size_t i = 0; ok && i < AT_LEN(links); i++) {
        char *path = at_strfmt("%s%s", files->root, links[i].path);
        if (symlink(links[i].target, path) != 0 && errno != EEXIST)
            ok = at_fail_sys(err, AT_EIO, errno, "cannot link '%s'", path);
        free(path);
    }
    return ok;
}

static char *
make_temporary(struct at_err *err)
{
    const char *tmp = getenv("TMPDIR");
    char *path =
        at_strfmt("%s/virtual-android-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (mkdtemp(path))
        return path;
    at_fail_sys(err, AT_EIO, errno, "cannot make the folder '%s'", path);
    free(path);
    return NULL;
}

bool
vd_files_open(const char *root, struct vd_files **out, struct at_err *err)
{
    struct vd_files *files = at_alloc(sizeof(*files));
    char *path = root ? at_strdup(root) : make_temporary(err);
    bool ok = path != NULL;
    *out = NULL;
    files->temporary = !root;
    if (ok && root)
        ok = vd_files_make_parents(root, err) && make_folder(root, err);
    if (ok) {
        files->root = realpath(path, NULL);
        if (!files->root)
            ok = at_fail_sys(err, AT_EIO, errno, "no folder '%s'", path);
    }
    free(path);
    ok = ok && make_standard(files, err);
    if (ok)
        *out = files;
    else
        vd_files_free(files);
    return ok;
}

static bool
remove_at(const char *path, int depth)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return false;
    if (!S_ISDIR(info.st_mode))
        return unlink(path) == 0;
    if (depth > TREE_MAX_DEPTH)
        return false;
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *inner = at_strfmt("%s/%s", path, entry->d_name);
        remove_at(inner, depth + 1); // rmdir() fails if anything is left
        free(inner);
    }
    if (dir)
        closedir(dir);
    return rmdir(path) == 0;
}

bool
vd_files_remove_tree(const char *host_path)
{
    return remove_at(host_path, 0);
}

void
vd_files_free(struct vd_files *files)
{
    if (!files)
        return;
    if (files->temporary && files->root)
        vd_files_remove_tree(files->root);
    free(files->root);
    free(files);
}

// Paths: `done` is absolute, "" for the root, and never leaves the root.

static void
go_up(struct at_buf *done)
{
    while (done->len > 0 && done->data[--done->len] != '/')
        continue;
    if (done->data)
        done->data[done->len] = '\0';
}

static void
go_into(struct at_buf *done, struct at_str name)
{
    if (name.len == 0 || at_str_is(name, "."))
        return;
    if (at_str_is(name, "..")) {
        go_up(done);
        return;
    }
    at_buf_add_char(done, '/');
    at_buf_add_str(done, name);
}

char *
vd_files_join(const char *cwd, const char *device_path)
{
    struct at_buf done = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    struct at_str rest = at_str(cwd);
    struct at_str name;
    while (device_path[0] != '/' && at_str_next(&rest, '/', &name))
        go_into(&done, name);
    rest = at_str(device_path);
    while (at_str_next(&rest, '/', &name))
        go_into(&done, name);
    if (done.len == 0)
        at_buf_add_char(&done, '/');
    return at_buf_take(&done);
}

// Return true if this part of a path adds nothing.
static bool
is_step(struct at_str name)
{
    return name.len == 0 || at_str_is(name, ".") || at_str_is(name, "..");
}

static bool
is_empty_path(struct at_str path)
{
    while (path.len > 0 && path.ptr[0] == '/')
        path = at_str_skip(path, 1);
    return path.len == 0;
}

// The target of the link at `done`; NULL if it is not a link. The caller owns
// it.
static char *
link_target(const struct vd_files *files, const struct at_buf *done)
{
    char target[4096];
    char *host = at_strfmt("%s%s", files->root, at_buf_text(done));
    ssize_t len = readlink(host, target, sizeof(target));
    free(host);
    return len > 0 ? at_strndup(target, (size_t)len) : NULL;
}

// Replace `done`, a link, by its target: the rest is now the target and then
// the old rest. *pending owns its memory.
static void
follow(struct at_buf *done, char *target, char **pending, struct at_str *rest)
{
    char *more = at_strfmt("%s/%.*s", target, AT_STR_ARG(*rest));
    go_up(done);
    if (target[0] == '/')
        at_buf_clear(done);
    free(target);
    free(*pending);
    *pending = more;
    *rest = at_str(more);
}

static char *
resolve(const struct vd_files *files, const char *cwd, const char *device_path,
        bool last_too)
{
    char *pending = device_path[0] == '/'
                        ? at_strdup(device_path)
                        : at_strfmt("%s/%s", cwd, device_path);
    struct at_buf done = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    struct at_str rest = at_str(pending);
    struct at_str name;
    int followed = 0;
    while (at_str_next(&rest, '/', &name)) {
        go_into(&done, name);
        if (is_step(name) || (!last_too && is_empty_path(rest)))
            continue;
        char *target = link_target(files, &done);
        if (!target)
            continue;
        if (++followed > LINKS_MAX) { // a loop has no target
            free(target);
            go_up(&done); // the path must not contain the link itself
            at_buf_add_text(&done, "/.too-many-links");
            break;
        }
        follow(&done, target, &pending, &rest);
    }
    char *host = at_strfmt("%s%s", files->root, at_buf_text(&done));
    at_buf_deinit(&done);
    free(pending);
    return host;
}

char *
vd_files_path(const struct vd_files *files, const char *cwd,
              const char *device_path)
{
    return resolve(files, cwd, device_path, true);
}

char *
vd_files_link_path(const struct vd_files *files, const char *cwd,
                   const char *device_path)
{
    return resolve(files, cwd, device_path, false);
}

static bool
read_all(int fd, struct at_buf *out, int *sys)
{
    for (;;) {
        char *room = at_buf_reserve(out, 16 * AT_KIB);
        if (!room)
            room = at_buf_reserve(out, 1); // up to the very limit
        if (!room) {
            *sys = EFBIG;
            return false;
        }
        size_t cap = out->max - out->len;
        ssize_t n = read(fd, room, cap < 16 * AT_KIB ? 1 : 16 * AT_KIB);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            *sys = n < 0 ? errno : 0;
            room[0] = '\0';
            return n == 0;
        }
        out->len += (size_t)n;
        out->data[out->len] = '\0';
    }
}

bool
vd_files_read(const struct vd_files *files, const char *path,
              struct at_buf *out, struct at_err *err)
{
    char *host = vd_files_path(files, "/", path);
    int fd = open(host, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int sys = errno;
    bool ok = fd >= 0 && read_all(fd, out, &sys);
    if (fd >= 0)
        close(fd);
    free(host);
    return ok || at_fail_sys(err, AT_EIO, sys, "cannot read '%s'", path);
}

static bool
write_all(int fd, struct at_str content)
{
    while (content.len > 0) {
        ssize_t n = write(fd, content.ptr, content.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        content = at_str_skip(content, (size_t)n);
    }
    return true;
}

bool
vd_files_write(const struct vd_files *files, const char *path,
               struct at_str content, struct at_err *err)
{
    char *host = vd_files_path(files, "/", path);
    bool ok = vd_files_make_parents(host, err);
    if (ok) {
        int fd = open(
            host, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
        ok = fd >= 0 && write_all(fd, content);
        int sys = errno;
        if (fd >= 0)
            ok = close(fd) == 0 && ok;
        if (!ok)
            at_fail_sys(err, AT_EIO, sys, "cannot write '%s'", path);
    }
    free(host);
    return ok;
}
