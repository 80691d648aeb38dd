// lock.c: record locks, the content of their files, and the pipe for requests
// to the holder
#include "sys/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/fds.h"
#include "sys/private.h"
#include "sys/rundir.h"

enum {
    LINE_MAX_BYTES = 128, // limit for the file and the pipe: one atomic write
    LOOK_MS = 20,         // releasing a lock does not wake waiters
    WRITTEN_MS = 500,     // time for a new holder to write its identity
};

struct at_lock {
    char *path; // owned, like ask_path
    char *ask_path;
    int fd;
    int ask_fd;      // read end of the pipe
    int ask_hold_fd; // keeps the pipe open when a writer closes it
    char program[64];
    struct at_lock *next;
};

// Record locks do not exclude threads of their own process, and closing any
// descriptor of the file drops them, so each file is opened once.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct at_lock *all; // guarded by guard

static bool
enlist(struct at_lock *lock)
{
    pthread_mutex_lock(&guard);
    struct at_lock *other = all;
    while (other && strcmp(other->path, lock->path) != 0)
        other = other->next;
    if (!other) {
        lock->next = all;
        all = lock;
    }
    pthread_mutex_unlock(&guard);
    return !other;
}

static void
delist(struct at_lock *lock)
{
    pthread_mutex_lock(&guard);
    struct at_lock **link = &all;
    while (*link && *link != lock)
        link = &(*link)->next;
    if (*link)
        *link = lock->next;
    pthread_mutex_unlock(&guard);
}

static void
lock_free(struct at_lock *lock)
{
    at_fd_close(&lock->ask_fd);
    at_fd_close(&lock->ask_hold_fd);
    at_fd_close(&lock->fd);
    free(lock->ask_path);
    free(lock->path);
    free(lock);
}

// Convert a name to a file name: special characters become %XX.
static char *
file_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    struct at_buf out = AT_BUF_INIT(4 * AT_LOCK_NAME_MAX_BYTES);
    for (; *name; name++) {
        if (strchr(plain, *name) || (*name == '.' && out.len > 0))
            at_buf_add_char(&out, *name);
        else
            at_buf_add_fmt(&out, "%%%02x", (unsigned)(unsigned char)*name);
    }
    char *copy = at_strdup(at_buf_text(&out));
    at_buf_deinit(&out);
    return copy;
}

static struct at_lock *
lock_new(const char *name, const char *program, struct at_err *err)
{
    char *dir = at_rundir_leases(err);
    if (!dir)
        return NULL;
    struct at_lock *lock = at_alloc(sizeof(*lock));
    char *file = file_name(name);
    lock->path = at_strfmt("%s/%s.lock", dir, file);
    lock->ask_path = at_strfmt("%s/%s.ask", dir, file);
    lock->fd = lock->ask_fd = lock->ask_hold_fd = -1;
    at_str_cut(lock->program, sizeof(lock->program), at_str(program));
    free(file);
    free(dir);
    return lock;
}

// Return true also if another process has the lock: its id is then in
// *out_holder.
static bool
try_lock(struct at_lock *lock, pid_t *out_holder, struct at_err *err)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct flock other = whole;
    *out_holder = 0;
    if (fcntl(lock->fd, F_SETLK, &whole) == 0)
        return true;
    if (errno != EACCES && errno != EAGAIN)
        return at_fail_sys(err, AT_EIO, errno, "cannot lock '%s'", lock->path);
    *out_holder = -1; // in another process namespace, or gone
    if (fcntl(lock->fd, F_GETLK, &other) == 0 && other.l_type != F_UNLCK &&
        other.l_pid > 0)
        *out_holder = other.l_pid;
    return true;
}

static bool
parse_holder(struct at_str line, struct at_lock_holder *out)
{
    struct at_str pid, since;
    int64_t number;
    if (!at_str_next(&line, ' ', &pid) || !at_str_next(&line, ' ', &since) ||
        !at_str_to_i64(pid, 1, INT32_MAX, &number) ||
        !at_str_to_i64(since, 0, INT64_MAX, &out->since_ms))
        return false;
    out->pid = (long)number;
    at_str_cut(out->program, sizeof(out->program), at_str_trim(line));
    return true;
}

// Format this process's line, "PID SINCE PROGRAM
// ".
static struct at_str
own_line(const struct at_lock *lock, char line[LINE_MAX_BYTES])
{
    int len = snprintf(line, LINE_MAX_BYTES, "%ld %lld %s\n", (long)getpid(),
                       (long long)at_wall_now_ms(), lock->program);
    return at_str_n(line, (size_t)len);
}

static bool
write_holder(struct at_lock *lock, struct at_err *err)
{
    char line[LINE_MAX_BYTES];
    struct at_str text = own_line(lock, line);
    if (ftruncate(lock->fd, 0) != 0 ||
        pwrite(lock->fd, text.ptr, text.len, 0) != (ssize_t)text.len)
        return at_fail_sys(err, AT_EIO, errno, "cannot write '%s'", lock->path);
    return true;
}

// Read the holder from the file, unless the line is older than pid's.
static bool
read_holder(const struct at_lock *lock, pid_t pid, struct at_lock_holder *out)
{
    char line[LINE_MAX_BYTES];
    ssize_t n = pread(lock->fd, line, sizeof(line), 0);
    struct at_lock_holder said = {0};
    *out = (struct at_lock_holder){.pid = pid};
    if (n <= 0 || line[n - 1] != '\n' ||
        !parse_holder(at_str_n(line, (size_t)n), &said) ||
        (pid > 0 && said.pid != pid))
        return false;
    *out = said;
    return true;
}

static bool
open_ask(struct at_lock *lock, struct at_err *err)
{
    if (mkfifo(lock->ask_path, 0600) != 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno, "cannot make '%s'",
                           lock->ask_path);
    return at_private_open_fifo(lock->ask_path, O_RDONLY, &lock->ask_fd, err) &&
           at_private_open_fifo(lock->ask_path, O_WRONLY, &lock->ask_hold_fd,
                                err);
}

// Ask the holder to release. Return false if it is not listening.
static bool
ask_holder(const struct at_lock *lock)
{
    char line[LINE_MAX_BYTES];
    int fd;
    if (!at_private_open_fifo(lock->ask_path, O_WRONLY, &fd, NULL))
        return false;
    struct at_str text = own_line(lock, line);
    bool asked = write(fd, text.ptr, text.len) == (ssize_t)text.len;
    close(fd);
    return asked;
}

static bool
fail_busy(const char *name, const struct at_lock_holder *holder, bool asked,
          struct at_err *err)
{
    char since[64] = "";
    char pid[32] = "of another system";
    time_t when = (time_t)(holder->since_ms / 1000);
    struct tm utc;
    if (holder->since_ms > 0 && gmtime_r(&when, &utc))
        strftime(since, sizeof(since), " since %Y-%m-%d %H:%M:%S UTC", &utc);
    if (holder->pid > 0)
        snprintf(pid, sizeof(pid), "pid %ld", holder->pid);
    at_fail(err, AT_EBUSY, "'%s' is in use by %s (%s)%s", name,
            holder->program[0] ? holder->program : "a process", pid, since);
    if (asked)
        at_err_add(err,
                   "it was asked to let go and has not within %d s: end "
                   "that process",
                   AT_LOCK_STEAL_MS / 1000);
    return false;
}

// Pause briefly. Return false once op is over, setting err if it was cancelled.
static bool
wait_a_moment(const struct at_op *op, struct at_err *err)
{
    int64_t until_ns = at_now_ns() + LOOK_MS * AT_NS_PER_MS;
    return at_op_wait_until(op, until_ns, err);
}

// Wait until this process has the lock. Unless steal is set, give up as soon as
// another holder is known.
static bool
take_file(const struct at_op *op, struct at_lock *lock, const char *name,
          bool steal, struct at_err *err)
{
    struct at_op wait =
        at_op_sub(op, at_now_ns(), steal ? AT_LOCK_STEAL_MS : WRITTEN_MS);
    struct at_lock_holder holder;
    struct at_err why = AT_ERR_INIT;
    pid_t asked = 0;
    pid_t pid;
    for (;;) {
        if (!try_lock(lock, &pid, err))
            return false;
        if (pid == 0)
            return true;
        bool known = read_holder(lock, pid, &holder);
        if (known && !steal)
            return fail_busy(name, &holder, false, err);
        if (steal && asked != pid && ask_holder(lock))
            asked = pid;
        if (wait_a_moment(&wait, &why))
            continue;
        if (why.code == AT_ETIMEOUT)
            return fail_busy(name, &holder, steal, err);
        return at_fail(err, why.code, "%s", why.msg);
    }
}

// A cleaner of /tmp may remove the file before it is locked, and a lock on an
// unreachable file excludes no one.
static bool
open_and_take(const struct at_op *op, struct at_lock *lock, const char *name,
              bool steal, struct at_err *err)
{
    do {
        at_fd_close(&lock->fd);
        if (!at_private_open(lock->path, O_RDWR | O_CREAT, &lock->fd, err) ||
            !take_file(op, lock, name, steal, err))
            return false;
    } while (!at_lock_is_there(lock));
    return true;
}

bool
at_lock_take(const struct at_op *op, const char *name, const char *program,
             bool steal, struct at_lock **out_lock, struct at_err *err)
{
    *out_lock = NULL;
    if (strlen(name) > AT_LOCK_NAME_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "a lease's name is longer than %zu",
                       AT_LOCK_NAME_MAX_BYTES);
    struct at_lock *lock = lock_new(name, program, err);
    if (!lock)
        return false;
    if (!enlist(lock)) {
        lock_free(lock);
        return at_fail(err, AT_EBUSY, "'%s' is in use by this process", name);
    }
    bool ok = open_and_take(op, lock, name, steal, err) &&
              write_holder(lock, err) && open_ask(lock, err);
    if (ok)
        *out_lock = lock;
    else
        at_lock_release(lock);
    return ok;
}

void
at_lock_release(struct at_lock *lock)
{
    if (!lock)
        return;
    // Keep the file: removing it would let two processes lock two files of the
    // same name. Close its descriptor before another thread may open it.
    at_fd_close(&lock->fd);
    delist(lock);
    lock_free(lock);
}

bool
at_lock_is_there(const struct at_lock *lock)
{
    return at_private_is_at(lock->fd, lock->path);
}

int
at_lock_fd(const struct at_lock *lock)
{
    return lock->ask_fd;
}

bool
at_lock_asked(struct at_lock *lock, struct at_lock_holder *out_who)
{
    char lines[LINE_MAX_BYTES];
    ssize_t n = read(lock->ask_fd, lines, sizeof(lines));
    struct at_str rest = at_str_n(lines, n > 0 ? (size_t)n : 0);
    struct at_str line;
    *out_who = (struct at_lock_holder){0};
    return at_str_next_line(&rest, &line) && parse_holder(line, out_who);
}

char *
at_lock_path_beside(const char *name, const char *suffix, struct at_err *err)
{
    char *dir = at_rundir_leases(err);
    if (!dir)
        return NULL;
    char *file = file_name(name);
    char *path = at_strfmt("%s/%s%s", dir, file, suffix);
    free(file);
    free(dir);
    return path;
}

// The caller holds guard: closing the file would end a lease taken by this
// process in the meantime.
static bool
look_at(const char *path, struct at_lock_holder *out_who)
{
    struct at_lock lock = {.fd = -1};
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool held = false;
    for (const struct at_lock *own = all; own; own = own->next) {
        if (strcmp(own->path, path) == 0) {
            out_who->pid = (long)getpid();
            at_str_cut(out_who->program, sizeof(out_who->program),
                       at_str(own->program));
            return true;
        }
    }
    if (!at_private_open(path, O_RDWR, &lock.fd, NULL))
        return false;
    if (fcntl(lock.fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK) {
        held = true;
        (void)read_holder(&lock, whole.l_pid > 0 ? whole.l_pid : -1, out_who);
    }
    at_fd_close(&lock.fd);
    return held;
}

bool
at_lock_is_held(const char *name, struct at_lock_holder *out_who)
{
    char *path = at_lock_path_beside(name, ".lock", NULL);
    *out_who = (struct at_lock_holder){0};
    if (!path)
        return false;
    pthread_mutex_lock(&guard);
    bool held = look_at(path, out_who);
    pthread_mutex_unlock(&guard);
    free(path);
    return held;
}
