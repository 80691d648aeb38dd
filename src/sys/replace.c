// replace.c: a file beside the old one, then rename()
#include "sys/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_setup.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path.h"

// Compare the content of a file; an absent one is equal to NULL.
static enum at_replaced
compare(const char *path, struct at_str old, struct at_err *err)
{
    struct at_buf now = AT_BUF_INIT(AT_SETUP_FILE_MAX_BYTES);
    struct stat info;
    bool exists = lstat(path, &info) == 0;
    enum at_replaced result = AT_REPLACE_CHANGED;
    if (!exists || !old.ptr)
        return !exists && !old.ptr ? AT_REPLACE_DONE : AT_REPLACE_CHANGED;
    if (!at_file_read(path, &now, err))
        result = AT_REPLACE_FAILED;
    else if (at_str_eq(at_buf_str(&now), old))
        result = AT_REPLACE_DONE;
    at_buf_deinit(&now);
    return result;
}

// Return where the file really is. Owned by the caller; NULL if a link leads
// nowhere.
static char *
find_target(const char *path, struct at_err *err)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode))
        return at_strdup(path);
    return at_path_real(path, err);
}

static bool
make_parent(const char *path, struct at_err *err)
{
    char *folder = at_strdup(path);
    char *slash = strrchr(folder, '/');
    bool ok = true;
    if (slash && slash != folder) {
        *slash = '\0';
        ok = at_folder_make(folder, err);
    }
    free(folder);
    return ok;
}

// Give a new file mode and owner of the one that it replaces.
static bool
copy_rights(int fd, const char *path, struct at_err *err)
{
    struct stat old, own;
    if (stat(path, &old) != 0)
        return true;
    bool same = fstat(fd, &own) == 0 && own.st_uid == old.st_uid &&
                own.st_gid == old.st_gid;
    if (!same && fchown(fd, old.st_uid, old.st_gid) != 0)
        return at_fail_sys(err, AT_EIO, errno,
                           "'%s' belongs to another user or group", path);
    return fchmod(fd, old.st_mode & 07777) == 0 ||
           at_fail_sys(err, AT_EIO, errno, "cannot set the mode of '%s'", path);
}

// Write the new file, which the caller renames. Its name is unique among
// processes, and one that was left behind is replaced.
static bool
write_part(const char *part, const char *path, struct at_str content,
           unsigned mode, struct at_err *err)
{
    (void)unlink(part);
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                  (mode_t)mode);
    if (fd < 0)
        return at_fail_sys(err, AT_EIO, errno, "cannot create '%s'", part);
    bool ok =
        copy_rights(fd, path, err) && at_file_write_open(fd, content, err);
    if (ok && fsync(fd) != 0)
        ok = at_fail_sys(err, AT_EIO, errno, "cannot write '%s'", part);
    if (close(fd) != 0 && ok) // a full disk may be reported only here
        ok = at_fail_sys(err, AT_EIO, errno, "cannot write '%s'", part);
    return ok;
}

static enum at_replaced
replace_target(const char *path, struct at_str old, struct at_str content,
               unsigned mode, struct at_err *err)
{
    char *part = at_strfmt("%s.%ld.new", path, (long)getpid());
    enum at_replaced result = AT_REPLACE_FAILED;
    if (write_part(part, path, content, mode, err))
        result = compare(path, old, err);
    if (result == AT_REPLACE_DONE && rename(part, path) != 0) {
        at_fail_sys(err, AT_EIO, errno, "cannot replace '%s'", path);
        result = AT_REPLACE_FAILED;
    }
    if (result != AT_REPLACE_DONE)
        (void)unlink(part);
    free(part);
    return result;
}

enum at_replaced
at_file_replace(const char *path, struct at_str old, struct at_str content,
                unsigned mode, struct at_err *err)
{
    if (!make_parent(path, err))
        return AT_REPLACE_FAILED;
    char *target = find_target(path, err);
    if (!target)
        return AT_REPLACE_FAILED;
    enum at_replaced result = replace_target(target, old, content, mode, err);
    free(target);
    return result;
}

enum at_replaced
at_file_remove_if(const char *path, struct at_str old, struct at_err *err)
{
    enum at_replaced result = compare(path, old, err);
    if (result == AT_REPLACE_DONE && unlink(path) != 0) {
        at_fail_sys(err, AT_EIO, errno, "cannot remove '%s'", path);
        return AT_REPLACE_FAILED;
    }
    return result;
}
