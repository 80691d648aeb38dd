// proc.c: children from start to end
#include "sys/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/fds.h"
#include "sys/private.h"
#include "sys/spawn.h"

enum {
    READ_SIZE = 16 * 1024,
    PIPE_MAX_BYTES = 1024 * 1024, // capacity of a pipe on any system
    PEER_POLL_MS = 5,
};

// A running child. Closed descriptors of this process are -1.
struct child {
    const struct at_proc_opts *opts;
    struct at_proc_result *result;
    pid_t pid;
    int out_fd;
    int err_fd;
    int ended_fd; // hangs up when the child ends
};

void
at_proc_result_init(struct at_proc_result *result, size_t max_bytes)
{
    *result = (struct at_proc_result){
        .out = AT_BUF_INIT(max_bytes),
        .err = AT_BUF_INIT(max_bytes),
    };
}

void
at_proc_result_deinit(struct at_proc_result *result)
{
    at_buf_deinit(&result->out);
    at_buf_deinit(&result->err);
}

// Find the program named by opts. Owned by the caller; NULL with err.
static char *
find_program(const struct at_proc_opts *opts, struct at_err *err)
{
    char *path = at_proc_find(opts->argv[0]);
    if (!path)
        at_fail_sys(err, AT_EIO, ENOENT, "cannot run '%s'", opts->argv[0]);
    return path;
}

// Create a pipe from which text can be read; *out_fd is -1 without a text.
static bool
hide(struct at_str text, int *out_fd, struct at_err *err)
{
    int ends[2];
    *out_fd = -1;
    if (text.len == 0)
        return true;
    if (text.len > AT_PROC_HIDDEN_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "%zu bytes are more than the %d of it",
                       text.len, AT_PROC_HIDDEN_MAX_BYTES);
    if (!at_spawn_pipe(ends))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for a child");
    bool ok = write(ends[1], text.ptr, text.len) == (ssize_t)text.len ||
              at_fail_sys(err, AT_EIO, errno, "a pipe takes no text");
    at_fd_close(&ends[1]);
    *out_fd = ends[0];
    return ok;
}

static bool
start_child(const char *path, struct child *child, struct at_err *err)
{
    const struct at_proc_opts *opts = child->opts;
    int out[2];
    int error[2] = {-1, -1};
    int hidden = -1;
    bool ok = at_spawn_pipe(out) && at_spawn_pipe(error);
    if (!ok) {
        at_fail_sys(err, AT_EIO, errno, "no pipes for a child");
    } else if ((ok = hide(opts->hidden, &hidden, err))) {
        struct at_spawn how = {
            .path = path,
            .argv = opts->argv,
            .env = opts->env,
            .cwd = opts->cwd,
            .out_fd = out[1],
            .err_fd = error[1],
            .in_fd = opts->hidden_is_input && hidden > 0 ? hidden : 0,
            .keep_fd = opts->hidden_is_input ? -1 : hidden,
        };
        ok = at_spawn_start(&how, &child->pid, err);
    }
    at_fd_close(&hidden);
    at_fd_close(&out[1]);
    at_fd_close(&error[1]);
    child->out_fd = out[0];
    child->err_fd = error[0];
    if (ok) {
        fcntl(child->out_fd, F_SETFL, O_NONBLOCK);
        fcntl(child->err_fd, F_SETFL, O_NONBLOCK);
    }
    return ok;
}

static void
child_deinit(struct child *child)
{
    at_fd_close(&child->out_fd);
    at_fd_close(&child->err_fd);
    at_fd_close(&child->ended_fd);
}

// Pass on a piece of output. Return false if the output exceeds its bound.
static bool
keep_piece(struct child *child, bool is_err, struct at_str piece)
{
    const struct at_proc_listener *listener = child->opts->listener;
    struct at_proc_result *result = child->result;
    if (listener && listener->printed)
        listener->printed(listener->user, is_err, piece);
    if (child->opts->listener_only)
        return true;
    return at_buf_add_str(is_err ? &result->err : &result->out, piece);
}

// Read one piece of an output, so a busy output starves neither the other one
// nor the deadline. Adds its length to *len. Return false if the output exceeds
// its bound.
static bool
take_piece(struct child *child, bool is_err, size_t *len)
{
    int *fd = is_err ? &child->err_fd : &child->out_fd;
    char piece[READ_SIZE];
    ssize_t n;
    if (*fd < 0)
        return true;
    do {
        n = read(*fd, piece, sizeof(piece));
    } while (n < 0 && errno == EINTR);
    if (n == 0 || (n < 0 && errno != EAGAIN))
        at_fd_close(fd);
    if (n <= 0)
        return true;
    *len += (size_t)n;
    return keep_piece(child, is_err, at_str_n(piece, (size_t)n));
}

static bool
take_both(struct child *child, size_t *len, struct at_err *err)
{
    bool fits = take_piece(child, false, len);
    fits = take_piece(child, true, len) && fits;
    return fits || at_fail(err, AT_ELIMIT, "it printed more than %zu bytes",
                           child->result->out.max);
}

// Read what is left in the pipes after the child has ended, but no more: a
// process that it left behind may print forever.
static bool
take_rest(struct child *child, struct at_err *err)
{
    size_t all = 0;
    size_t before;
    do {
        before = all;
        if (!take_both(child, &all, err))
            return false;
    } while (all > before && all < 2 * PIPE_MAX_BYTES);
    return true;
}

// Wait until the child has ended. Return false if op ends first or a bound is
// exceeded.
static bool
wait_for_end(const struct at_op *op, struct child *child, struct at_err *err)
{
    for (;;) {
        struct pollfd fds[] = {
            {.fd = child->out_fd, .events = POLLIN},
            {.fd = child->err_fd, .events = POLLIN},
            {.fd = child->ended_fd, .events = POLLIN},
            {.fd = at_cancel_fd(op->cancel), .events = POLLIN},
        };
        int left_ms = op->deadline_ns == AT_NEVER_NS
                          ? -1
                          : at_op_left_ms(op, at_now_ns());
        int n = poll(fds, AT_LEN(fds), left_ms);
        if (n < 0 && errno != EINTR)
            return at_fail_sys(err, AT_EIO, errno, "poll");
        if (n > 0 && fds[2].revents)
            return true;
        if (!take_both(child, &(size_t){0}, err) || !at_op_check(op, err))
            return false;
    }
}

// Kill the whole group, including the child's children.
static void
end_group(struct child *child)
{
    const struct at_proc_opts *opts = child->opts;
    if (opts->grace_ms > 0 && child->ended_fd >= 0) {
        int64_t until_ns = at_now_ns() + opts->grace_ms * AT_NS_PER_MS;
        struct at_op grace = {until_ns, opts->kill_now};
        kill(-child->pid,
             opts->grace_signal > 0 ? opts->grace_signal : SIGTERM);
        wait_for_end(&grace, child, NULL);
    }
    kill(-child->pid, SIGKILL);
}

struct watch {
    pid_t pid;
    int fd; // closed when pid has ended
};

// A thread waits for the child, because poll(2) cannot. The child remains a
// zombie, so its id is not reused before it is reaped.
static void *
watch_child(void *arg)
{
    struct watch *watch = arg;
    siginfo_t info;
    int n;
    do {
        n = waitid(P_PID, (id_t)watch->pid, &info, WEXITED | WNOWAIT);
    } while (n != 0 && errno == EINTR);
    close(watch->fd);
    return NULL;
}

static bool
start_watch(struct child *child, struct watch *watch, pthread_t *out_thread,
            struct at_err *err)
{
    int ended[2];
    if (!at_spawn_pipe(ended))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    *watch = (struct watch){child->pid, ended[1]};
    int sys = pthread_create(out_thread, NULL, watch_child, watch);
    if (sys == 0) {
        child->ended_fd = ended[0];
        return true;
    }
    at_fd_close(&ended[0]);
    at_fd_close(&ended[1]);
    return at_fail_sys(err, AT_EIO, sys, "no thread");
}

// Wait for a running child and reap it.
static bool
see_to_its_end(const struct at_op *op, struct child *child, struct at_err *err)
{
    struct watch watch;
    pthread_t thread;
    bool watched = start_watch(child, &watch, &thread, err);
    bool ok = watched && wait_for_end(op, child, err);
    if (!ok)
        end_group(child);
    if (watched)
        pthread_join(thread, NULL);
    ok = take_rest(child, ok ? err : NULL) && ok;
    child->result->exit_status = at_spawn_reap(child->pid);
    return ok;
}

static bool
run_child(const struct at_op *op, struct child *child, struct at_err *err)
{
    const struct at_proc_opts *opts = child->opts;
    const struct at_proc_listener *listener = opts->listener;
    if (listener && listener->started)
        listener->started(listener->user, opts, (long)child->pid);
    bool ok = see_to_its_end(op, child, err);
    if (!ok)
        at_err_context(err, "'%s'", opts->argv[0]);
    if (listener && listener->ended)
        listener->ended(listener->user, child->result->exit_status,
                        ok ? NULL : err);
    return ok;
}

bool
at_proc_run(const struct at_op *op, const struct at_proc_opts *opts,
            struct at_proc_result *result, struct at_err *err)
{
    struct child child = {opts, result, -1, -1, -1, -1};
    struct at_err own = AT_ERR_INIT; // error for the listener
    if (!err)
        err = &own;
    result->exit_status = -1;
    char *path = find_program(opts, err);
    if (!path)
        return false;
    bool ok = at_op_check(op, err) && start_child(path, &child, err) &&
              run_child(op, &child, err);
    free(path);
    child_deinit(&child);
    return ok;
}

static bool
open_log(const char *path, int *out_fd, struct at_err *err)
{
    if (!path)
        *out_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    else if (!at_private_open(path, O_WRONLY | O_APPEND | O_CREAT, out_fd, err))
        return false;
    else
        fcntl(*out_fd, F_SETFL, O_APPEND); // block, for children
    *out_fd = at_spawn_clear(*out_fd);
    return *out_fd >= 0 ||
           at_fail_sys(err, AT_EIO, errno, "no descriptor for a child's log");
}

// Start a child in its own session with log_fd as its outputs, and close
// log_fd.
static bool
launch(const struct at_proc_opts *opts, int log_fd, int keep_fd, long *out_pid,
       struct at_err *err)
{
    pid_t pid = -1;
    char *path = find_program(opts, err);
    bool ok = false;
    if (path) {
        struct at_spawn how = {
            .path = path,
            .argv = opts->argv,
            .env = opts->env,
            .cwd = opts->cwd,
            .out_fd = log_fd,
            .err_fd = log_fd,
            .keep_fd = keep_fd,
            .own_session = true,
        };
        ok = at_spawn_start(&how, &pid, err);
    }
    *out_pid = pid;
    at_fd_close(&log_fd);
    free(path);
    return ok;
}

bool
at_proc_launch(const struct at_proc_opts *opts, const char *log_path,
               int ready_fd, long *out_pid, struct at_err *err)
{
    int log_fd;
    *out_pid = -1;
    return open_log(log_path, &log_fd, err) &&
           launch(opts, log_fd, ready_fd, out_pid, err);
}

bool
at_proc_start_peer(const struct at_proc_opts *opts, int fd, long *out_pid,
                   struct at_err *err)
{
    *out_pid = -1;
    int log_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (log_fd < 0)
        log_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    log_fd = at_spawn_clear(log_fd);
    if (log_fd < 0)
        return at_fail_sys(err, AT_EIO, errno, "no descriptor for a child");
    return launch(opts, log_fd, fd, out_pid, err);
}

int
at_proc_end_peer(long pid, int64_t grace_ms)
{
    const struct at_op never = {AT_NEVER_NS, NULL};
    int64_t until_ns = at_now_ns() + grace_ms * AT_NS_PER_MS;
    int status;
    while (at_now_ns() < until_ns) {
        if (at_proc_has_ended(pid, &status))
            return status;
        (void)!at_op_wait_until(
            &never, at_now_ns() + PEER_POLL_MS * AT_NS_PER_MS, NULL);
    }
    kill(-(pid_t)pid, SIGKILL);
    return at_spawn_reap((pid_t)pid);
}

bool
at_proc_has_ended(long pid, int *out_status)
{
    int status = 0;
    pid_t got;
    do {
        got = waitpid((pid_t)pid, &status, WNOHANG);
    } while (got < 0 && errno == EINTR);
    *out_status = got > 0 ? at_spawn_exit_status(status) : -1;
    return got != 0;
}

bool
at_proc_is_alive(long pid)
{
    // ids of 0 and below are process groups
    return pid > 0 && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
}
