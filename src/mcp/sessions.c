// sessions.c: the pool: who has which device, and what became of sessions
#include "mcp/sessions.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app.h"
#include "wire/json.h"
#include "mcp/session_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/lock.h"
#include "sys/random.h"

enum { LOOK_MS = 10 }; // a session that is left wakes nobody

struct at_sessions *
at_sessions_new(const struct at_sessions_opts *opts)
{
    struct at_sessions *pool = at_alloc(sizeof(*pool));
    pool->opts = *opts;
    if (pool->opts.idle_ms == 0)
        pool->opts.idle_ms = AT_SESSION_IDLE_MS;
    if (pool->opts.max == 0)
        pool->opts.max = AT_SESSIONS_MAX;
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void
at_sessions_free(struct at_sessions *pool)
{
    if (!pool)
        return;
    at_sessions_keep_end(pool);
    while (pool->first) {
        struct at_session *session = pool->first;
        pool->first = session->next;
        at_session_forget(session);
        at_session_free(session);
    }
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

bool
at_session_is_open(const struct at_session *session)
{
    return session->handle[0] && session->gone_code == AT_OK;
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

void
at_session_end(struct at_session *session, enum at_code code, const char *fmt,
               ...)
{
    if (session->gone_code != AT_OK)
        return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(session->gone, sizeof(session->gone), fmt, args);
    va_end(args);
    session->gone_code = code;
    if (session->running)
        at_cancel_fire(session->running);
}

bool
at_session_fail_gone(const struct at_session *session, struct at_err *err)
{
    const char *how = session->gone_code == AT_EBUSY
                          ? ", with \"steal\": true to take it back"
                          : "";
    return at_fail(err, session->gone_code,
                   "session '%s' %s: call agentest_connect again%s",
                   session->handle, session->gone, how);
}

static void
unlink_session(struct at_sessions *pool, struct at_session *session)
{
    struct at_session **link = &pool->first;
    while (*link != session)
        link = &(*link)->next;
    *link = session->next;
}

// One that has ended and still has something open, or that nobody can ask for.
static struct at_session *
find_to_close(struct at_sessions *pool)
{
    struct at_session *session = pool->first;
    size_t gone = 0;
    for (; session; session = session->next) {
        gone += session->gone_code != AT_OK;
        if (session->gone_code != AT_OK && !session->in_use &&
            (session->app || session->package || session->lease ||
             !session->handle[0] || gone > AT_SESSIONS_GONE_MAX))
            return session;
    }
    return NULL;
}

static bool
is_forgotten(const struct at_sessions *pool, const struct at_session *session)
{
    size_t newer = 0;
    const struct at_session *other = pool->first;
    for (; other != session; other = other->next)
        newer += other->gone_code != AT_OK;
    return !session->handle[0] || newer >= AT_SESSIONS_GONE_MAX;
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
        if (is_forgotten(pool, session)) {
            unlink_session(pool, session);
            at_session_free(session);
        }
    }
}

// Those that no call uses, the least recently used first, make room.
static bool
make_room(struct at_sessions *pool, struct at_err *err)
{
    struct at_session *oldest = NULL;
    struct at_session *session = pool->first;
    size_t count = 0;
    for (; session; session = session->next) {
        if (session->gone_code != AT_OK)
            continue;
        count++;
        if (!session->in_use && (!oldest || session->used_ns < oldest->used_ns))
            oldest = session;
    }
    if (count < pool->opts.max)
        return true;
    if (!oldest)
        return at_fail(err, AT_ELIMIT, "%zu sessions are at work already",
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

static void
make_handle(char out[HANDLE_LEN + 1])
{
    at_random_bytes(out, HANDLE_LEN);
    for (size_t i = 0; i < HANDLE_LEN; i++)
        out[i] = "abcdefghijklmnopqrstuvwxyz234567"[(unsigned char)out[i] % 32];
    out[HANDLE_LEN] = '\0';
}

// The session that has the device, other than this one, ends: at once, if it
// is this peer's, else by steal.
static bool
end_other(struct at_session *session, struct at_session *other, bool steal,
          struct at_err *err)
{
    if (other->peer == session->peer) {
        if (other->in_use)
            return true;
        if (other->app && !session->before)
            session->before = at_app_take_device(other->app);
        at_session_end(other, AT_EUSAGE,
                       "was replaced by a later agentest_connect to '%s'",
                       session->serial);
        return true;
    }
    if (steal) {
        at_session_end(other, AT_EBUSY,
                       "lost its device '%s' to another client of this server",
                       session->serial);
        return true;
    }
    return at_fail(
        err, AT_EBUSY,
        "'%s' is in use by another client of this server (pid %ld) "
        "for %lld s: connect with \"steal\": true to take it over",
        session->serial, (long)getpid(),
        (long long)((at_now_ns() - other->began_ns) / (1000 * AT_NS_PER_MS)));
}

// A session that has the device or has not closed it yet.
static struct at_session *
find_other(struct at_session *session)
{
    struct at_session *other = session->pool->first;
    while (other && (other == session || !other->lease ||
                     strcmp(other->device, session->serial) != 0))
        other = other->next;
    return other;
}

// Until no other session of this process has the device.
static bool
clear_device(const struct at_op *op, struct at_session *session, bool steal,
             struct at_err *err)
{
    struct at_sessions *pool = session->pool;
    bool ok = true;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct at_session *other = find_other(session);
        if (!other || !(ok = end_other(session, other, steal, err)))
            break;
        at_sessions_sweep(pool);
        if (!find_other(session))
            break;
        pthread_mutex_unlock(&pool->lock);
        ok = at_op_wait_until(op, at_now_ns() + LOOK_MS * AT_NS_PER_MS, err);
        pthread_mutex_lock(&pool->lock);
        if (!ok) {
            at_err_context(err, "waiting for '%s'", session->serial);
            break;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return ok;
}

static bool
note_claim(struct at_session *session, struct at_lock *lease,
           struct at_err *err)
{
    struct at_sessions *pool = session->pool;
    pthread_mutex_lock(&pool->lock);
    session->lease = lease;
    session->current = true;
    session->began_ns = at_now_ns();
    at_str_cut(session->device, sizeof(session->device),
               at_str(session->serial));
    if (!session->handle[0])
        make_handle(session->handle);
    bool ok = at_sessions_keep(pool, err);
    pthread_mutex_unlock(&pool->lock);
    return ok;
}

bool
at_sessions_claim(const struct at_op *op, struct at_session *session,
                  bool steal, struct at_err *err)
{
    struct at_sessions *pool = session->pool;
    if (!pool || session->lease)
        return true;
    struct at_lock *lease;
    if (!clear_device(op, session, steal, err))
        return false;
    if (at_lock_take(op, session->serial, pool->opts.program, steal, &lease,
                     err))
        return note_claim(session, lease, err);
    if (err && err->code == AT_EBUSY && !steal)
        at_err_add(err,
                   "use another device, or connect with \"steal\": true to "
                   "take it over");
    return false;
}

void
at_sessions_unclaim(struct at_session *session)
{
    struct at_sessions *pool = session->pool;
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    struct at_lock *lease = session->lease;
    session->lease = NULL;
    pthread_mutex_unlock(&pool->lock);
    at_lock_release(lease);
}

static json_t *
describe(const struct at_session *session)
{
    int64_t age_ns = at_now_ns() - session->began_ns;
    json_t *object = json_object();
    at_json_set_text(object, "session", session->handle);
    at_json_set_text(object, "deviceId", session->device);
    at_json_set_text(object, "packageName", session->app_name);
    at_json_set(object, "ageSeconds",
                json_integer(age_ns / (1000 * AT_NS_PER_MS)));
    return object;
}

json_t *
at_sessions_list(struct at_sessions *pool)
{
    json_t *list = json_array();
    pthread_mutex_lock(&pool->lock);
    at_sessions_sweep(pool);
    const struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (at_session_is_open(session))
            at_assert(json_array_append_new(list, describe(session)) == 0);
    }
    pthread_mutex_unlock(&pool->lock);
    return list;
}
