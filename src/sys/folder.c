// folder.c: folder operations by descriptor, to prevent symlink races
#include "sys/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"

enum { OPEN_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK };

int64_t
at_folder_modified_ms(const struct stat *info)
{
#ifdef __APPLE__
    struct timespec when = info->st_mtimespec;
#else
    struct timespec when = info->st_mtim;
#endif
    return (int64_t)when.tv_sec * 1000 + when.tv_nsec / 1000000;
}

static bool
make_one(const char *path, struct at_err *err)
{
    struct stat info;
    if (mkdir(path, 0700) == 0)
        return true;
    int sys = errno;
    if (stat(path, &info) == 0)
        return S_ISDIR(info.st_mode) ||
               at_fail(err, AT_EIO, "'%s' exists and is not a folder", path);
    return at_fail_sys(err, AT_EIO, sys, "cannot make the folder '%s'", path);
}

static bool
make_parents(const char *path, struct at_err *err)
{
    char *part = at_strdup(path);
    bool ok = true;
    for (char *end = part; ok && *end; end++) {
        if (*end != '/' || end == part)
            continue;
        *end = '\0';
        ok = make_one(part, err);
        *end = '/';
    }
    free(part);
    return ok;
}

// Usually the folder or its parent exists, so one call suffices.
bool
at_folder_make(const char *path, struct at_err *err)
{
    struct stat info;
    if (mkdir(path, 0700) == 0 ||
        (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return true;
    return make_parents(path, err) && make_one(path, err);
}

bool
at_folder_is_mine(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == getuid();
}

// Open a folder relative to dir_fd. NULL with errno.
static DIR *
open_at(int dir_fd, const char *name, int more_flags)
{
    int fd = openat(dir_fd, name, OPEN_FLAGS | more_flags);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    int sys = errno;
    if (fd >= 0 && !dir)
        close(fd);
    errno = sys;
    return dir;
}

// Return the next name other than "." and ".."; NULL with errno 0 at the end,
// with another errno on failure.
static const char *
next_name(DIR *dir)
{
    struct dirent *entry;
    do {
        errno = 0;
        entry = readdir(dir);
    } while (entry && (strcmp(entry->d_name, ".") == 0 ||
                       strcmp(entry->d_name, "..") == 0));
    return entry ? entry->d_name : NULL;
}

// Add an entry, unless it has just vanished.
static void
add_entry(DIR *dir, const char *name, struct at_folder_list *list, size_t *cap)
{
    struct stat info;
    if (fstatat(dirfd(dir), name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (list->count == *cap) {
        *cap = *cap ? *cap * 2 : 16;
        list->entries =
            at_realloc_array(list->entries, *cap, sizeof(*list->entries));
    }
    list->entries[list->count++] = (struct at_folder_entry){
        .name = at_strdup(name),
        .is_folder = S_ISDIR(info.st_mode),
        .modified_ms = at_folder_modified_ms(&info),
    };
}

static bool
read_entries(DIR *dir, const char *path, struct at_folder_list *list,
             struct at_err *err)
{
    size_t cap = 0;
    const char *name;
    while ((name = next_name(dir))) {
        if (list->count == AT_FOLDER_MAX_ENTRIES)
            return at_fail(err, AT_ELIMIT, "'%s' has more than %zu entries",
                           path, AT_FOLDER_MAX_ENTRIES);
        add_entry(dir, name, list, &cap);
    }
    return errno == 0 || at_fail_sys(err, AT_EIO, errno, "'%s'", path);
}

static int
by_name(const void *a, const void *b)
{
    const struct at_folder_entry *one = a;
    const struct at_folder_entry *other = b;
    return strcmp(one->name, other->name);
}

bool
at_folder_list(const char *path, struct at_folder_list *out, struct at_err *err)
{
    *out = (struct at_folder_list){0};
    DIR *dir = open_at(AT_FDCWD, path, 0);
    if (!dir)
        return errno == ENOENT ||
               at_fail_sys(err, AT_EIO, errno, "cannot read the folder '%s'",
                           path);
    bool ok = read_entries(dir, path, out, err);
    closedir(dir);
    if (!ok)
        at_folder_list_deinit(out);
    else if (out->count > 1)
        qsort(out->entries, out->count, sizeof(*out->entries), by_name);
    return ok;
}

void
at_folder_list_deinit(struct at_folder_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->entries[i].name);
    free(list->entries);
    *list = (struct at_folder_list){0};
}

// Sum up the sizes and close dir.
static uint64_t
bytes_below(DIR *dir, size_t depth)
{
    uint64_t bytes = 0;
    const char *name;
    while (dir && depth <= AT_FOLDER_MAX_DEPTH && (name = next_name(dir))) {
        struct stat info;
        if (fstatat(dirfd(dir), name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISREG(info.st_mode))
            bytes += (uint64_t)info.st_size;
        else if (S_ISDIR(info.st_mode))
            bytes +=
                bytes_below(open_at(dirfd(dir), name, O_NOFOLLOW), depth + 1);
    }
    if (dir)
        closedir(dir);
    return bytes;
}

uint64_t
at_folder_bytes(const char *path)
{
    return bytes_below(open_at(AT_FDCWD, path, 0), 1);
}

// Keeps only the first failure.
struct removal {
    struct at_err *err;
    bool failed;
};

static void
stays(struct removal *removal, int sys, const char *path)
{
    if (!removal->failed)
        at_fail_sys(removal->err, AT_EIO, sys, "cannot remove '%s'", path);
    removal->failed = true;
}

static void remove_folder(struct removal *removal, int dir_fd, const char *name,
                          const char *path, size_t depth);

static void
remove_entries(struct removal *removal, DIR *dir, const char *path,
               size_t depth)
{
    struct at_folder_list list = {0};
    struct at_err *err = removal->failed ? NULL : removal->err;
    if (!read_entries(dir, path, &list, err))
        removal->failed = true;
    for (size_t i = 0; i < list.count; i++) {
        const struct at_folder_entry *entry = &list.entries[i];
        char *below = at_strfmt("%s/%s", path, entry->name);
        if (entry->is_folder)
            remove_folder(removal, dirfd(dir), entry->name, below, depth + 1);
        else if (unlinkat(dirfd(dir), entry->name, 0) != 0 && errno != ENOENT)
            stays(removal, errno, below);
        free(below);
    }
    at_folder_list_deinit(&list);
}

static void
remove_folder(struct removal *removal, int dir_fd, const char *name,
              const char *path, size_t depth)
{
    if (depth > AT_FOLDER_MAX_DEPTH) {
        stays(removal, ELOOP, path);
        return;
    }
    DIR *dir = open_at(dir_fd, name, O_NOFOLLOW);
    if (dir) {
        remove_entries(removal, dir, path, depth);
        closedir(dir);
    } else if (errno != ENOENT && errno != EACCES) {
        stays(removal, errno, path);
        return;
    }
    // an unreadable folder can still be removed if it is empty
    if (unlinkat(dir_fd, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        stays(removal, errno, path);
}

bool
at_folder_remove(const char *path, struct at_err *err)
{
    struct removal removal = {.err = err};
    remove_folder(&removal, AT_FDCWD, path, path, 1);
    return !removal.failed;
}
