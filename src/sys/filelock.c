// filelock.c: record locks, polled until acquired
#include "sys/filelock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/private.h"

enum { LOOK_MS = 10 }; // releasing a lock does not wake waiters

struct at_filelock {
    int fd;
    dev_t dev;
    ino_t ino;
    struct at_filelock *next;
};

// Record locks do not exclude their own process, and closing any descriptor of
// the file drops them, so never reopen a file that this process has locked.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct at_filelock *all; // guarded by guard

// The caller holds guard.
static bool
is_own(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return false;
    struct at_filelock *lock = all;
    while (lock && (lock->dev != info.st_dev || lock->ino != info.st_ino))
        lock = lock->next;
    return lock;
}

// The file may have been removed or replaced before it was locked, and a lock
// on an unreachable file excludes no one.
static bool
is_still(int fd, const char *path, struct stat *out_info)
{
    return fstat(fd, out_info) == 0 && at_private_is_at(fd, path);
}

// Return the id of the process that has locked a file, -1 if unknown, 0 if
// unlocked.
static pid_t
holder_of(int fd)
{
    struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_GETLK, &other) != 0 || other.l_type == F_UNLCK)
        return 0;
    return other.l_pid > 0 ? other.l_pid : -1;
}

static struct at_filelock *
enlist(int fd, const struct stat *info)
{
    struct at_filelock *lock = at_alloc(sizeof(*lock));
    *lock = (struct at_filelock){fd, info->st_dev, info->st_ino, all};
    all = lock;
    return lock;
}

// Try once; the caller holds guard. Return true with *out_lock NULL if another
// process has the lock.
static bool
try_lock(const char *path, struct at_filelock **out_lock, pid_t *out_holder,
         struct at_err *err)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat info;
    *out_holder = 0;
    if (is_own(path))
        return at_fail(err, AT_EBUSY, "'%s' is in use by this process", path);
    int fd;
    if (!at_private_open(path, O_RDWR | O_CREAT, &fd, err))
        return false;
    bool locked = fcntl(fd, F_SETLK, &whole) == 0;
    int sys = errno;
    if (locked && is_still(fd, path, &info)) {
        *out_lock = enlist(fd, &info);
        return true;
    }
    if (!locked)
        *out_holder = holder_of(fd);
    close(fd);
    return locked || sys == EACCES || sys == EAGAIN ||
           at_fail_sys(err, AT_EIO, sys, "cannot lock '%s'", path);
}

static bool
fail_busy(const char *path, pid_t holder, struct at_err *err)
{
    if (holder > 0)
        return at_fail(err, AT_EBUSY, "'%s' is in use by process %ld", path,
                       (long)holder);
    return at_fail(err, AT_EBUSY, "'%s' is in use by another process", path);
}

bool
at_filelock_take(const struct at_op *op, const char *path,
                 struct at_filelock **out_lock, struct at_err *err)
{
    *out_lock = NULL;
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        pid_t holder;
        pthread_mutex_lock(&guard);
        bool ok = try_lock(path, out_lock, &holder, err);
        pthread_mutex_unlock(&guard);
        if (!ok)
            return false;
        if (*out_lock)
            return true;
        int64_t then_ns = at_now_ns() + LOOK_MS * AT_NS_PER_MS;
        if (at_op_wait_until(op, then_ns, &why))
            continue;
        if (why.code == AT_ETIMEOUT)
            return fail_busy(path, holder, err);
        return at_fail(err, why.code, "%s", why.msg);
    }
}

int
at_filelock_fd(const struct at_filelock *lock)
{
    return lock->fd;
}

void
at_filelock_release(struct at_filelock *lock)
{
    if (!lock)
        return;
    pthread_mutex_lock(&guard);
    struct at_filelock **link = &all;
    while (*link && *link != lock)
        link = &(*link)->next;
    if (*link)
        *link = lock->next;
    close(lock->fd);
    pthread_mutex_unlock(&guard);
    free(lock);
}

bool
at_filelock_is_held(const char *path)
{
    pthread_mutex_lock(&guard);
    bool held = is_own(path);
    int fd;
    if (!held && at_private_open(path, O_RDONLY, &fd, NULL)) {
        held = holder_of(fd) != 0;
        close(fd);
    }
    pthread_mutex_unlock(&guard);
    return held;
}
