// spawn.c: fork, the child's descriptors, and exec
#ifdef __linux__
#define _GNU_SOURCE // syscall()
#endif
#define _XOPEN_SOURCE 700 // realpath()
#include "sys/fds.h"
#include "sys/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "base/alloc.h"

extern char **environ;

enum {
    CHILD_FDS = 4,     // 0 to 3 are reserved for the child
    CLOSE_MAX = 65536, // no one has descriptors open beyond that
};

// The child's message if exec fails; a successful exec closes the pipe without
// one.
struct report {
    int sys;
    bool is_cwd;
};

struct plan {
    const struct at_spawn *how;
    const char **env;
    int in_fd;
    int keep_fd;
    int report[2];
    int max_fd;
};

int
at_spawn_clear(int fd)
{
    int moved = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, CHILD_FDS) : -1;
    int sys = errno;
    if (fd >= 0)
        close(fd);
    errno = sys;
    return moved;
}

bool
at_spawn_pipe(int fds[2])
{
    if (pipe(fds) != 0) {
        fds[0] = fds[1] = -1;
        return false;
    }
    fds[0] = at_spawn_clear(fds[0]);
    fds[1] = at_spawn_clear(fds[1]);
    if (fds[0] >= 0 && fds[1] >= 0)
        return true;
    int sys = errno;
    at_fd_close(&fds[0]);
    at_fd_close(&fds[1]);
    errno = sys;
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

// Build the child's environment: an array to be freed, of borrowed rows.
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

static void
plan_deinit(struct plan *plan)
{
    free(plan->env);
    at_fd_close(&plan->in_fd);
    at_fd_close(&plan->keep_fd);
    at_fd_close(&plan->report[0]);
    at_fd_close(&plan->report[1]);
}

static bool
plan_init(struct plan *plan, const struct at_spawn *how, struct at_err *err)
{
    long open_max = sysconf(_SC_OPEN_MAX);
    int keep_fd = how->keep_fd;
    *plan = (struct plan){.how = how, .keep_fd = -1, .report = {-1, -1}};
    plan->max_fd =
        open_max > 0 && open_max < CLOSE_MAX ? (int)open_max : (int)CLOSE_MAX;
    plan->in_fd = at_spawn_clear(
        how->in_fd > 0 ? fcntl(how->in_fd, F_DUPFD_CLOEXEC, CHILD_FDS)
                       : open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (keep_fd >= 0)
        plan->keep_fd = fcntl(keep_fd, F_DUPFD_CLOEXEC, CHILD_FDS);
    if (plan->in_fd >= 0 && (keep_fd < 0 || plan->keep_fd >= 0) &&
        at_spawn_pipe(plan->report)) {
        plan->env = merge_env(how->env);
        return true;
    }
    at_fail_sys(err, AT_EIO, errno, "no descriptors for a child");
    plan_deinit(plan);
    return false;
}

// From here to become(), code runs in the child, which may come from a process
// with threads: only async-signal-safe functions are allowed.
static void
close_from(int first, int max_fd)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0)
        return;
#endif
    for (int fd = first; fd < max_fd; fd++)
        close(fd);
}

static void
default_signals(void)
{
    static const int defaults[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,
                                   SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2};
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < AT_LEN(defaults); i++)
        sigaction(defaults[i], &action, NULL);
}

// Set up the descriptors. Return false with errno. The report's end moves to
// the number after the program's last one, so everything above can be closed.
static bool
take_descriptors(const struct plan *plan, int *report_fd)
{
    int next = plan->keep_fd >= 0 ? 4 : 3;
    if (dup2(plan->in_fd, 0) < 0 || dup2(plan->how->out_fd, 1) < 0 ||
        dup2(plan->how->err_fd, 2) < 0 ||
        (plan->keep_fd >= 0 && dup2(plan->keep_fd, 3) < 0) ||
        dup2(*report_fd, next) < 0)
        return false;
    *report_fd = next;
    close_from(next + 1, plan->max_fd);
    return fcntl(next, F_SETFD, FD_CLOEXEC) == 0;
}

static void
become(const struct plan *plan)
{
    const struct at_spawn *how = plan->how;
    struct report report = {0};
    int report_fd = plan->report[1];
    sigset_t none;
    if (how->own_session)
        setsid();
    else
        setpgid(0, 0);
    default_signals();
    if (take_descriptors(plan, &report_fd)) {
        report.is_cwd = how->cwd && chdir(how->cwd) != 0;
        if (!report.is_cwd) {
            sigemptyset(&none);
            sigprocmask(SIG_SETMASK, &none, NULL);
            execve(how->path, (char *const *)how->argv,
                   (char *const *)plan->env);
        }
    }
    report.sys = errno;
    ssize_t n = write(report_fd, &report, sizeof(report));
    _exit(n == sizeof(report) ? 127 : 126);
}

// fork() with all signals blocked, so our handlers do not run in the child.
static pid_t
fork_child(const struct plan *plan)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        become(plan);
    int sys = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = sys;
    return pid;
}

// Read the report; sys is 0 if exec succeeded.
static struct report
read_report(int fd)
{
    struct report report = {0};
    ssize_t n;
    do {
        n = read(fd, &report, sizeof(report));
    } while (n < 0 && errno == EINTR);
    return n == sizeof(report) ? report : (struct report){0};
}

static bool
fail_start(const struct at_spawn *how, const struct report *report,
           struct at_err *err)
{
    if (!report->is_cwd)
        return at_fail_sys(err, AT_EIO, report->sys, "cannot run '%s'",
                           how->path);
    at_fail_sys(err, AT_EIO, report->sys, "cannot run '%s' in the folder '%s'",
                how->path, how->cwd);
    if (err)
        err->sys = 0; // it is not about the program
    return false;
}

// Start how, whose path is absolute.
static bool
start_absolute(const struct at_spawn *how, pid_t *out_pid, struct at_err *err)
{
    struct plan plan;
    struct report report = {0};
    if (!plan_init(&plan, how, err))
        return false;
    pid_t pid = fork_child(&plan);
    if (pid < 0) {
        report.sys = errno;
    } else {
        if (!how->own_session)
            setpgid(pid, pid); // both parent and child try
        at_fd_close(&plan.report[1]);
        report = read_report(plan.report[0]);
    }
    plan_deinit(&plan);
    if (report.sys == 0) {
        *out_pid = pid;
        return true;
    }
    if (pid > 0)
        at_spawn_reap(pid);
    return fail_start(how, &report, err);
}

bool
at_spawn_start(const struct at_spawn *how, pid_t *out_pid, struct at_err *err)
{
    *out_pid = -1;
    if (!how->cwd || how->path[0] == '/')
        return start_absolute(how, out_pid, err);
    struct at_spawn there = *how;
    char *path = realpath(how->path, NULL);
    if (!path)
        return at_fail_sys(err, AT_EIO, errno, "cannot run '%s'", how->path);
    there.path = path;
    bool ok = start_absolute(&there, out_pid, err);
    free(path);
    return ok;
}

int
at_spawn_exit_status(int wait_status)
{
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status)
                                    : WEXITSTATUS(wait_status);
}

int
at_spawn_reap(pid_t pid)
{
    int status = 0;
    pid_t got;
    do {
        got = waitpid(pid, &status, 0);
    } while (got < 0 && errno == EINTR);
    return at_spawn_exit_status(status);
}
