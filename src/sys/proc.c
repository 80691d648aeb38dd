#define _XOPEN_SOURCE 700 // realpath()
#include "sys/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"

extern char **environ;

// Beyond that nobody has descriptors open, and closing a million of them (a
// container's usual limit) would take longer than the child.
enum { CLOSE_MAX = 65536, READ_SIZE = 16 * 1024 };

// The ends that this process holds; -1 where closed.
struct child {
    pid_t pid;
    int out_fd;
    int err_fd;
    int ended_fd; // hangs up once the child has ended
};

// One for each pipe: 0 is read, 1 is written.
struct pipes {
    int out[2];
    int err[2];
    int report[2]; // errno of a failed exec; closes when exec succeeds
    int null_fd;
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

static void
close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// Descriptors 0 to 2 are the child's to be: keep clear of them.
static int
move_up(int fd)
{
    int moved = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : -1;
    int sys = errno;
    if (fd >= 0)
        close(fd);
    errno = sys;
    return moved;
}

static bool
make_pipe(int fds[2])
{
    if (pipe(fds) != 0) {
        fds[0] = fds[1] = -1;
        return false;
    }
    fds[0] = move_up(fds[0]);
    fds[1] = move_up(fds[1]);
    return fds[0] >= 0 && fds[1] >= 0;
}

static void
pipes_deinit(struct pipes *pipes)
{
    for (int i = 0; i < 2; i++) {
        close_fd(&pipes->out[i]);
        close_fd(&pipes->err[i]);
        close_fd(&pipes->report[i]);
    }
    close_fd(&pipes->null_fd);
}

static bool
pipes_init(struct pipes *pipes, struct at_err *err)
{
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}, -1};
    if (make_pipe(pipes->out) && make_pipe(pipes->err) &&
        make_pipe(pipes->report)) {
        pipes->null_fd = move_up(open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (pipes->null_fd >= 0)
            return true;
    }
    at_fail_sys(err, AT_EIO, errno, "no pipes for a child");
    pipes_deinit(pipes);
    return false;
}

static size_t
name_len(const char *row)
{
    const char *end = strchr(row, '=');
    return end ? (size_t)(end - row) + 1 : strlen(row);
}

static bool
is_replaced(const char *row, const char *const *env)
{
    size_t len = name_len(row);
    for (; *env; env++) {
        if (strncmp(*env, row, len) == 0)
            return true;
    }
    return false;
}

// The child's environment: an array to be freed, of borrowed rows.
static const char **
merge_env(const char *const *env)
{
    static const char *const none[] = {NULL};
    size_t count = 0;
    if (!env)
        env = none;
    for (size_t i = 0; environ && environ[i]; i++)
        count++;
    for (size_t i = 0; env[i]; i++)
        count++;
    const char **merged = at_realloc_array(NULL, count + 1, sizeof(*merged));
    size_t n = 0;
    for (size_t i = 0; environ && environ[i]; i++) {
        if (!is_replaced(environ[i], env))
            merged[n++] = environ[i];
    }
    for (size_t i = 0; env[i]; i++)
        merged[n++] = env[i];
    merged[n] = NULL;
    return merged;
}

// In the child of a process that may have threads: only what POSIX calls
// async-signal-safe. Signals are still blocked.
static void
become(const char *path, const char *const *argv, const char **env,
       const struct pipes *pipes, int max_fd)
{
    static const int defaults[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,
                                   SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2};
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;

    setpgid(0, 0);
    for (size_t i = 0; i < AT_LEN(defaults); i++)
        sigaction(defaults[i], &action, NULL);
    if (dup2(pipes->null_fd, 0) >= 0 && dup2(pipes->out[1], 1) >= 0 &&
        dup2(pipes->err[1], 2) >= 0) {
        for (int fd = 3; fd < max_fd; fd++) {
            if (fd != pipes->report[1])
                close(fd);
        }
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(path, (char *const *)argv, (char *const *)env);
    }
    int sys = errno;
    ssize_t n = write(pipes->report[1], &sys, sizeof(sys));
    _exit(n == sizeof(sys) ? 127 : 126);
}

// fork() with every signal blocked, so that no handler of ours runs in the
// child.
static pid_t
fork_child(const char *path, const char *const *argv, const char **env,
           const struct pipes *pipes)
{
    long open_max = sysconf(_SC_OPEN_MAX);
    int max_fd =
        open_max > 0 && open_max < CLOSE_MAX ? (int)open_max : (int)CLOSE_MAX;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        become(path, argv, env, pipes, max_fd);
    int sys = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = sys;
    return pid;
}

static void
reap(pid_t pid, int *out_status)
{
    pid_t got;
    do {
        got = waitpid(pid, out_status, 0);
    } while (got < 0 && errno == EINTR);
}

// 0 once exec has succeeded, otherwise its errno.
static int
read_report(int fd)
{
    int sys = 0;
    ssize_t n;
    do {
        n = read(fd, &sys, sizeof(sys));
    } while (n < 0 && errno == EINTR);
    return n == sizeof(sys) ? sys : 0;
}

static bool
start_child(const char *path, const struct at_proc_opts *opts,
            struct child *child, struct at_err *err)
{
    struct pipes pipes;
    if (!pipes_init(&pipes, err))
        return false;
    const char **env = merge_env(opts->env);
    pid_t pid = fork_child(path, opts->argv, env, &pipes);
    int sys = pid < 0 ? errno : 0;
    free(env);
    if (pid > 0) {
        setpgid(pid, pid); // whoever of the two comes first
        close_fd(&pipes.report[1]);
        sys = read_report(pipes.report[0]);
    }
    if (sys != 0) {
        if (pid > 0)
            reap(pid, &(int){0});
        pipes_deinit(&pipes);
        return at_fail_sys(err, AT_EIO, sys, "cannot run '%s'", path);
    }
    *child = (struct child){pid, pipes.out[0], pipes.err[0], -1};
    pipes.out[0] = pipes.err[0] = -1;
    pipes_deinit(&pipes);
    fcntl(child->out_fd, F_SETFL, O_NONBLOCK);
    fcntl(child->err_fd, F_SETFL, O_NONBLOCK);
    return true;
}

struct watch {
    pid_t pid;
    int fd; // closed once pid has ended
};

// A thread that waits, because poll(2) cannot. The child stays a zombie, so
// that its id means no other process until at_proc_run() reaps it.
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

// Append what can be read now. A closed end closes *fd.
static bool
collect(int *fd, struct at_buf *buf)
{
    while (*fd >= 0) {
        char piece[READ_SIZE];
        ssize_t n = read(*fd, piece, sizeof(piece));
        if (n > 0) {
            if (!at_buf_add(buf, piece, (size_t)n))
                return false;
        } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
            close_fd(fd);
        } else if (errno == EAGAIN) {
            return true;
        }
    }
    return true;
}

static bool
collect_both(struct child *child, struct at_proc_result *result,
             struct at_err *err)
{
    bool fits = collect(&child->out_fd, &result->out);
    fits = collect(&child->err_fd, &result->err) && fits;
    return fits || at_fail(err, AT_ELIMIT, "it printed more than %zu bytes",
                           result->out.max);
}

// Until the child has ended; false where op ends first or a bound is passed.
static bool
collect_to_end(const struct at_op *op, struct child *child,
               struct at_proc_result *result, struct at_err *err)
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
        bool ended = n > 0 && fds[2].revents; // looked at before the outputs
        if (!collect_both(child, result, err))
            return false;
        if (ended)
            return true;
        if (!at_op_check(op, err))
            return false;
    }
}

static bool
start_watch(struct child *child, struct watch *watch, pthread_t *out_thread,
            struct at_err *err)
{
    int ended[2];
    if (!make_pipe(ended))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    child->ended_fd = ended[0];
    *watch = (struct watch){child->pid, ended[1]};
    int sys = pthread_create(out_thread, NULL, watch_child, watch);
    if (sys == 0)
        return true;
    close(ended[1]);
    return at_fail_sys(err, AT_EIO, sys, "no thread");
}

// From a running child to a reaped one.
static bool
see_to_its_end(const struct at_op *op, struct child *child,
               struct at_proc_result *result, struct at_err *err)
{
    struct watch watch;
    pthread_t thread;
    int status = 0;
    bool watched = start_watch(child, &watch, &thread, err);
    bool ok = watched && collect_to_end(op, child, result, err);
    if (!ok)
        kill(-child->pid, SIGKILL);
    if (watched)
        pthread_join(thread, NULL);
    reap(child->pid, &status);
    close_fd(&child->out_fd);
    close_fd(&child->err_fd);
    close_fd(&child->ended_fd);
    result->exit_status =
        WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return ok;
}

bool
at_proc_run(const struct at_op *op, const struct at_proc_opts *opts,
            struct at_proc_result *result, struct at_err *err)
{
    struct child child;
    char *path = at_proc_find(opts->argv[0]);

    result->exit_status = -1;
    if (!path)
        return at_fail_sys(err, AT_EIO, ENOENT, "cannot run '%s'",
                           opts->argv[0]);
    bool started = at_op_check(op, err) && start_child(path, opts, &child, err);
    free(path);
    if (!started)
        return false;
    bool ok = see_to_its_end(op, &child, result, err);
    if (!ok)
        at_err_context(err, "'%s'", opts->argv[0]);
    return ok;
}

char *
at_proc_find(const char *name)
{
    if (strchr(name, '/'))
        return at_strdup(name);
    struct at_str rest = at_str(getenv("PATH"));
    struct at_str folder;
    while (at_str_next(&rest, ':', &folder)) {
        char *path = at_strfmt("%.*s/%s", AT_STR_ARG(folder), name);
        if (folder.len > 0 && at_file_is_executable(path))
            return path;
        free(path);
    }
    return NULL;
}

char *
at_proc_self(const char *argv0)
{
    char *found = at_proc_find(argv0);
    char *real = found ? realpath(found, NULL) : NULL;
    free(found);
    return real ? real : at_strdup(argv0);
}
