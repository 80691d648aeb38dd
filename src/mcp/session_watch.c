// session_watch.c: poll the leases until the next session may expire
#include "mcp/session_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/limits.h"
#include "mcp/session_pool.h"
#include "sys/clock.h"
#include "sys/lock.h"

// Collect the leases to poll; *out_until_ns is when the next session may
// expire.
static size_t
collect(struct at_sessions *pool, struct pollfd *fds, size_t cap,
        int64_t *out_until_ns)
{
    size_t count = 0;
    int64_t until_ns = AT_NEVER_NS;
    fds[count++] = (struct pollfd){.fd = pool->wake_fds[0], .events = POLLIN};
    const struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (session->end_code != AT_OK)
            continue;
        int64_t idle_ns = session->in_use ? at_now_ns() : session->used_ns;
        int64_t end_ns = idle_ns + pool->opts.idle_ms * AT_NS_PER_MS;
        if (end_ns < until_ns)
            until_ns = end_ns;
        if (session->lease && count < cap)
            fds[count++] = (struct pollfd){.fd = at_lock_fd(session->lease),
                                           .events = POLLIN};
    }
    *out_until_ns = until_ns;
    return count;
}

static void
end_stolen(struct at_sessions *pool)
{
    struct at_lock_holder who;
    struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (session->lease && at_lock_asked(session->lease, &who))
            at_session_end(session, AT_EBUSY,
                           "lost its device '%s' to %s (pid %ld)",
                           session->device, who.program, who.pid);
    }
}

static void
wait_for_event(struct at_sessions *pool, struct pollfd *fds, size_t count,
               int64_t until_ns)
{
    struct at_op op = {until_ns, NULL};
    char woken[64];
    int left_ms =
        until_ns == AT_NEVER_NS ? -1 : at_op_left_ms(&op, at_now_ns());
    (void)poll(fds, (nfds_t)count, left_ms);
    while (read(pool->wake_fds[0], woken, sizeof(woken)) == sizeof(woken))
        ;
}

static void *
watch(void *arg)
{
    struct at_sessions *pool = arg;
    struct pollfd fds[1 + AT_SESSIONS_MAX];
    int64_t until_ns;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ended) {
        size_t count = collect(pool, fds, AT_LEN(fds), &until_ns);
        pthread_mutex_unlock(&pool->lock);
        wait_for_event(pool, fds, count, until_ns);
        pthread_mutex_lock(&pool->lock);
        end_stolen(pool);
        at_sessions_sweep(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void
wake(struct at_sessions *pool)
{
    ssize_t n;
    do {
        n = write(pool->wake_fds[1], "", 1); // a full pipe wakes too
    } while (n < 0 && errno == EINTR);
}

bool
at_session_watch_start(struct at_sessions *pool, struct at_err *err)
{
    if (pool->watched) {
        wake(pool);
        return true;
    }
    if (pipe(pool->wake_fds) != 0)
        return at_fail_sys(err, AT_EIO, errno, "no pipe for sessions");
    for (int i = 0; i < 2; i++) {
        fcntl(pool->wake_fds[i], F_SETFD, FD_CLOEXEC);
        fcntl(pool->wake_fds[i], F_SETFL, O_NONBLOCK);
    }
    int sys = pthread_create(&pool->watcher, NULL, watch, pool);
    if (sys != 0) {
        close(pool->wake_fds[0]);
        close(pool->wake_fds[1]);
        return at_fail_sys(err, AT_EIO, sys, "no thread for sessions");
    }
    pool->watched = true;
    return true;
}

void
at_session_watch_stop(struct at_sessions *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool watched = pool->watched;
    pool->ended = true;
    if (watched)
        wake(pool);
    pthread_mutex_unlock(&pool->lock);
    if (!watched)
        return;
    pthread_join(pool->watcher, NULL);
    close(pool->wake_fds[0]);
    close(pool->wake_fds[1]);
}
