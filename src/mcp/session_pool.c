// session_pool.c: add, find, end and close sessions, and wait for them
#include "mcp/session_pool.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/lock.h"

struct at_session *
at_session_new(at_open_device_fn *open)
{
    struct at_session *session = at_alloc(sizeof(*session));
    session->connection.open = open;
    at_outputs_init(&session->outputs);
    return session;
}

void
at_session_free(struct at_session *session)
{
    if (!session)
        return;
    at_connection_close(&session->connection);
    at_outputs_deinit(&session->outputs);
    free(session);
}

bool
at_sessions_wait(const struct at_op *op, struct at_sessions *pool,
                 struct at_err *err)
{
    return at_waiters_wait_locked(op, &pool->waiters, &pool->lock, err);
}

void
at_session_forget(struct at_session *session)
{
    struct at_sessions *pool = session->pool;
    at_outputs_clear(&session->outputs);
    at_connection_close(&session->connection);
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    at_lock_release(session->lease);
    session->lease = NULL;
    at_waiters_wake_locked(&pool->waiters);
    pthread_mutex_unlock(&pool->lock);
}

bool
at_session_is_open(const struct at_session *session)
{
    return session->handle[0] && session->end_code == AT_OK;
}

bool
at_session_fail_ended(const struct at_session *session, struct at_err *err)
{
    const char *how = session->end_code == AT_EBUSY
                          ? ", with \"steal\": true to take it back"
                          : "";
    return at_fail(err, session->end_code,
                   "session '%s' %s: call agentest_connect again%s",
                   session->handle, session->end_reason, how);
}

void
at_session_end(struct at_session *session, enum at_code code, const char *fmt,
               ...)
{
    if (session->end_code != AT_OK)
        return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(session->end_reason, sizeof(session->end_reason), fmt, args);
    va_end(args);
    session->end_code = code;
    if (session->running)
        at_cancel_fire(session->running);
    at_waiters_wake_locked(&session->pool->waiters);
}

void
at_session_release(struct at_session *session)
{
    session->in_use = false;
    session->running = NULL;
    session->used_ns = at_now_ns();
    at_waiters_wake_locked(&session->pool->waiters);
}

struct at_session *
at_sessions_find(struct at_sessions *pool, struct at_str handle)
{
    struct at_session *session = pool->first;
    while (session &&
           (!session->handle[0] || !at_str_is(handle, session->handle)))
        session = session->next;
    return session;
}

struct at_session *
at_sessions_on(struct at_sessions *pool, struct at_str device)
{
    struct at_session *session = pool->first;
    while (session &&
           !(at_session_is_open(session) && at_str_is(device, session->device)))
        session = session->next;
    return session;
}

static void
unlink_session(struct at_sessions *pool, struct at_session *session)
{
    struct at_session **link = &pool->first;
    while (*link != session)
        link = &(*link)->next;
    *link = session->next;
}

static bool
has_resources(const struct at_session *session)
{
    return session->connection.app || session->connection.package ||
           session->lease;
}

// Find a session that has ended and either has something open or need not be
// remembered.
static struct at_session *
find_to_close(struct at_sessions *pool)
{
    struct at_session *session = pool->first;
    size_t ended = 0;
    for (; session; session = session->next) {
        ended += session->end_code != AT_OK;
        if (session->end_code != AT_OK && !session->in_use &&
            (has_resources(session) || !session->handle[0] ||
             ended > AT_SESSIONS_GONE_MAX))
            return session;
    }
    return NULL;
}

// Remember why the newest sessions have ended, for clients that still use them.
static bool
is_remembered(const struct at_sessions *pool, const struct at_session *session)
{
    size_t newer = 0;
    const struct at_session *other = pool->first;
    for (; other != session; other = other->next)
        newer += other->end_code != AT_OK;
    return session->handle[0] && newer < AT_SESSIONS_GONE_MAX;
}

void
at_sessions_sweep(struct at_sessions *pool)
{
    int64_t since_ns = at_now_ns() - pool->opts.idle_ms * AT_NS_PER_MS;
    struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (!session->in_use && session->used_ns <= since_ns)
            at_session_end(session, AT_EUSAGE,
                           "expired after %lld min without a call",
                           (long long)(pool->opts.idle_ms / 60000));
    }
    while ((session = find_to_close(pool))) {
        session->in_use = true;
        pthread_mutex_unlock(&pool->lock);
        at_session_forget(session);
        pthread_mutex_lock(&pool->lock);
        session->in_use = false;
        if (!is_remembered(pool, session)) {
            unlink_session(pool, session);
            at_session_free(session);
        }
    }
}

// End the least recently used session, unless all of them are in use.
static bool
make_room(struct at_sessions *pool, struct at_err *err)
{
    struct at_session *oldest = NULL;
    struct at_session *session = pool->first;
    size_t count = 0;
    for (; session; session = session->next) {
        if (session->end_code != AT_OK)
            continue;
        count++;
        if (!session->in_use && (!oldest || session->used_ns < oldest->used_ns))
            oldest = session;
    }
    if (count < pool->opts.max)
        return true;
    if (!oldest)
        return at_fail(err, AT_ELIMIT,
                       "all %zu sessions are in use: wait until a call ends",
                       count);
    at_session_end(oldest, AT_EUSAGE,
                   "was closed as the least recently used of %zu", count);
    at_sessions_sweep(pool);
    return true;
}

struct at_session *
at_sessions_add(struct at_sessions *pool, const struct at_tool_caller *caller,
                struct at_err *err)
{
    if (!make_room(pool, err))
        return NULL;
    struct at_session *session = at_session_new(pool->opts.open);
    session->pool = pool;
    session->peer = caller->peer;
    at_str_cut(session->lane, sizeof(session->lane), at_str(caller->lane));
    session->began_ns = session->used_ns = at_now_ns();
    session->next = pool->first;
    pool->first = session;
    return session;
}
