// stop.c: turns signals into bytes in a pipe
#include "sys/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/compiler.h"

static atomic_int stop_signal; // set by a signal handler
static int signal_fd = -1;

static void
on_stop(int signal_number)
{
    int saved = errno;
    stop_signal = signal_number;
    ssize_t n = write(signal_fd, "", 1);
    (void)n;
    errno = saved;
}

// A handler rather than SIG_IGN: exec resets it, so children do not inherit an
// ignored SIGPIPE or SIGXFSZ.
static void
on_nothing(int signal_number)
{
    (void)signal_number;
}

void
at_stop_take(int wake_fd)
{
    static const struct {
        int number;
        void (*handler)(int);
    } rows[] = {
        {SIGTERM, on_stop},    {SIGINT, on_stop},     {SIGHUP, on_stop},
        {SIGPIPE, on_nothing}, {SIGXFSZ, on_nothing}, // write(): EFBIG
    };
    signal_fd = wake_fd;
    stop_signal = 0;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct sigaction action = {.sa_handler = rows[i].handler,
                                   .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(rows[i].number, &action, NULL);
    }
}

bool
at_stop_asked(void)
{
    return stop_signal != 0;
}

int
at_stop_signal(void)
{
    return stop_signal;
}

bool
at_stop_pipe(int fds[2])
{
    if (pipe(fds) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);
        fcntl(fds[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

void
at_stop_drain(int read_fd)
{
    char woken[64];
    while (read(read_fd, woken, sizeof(woken)) == sizeof(woken))
        ;
}
