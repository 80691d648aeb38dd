#include "sys/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/stop.h"

struct at_interrupt {
    struct at_cancel *cancel;
    int wake_fds[2];
    pthread_t thread;
};

static void
let_next_end_us(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < AT_LEN(numbers); i++)
        sigaction(numbers[i], &action, NULL);
}

// Fire the token from a thread, because that takes a lock, which a signal
// handler must not.
static void *
wait_for_signal(void *arg)
{
    struct at_interrupt *interrupt = arg;
    struct pollfd fd = {.fd = interrupt->wake_fds[0], .events = POLLIN};
    int n;
    do {
        n = poll(&fd, 1, -1);
    } while (n < 0 && errno == EINTR);
    if (at_stop_asked()) {
        let_next_end_us();
        at_cancel_fire(interrupt->cancel);
    }
    return NULL;
}

struct at_interrupt *
at_interrupt_start(struct at_cancel *cancel, struct at_err *err)
{
    struct at_interrupt *interrupt = at_alloc(sizeof(*interrupt));
    interrupt->cancel = cancel;
    if (!at_stop_pipe(interrupt->wake_fds)) {
        at_fail_sys(err, AT_EIO, errno, "no pipe for signals");
        free(interrupt);
        return NULL;
    }
    at_stop_take(interrupt->wake_fds[1]);
    int sys =
        pthread_create(&interrupt->thread, NULL, wait_for_signal, interrupt);
    if (sys == 0)
        return interrupt;
    at_fail_sys(err, AT_EIO, sys, "no thread for signals");
    let_next_end_us();
    close(interrupt->wake_fds[0]);
    close(interrupt->wake_fds[1]);
    free(interrupt);
    return NULL;
}

void
at_interrupt_stop(struct at_interrupt *interrupt)
{
    if (!interrupt)
        return;
    let_next_end_us();
    ssize_t n = write(interrupt->wake_fds[1], "", 1);
    (void)n;
    pthread_join(interrupt->thread, NULL);
    close(interrupt->wake_fds[0]);
    close(interrupt->wake_fds[1]);
    free(interrupt);
}
