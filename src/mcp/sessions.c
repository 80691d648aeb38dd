// sessions.c: which session a call uses, and in which lane
#include "mcp/sessions.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/args.h"
#include "mcp/content.h"
#include "mcp/session_pool.h"
#include "mcp/session_watch.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { LIST_MAX = 5 }; // sessions that a message names

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
    at_session_watch_stop(pool);
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
at_sessions_output(struct at_sessions *pool, struct at_str handle,
                   enum at_session_output kind, struct at_buf *out)
{
    pthread_mutex_lock(&pool->lock);
    struct at_session *session = at_sessions_find(pool, handle);
    bool ok = session && at_session_is_open(session) &&
              at_outputs_get(&session->outputs, kind, out);
    pthread_mutex_unlock(&pool->lock);
    return ok;
}

void
at_sessions_each(struct at_sessions *pool, at_sessions_each_fn *each,
                 void *user)
{
    struct at_session *open[AT_SESSIONS_MAX];
    size_t count = 0;
    pthread_mutex_lock(&pool->lock);
    struct at_session *session = pool->first;
    for (; session && count < AT_SESSIONS_MAX; session = session->next) {
        if (at_session_is_open(session))
            open[count++] = session;
    }
    while (count-- > 0) // the newest comes first
        each(user, open[count]->handle,
             at_outputs_kinds(&open[count]->outputs));
    pthread_mutex_unlock(&pool->lock);
}

static bool
connects(const struct at_tool *tool)
{
    return tool->hints & AT_TOOL_CONNECTS;
}

// The arguments are checked only after the lane was chosen.
static struct at_str
text_arg(const json_t *args, const char *name)
{
    return at_json_str(json_object_get(args, name));
}

static size_t
count_open(const struct at_sessions *pool, struct at_session **out_newest)
{
    size_t count = 0;
    *out_newest = NULL;
    struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (!at_session_is_open(session))
            continue;
        if (count++ == 0)
            *out_newest = session;
    }
    return count;
}

static struct at_str
lane_of(struct at_sessions *pool, const struct at_tool *tool,
        const json_t *args, bool shared)
{
    struct at_str handle = text_arg(args, "session");
    struct at_str device = text_arg(args, "deviceId");
    struct at_session *session = NULL;
    if (handle.len > 0)
        session = at_sessions_find(pool, handle);
    else if (device.len > 0)
        session = at_sessions_on(pool, device);
    else if (!connects(tool) && !shared)
        return at_str(pool->lane);
    else if (!connects(tool) && count_open(pool, &session) != 1)
        session = NULL;
    if (session)
        return at_str(session->lane);
    return handle.len > 0 ? handle : device;
}

static void
choose_lane(void *context, const struct at_tool *tool, const json_t *args,
            struct at_tool_caller *caller)
{
    struct at_sessions *pool = context;
    pthread_mutex_lock(&pool->lock);
    struct at_str lane = lane_of(pool, tool, args, caller->shared);
    at_str_cut(caller->lane, sizeof(caller->lane), lane);
    if (connects(tool) && !caller->shared)
        at_str_cut(pool->lane, sizeof(pool->lane), at_str(caller->lane));
    pthread_mutex_unlock(&pool->lock);
}

static struct at_session *
by_handle(struct at_sessions *pool, struct at_str handle, struct at_err *err)
{
    struct at_session *session = at_sessions_find(pool, handle);
    struct at_str shown = at_utf8_head(handle, 2 * AT_SESSION_HANDLE_LEN);
    if (!session) {
        at_fail(err, AT_EUSAGE,
                "no session '%.*s': call agentest_connect, which returns one",
                AT_STR_ARG(shown));
        return NULL;
    }
    if (session->end_code == AT_OK)
        return session;
    at_session_fail_ended(session, err);
    return NULL;
}

static struct at_session *
by_handle_on(struct at_sessions *pool, struct at_str handle,
             struct at_str device, struct at_err *err)
{
    struct at_session *session = by_handle(pool, handle, err);
    if (!session || device.len == 0 || at_str_is(device, session->device))
        return session;
    at_fail(err, AT_EUSAGE,
            "session '%s' is on '%s': leave deviceId out, or connect to the "
            "other device",
            session->handle, session->device);
    return NULL;
}

// Find or make a session without an app, for tools that need none.
static struct at_session *
unconnected(struct at_sessions *pool, const struct at_tool_caller *caller,
            struct at_str device, struct at_err *err)
{
    struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (!session->handle[0] && session->end_code == AT_OK &&
            at_str_is(device, session->device) &&
            strcmp(session->lane, caller->lane) == 0)
            return session;
    }
    session = at_sessions_add(pool, caller, err);
    if (!session)
        return NULL;
    at_str_cut(session->connection.serial, sizeof(session->connection.serial),
               device);
    at_str_cut(session->device, sizeof(session->device), device);
    return session;
}

// Fail because of why, and list the open sessions.
static struct at_session *
fail_listing(const struct at_sessions *pool, const char *why,
             struct at_err *err)
{
    size_t listed = 0;
    int64_t now_ns = at_now_ns();
    at_fail(err, AT_EUSAGE, "%s", why);
    const struct at_session *session = pool->first;
    for (; session && listed < LIST_MAX; session = session->next) {
        if (!at_session_is_open(session))
            continue;
        listed++;
        at_err_add(
            err, "'%s' (%s on %s, %lld s old)", session->handle,
            session->app_name[0] ? session->app_name : "no app yet",
            session->device,
            (long long)((now_ns - session->began_ns) / (1000 * AT_NS_PER_MS)));
    }
    return NULL;
}

static struct at_session *
current(struct at_sessions *pool, const struct at_tool_caller *caller)
{
    struct at_session *session = pool->first;
    while (session &&
           !(session->current && strcmp(session->lane, caller->lane) == 0))
        session = session->next;
    return session;
}

static struct at_session *
by_default(struct at_sessions *pool, const struct at_tool_caller *caller,
           struct at_err *err)
{
    struct at_session *session;
    size_t count = count_open(pool, &session);
    if (!caller->shared) {
        struct at_session *latest = current(pool, caller);
        if (latest && latest->end_code == AT_OK)
            return latest;
        if (latest) {
            at_session_fail_ended(latest, err);
            return NULL;
        }
    } else if (count == 1) {
        return session;
    }
    if (count > 0 && !caller->shared)
        return fail_listing(pool,
                            "the last agentest_connect failed: connect again, "
                            "or pass session",
                            err);
    if (count > 0)
        return fail_listing(pool, "several sessions are open: pass session",
                            err);
    return unconnected(pool, caller, (struct at_str){0}, err);
}

// A connect that names no session. Calls that name none do not mean the
// previous one from then on, even if the connect fails.
static struct at_session *
for_connect(struct at_sessions *pool, const struct at_tool_caller *caller,
            struct at_err *err)
{
    struct at_session *before = caller->shared ? NULL : current(pool, caller);
    if (before)
        before->current = false;
    return at_sessions_add(pool, caller, err);
}

static struct at_session *
choose(struct at_sessions *pool, const void *by, struct at_err *err)
{
    const struct at_tool_call *call = by;
    struct at_str handle = at_args_str(call->args, "session");
    struct at_str device = at_args_str(call->args, "deviceId");
    const struct at_tool_caller *caller = call->env->caller;
    bool connect = connects(call->tool);
    if (handle.len > 0 && connect)
        return by_handle(pool, handle, err);
    if (handle.len > 0)
        return by_handle_on(pool, handle, device, err);
    if (connect)
        return for_connect(pool, caller, err);
    if (device.len == 0)
        return by_default(pool, caller, err);
    struct at_session *session = at_sessions_on(pool, device);
    return session ? session : unconnected(pool, caller, device, err);
}

static struct at_session *
choose_named(struct at_sessions *pool, const void *handle, struct at_err *err)
{
    return by_handle(pool, *(const struct at_str *)handle, err);
}

typedef struct at_session *choose_fn(struct at_sessions *pool, const void *by,
                                     struct at_err *err);

// Choose until the chosen session is not in use: during a wait it may end, or
// another one may become the right one.
static struct at_session *
choose_free_locked(const struct at_op *op, struct at_sessions *pool,
                   choose_fn *choose_one, const void *by, struct at_err *err)
{
    for (;;) {
        at_sessions_sweep(pool);
        struct at_session *session = choose_one(pool, by, err);
        if (!session || !session->in_use)
            return session;
        if (!at_sessions_wait(op, pool, err)) {
            at_err_context(err, "another call uses the session");
            return NULL;
        }
    }
}

// End a session whose device another process has got; why says who.
static void
end_unheld(struct at_session *session, const struct at_err *why)
{
    pthread_mutex_lock(&session->pool->lock);
    session->running = NULL; // the call ends with its own error
    at_session_end(session, AT_EBUSY, "lost its device: %s",
                   why ? why->msg : "");
    pthread_mutex_unlock(&session->pool->lock);
    at_sessions_leave(session);
}

static struct at_session *
take(const struct at_op *op, struct at_sessions *pool, choose_fn *choose_one,
     const void *by, struct at_err *err)
{
    pthread_mutex_lock(&pool->lock);
    struct at_session *session =
        choose_free_locked(op, pool, choose_one, by, err);
    if (session) {
        session->in_use = true;
        session->running = op->cancel;
    }
    pthread_mutex_unlock(&pool->lock);
    if (!session || at_session_hold(op, session, err))
        return session;
    end_unheld(session, err);
    return NULL;
}

static bool
enter(void *pool, struct at_tool_call *call, struct at_err *err)
{
    struct at_session *session = take(&call->op, pool, choose, call, err);
    if (session)
        call->context = session;
    return session;
}

bool
at_sessions_use(const struct at_op *op, struct at_sessions *pool,
                struct at_str handle, struct at_session **out_session,
                struct at_err *err)
{
    *out_session = take(op, pool, choose_named, &handle, err);
    return *out_session;
}

void
at_sessions_leave(struct at_session *session)
{
    struct at_sessions *pool = session->pool;
    const struct at_connection *connection = &session->connection;
    pthread_mutex_lock(&pool->lock);
    at_str_cut(session->app_name, sizeof(session->app_name),
               at_str(connection->package));
    at_session_release(session);
    if (session->handle[0] && !connection->package) {
        session->current = false;
        at_session_end(session, AT_EUSAGE,
                       "has no app since its agentest_connect failed");
    } else if (!session->handle[0] && !connection->app) {
        at_session_end(session, AT_EUSAGE, "was never open");
    }
    at_sessions_sweep(pool);
    pthread_mutex_unlock(&pool->lock);
}

// A call that was cancelled because its session ended says so.
static void
leave(void *context, struct at_tool_call *call, struct at_err *err)
{
    struct at_sessions *pool = context;
    struct at_session *session = call->context;
    struct at_err why = AT_ERR_INIT;
    pthread_mutex_lock(&pool->lock);
    if (session->end_code != AT_OK)
        at_session_fail_ended(session, &why);
    pthread_mutex_unlock(&pool->lock);
    if (why.code != AT_OK && err->code == AT_ECANCELED)
        *err = why;
    else if (why.code != AT_OK && call->failed)
        json_array_append_new(call->content, at_content_text(at_str(why.msg)));
    at_sessions_leave(session);
}

const struct at_tool_scope at_sessions_scope = {
    .lane = choose_lane,
    .enter = enter,
    .leave = leave,
};
