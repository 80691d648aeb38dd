// sessions_scope.c: which session a call works with, and in which lane
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/args.h"
#include "wire/json.h"
#include "mcp/session_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    LOOK_MS = 10, // a session that is left wakes nobody
    LIST_MAX = 5, // sessions that a message names
};

static bool
connects(const struct at_tool *tool)
{
    return tool->hints & AT_TOOL_CONNECTS;
}

// Arguments are not checked before the lane is chosen.
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
    struct at_str shown = at_utf8_head(handle, 2 * HANDLE_LEN);
    if (!session) {
        at_fail(err, AT_EUSAGE,
                "no session '%.*s': call agentest_connect, which returns one",
                AT_STR_ARG(shown));
        return NULL;
    }
    if (session->gone_code == AT_OK)
        return session;
    at_session_fail_gone(session, err);
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

// One that nobody has connected, for what needs no app.
static struct at_session *
unconnected(struct at_sessions *pool, const struct at_tool_caller *caller,
            struct at_str device, struct at_err *err)
{
    struct at_session *session = pool->first;
    for (; session; session = session->next) {
        if (!session->handle[0] && session->gone_code == AT_OK &&
            at_str_is(device, session->device) &&
            strcmp(session->lane, caller->lane) == 0)
            return session;
    }
    session = at_sessions_add(pool, caller, err);
    if (!session)
        return NULL;
    at_str_cut(session->serial, sizeof(session->serial), device);
    at_str_cut(session->device, sizeof(session->device), device);
    return session;
}

// why: the reason for which none of the open sessions is meant.
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
        if (latest && latest->gone_code == AT_OK)
            return latest;
        if (latest) {
            at_session_fail_gone(latest, err);
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
        return fail_listing(pool, "several sessions may be meant: pass session",
                            err);
    return unconnected(pool, caller, (struct at_str){0}, err);
}

// A connect that names no session: whatever comes of it, calls that name none
// do not mean the one before it.
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
choose(struct at_sessions *pool, const struct at_tool_call *call,
       struct at_err *err)
{
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

// Take a session that was chosen with the lock held, unless it is in use.
static bool
take(struct at_session *session, struct at_cancel *running)
{
    if (!session || session->in_use)
        return false;
    session->in_use = true;
    session->running = running;
    return true;
}

static bool
wait_a_moment(const struct at_op *op, struct at_err *err)
{
    int64_t until_ns = at_now_ns() + LOOK_MS * AT_NS_PER_MS;
    bool ok = at_op_wait_until(op, until_ns, err);
    if (!ok)
        at_err_context(err, "another call uses the session");
    return ok;
}

static bool
enter(void *context, struct at_tool_call *call, struct at_err *err)
{
    struct at_sessions *pool = context;
    struct at_session *session;
    bool taken;
    do {
        pthread_mutex_lock(&pool->lock);
        at_sessions_sweep(pool);
        session = choose(pool, call, err);
        taken = take(session, call->op.cancel);
        pthread_mutex_unlock(&pool->lock);
        if (!session || (!taken && !wait_a_moment(&call->op, err)))
            return false;
    } while (!taken);
    call->context = session;
    return true;
}

bool
at_sessions_use(const struct at_op *op, struct at_sessions *pool,
                struct at_str handle, struct at_session **out_session,
                struct at_err *err)
{
    bool taken;
    do {
        pthread_mutex_lock(&pool->lock);
        at_sessions_sweep(pool);
        *out_session = by_handle(pool, handle, err);
        taken = take(*out_session, op->cancel);
        pthread_mutex_unlock(&pool->lock);
        if (!*out_session || (!taken && !wait_a_moment(op, err)))
            return false;
    } while (!taken);
    return true;
}

void
at_sessions_leave(struct at_session *session)
{
    struct at_sessions *pool = session->pool;
    pthread_mutex_lock(&pool->lock);
    at_str_cut(session->app_name, sizeof(session->app_name),
               at_str(session->package));
    session->in_use = false;
    session->running = NULL;
    session->used_ns = at_now_ns();
    if (session->handle[0] && !session->package) {
        session->current = false;
        at_session_end(session, AT_EUSAGE,
                       "has no app since its agentest_connect failed");
    } else if (!session->handle[0] && !session->app) {
        at_session_end(session, AT_EUSAGE, "was never open");
    }
    at_sessions_sweep(pool);
    pthread_mutex_unlock(&pool->lock);
}

// A call that ended because its session did says so.
static void
leave(void *context, struct at_tool_call *call, struct at_err *err)
{
    struct at_sessions *pool = context;
    struct at_session *session = call->context;
    struct at_err why = AT_ERR_INIT;
    pthread_mutex_lock(&pool->lock);
    if (session->gone_code != AT_OK)
        at_session_fail_gone(session, &why);
    pthread_mutex_unlock(&pool->lock);
    if (why.code != AT_OK && err->code == AT_ECANCELED)
        *err = why;
    else if (why.code != AT_OK && call->failed)
        at_tool_add_text(call, at_str(why.msg));
    at_sessions_leave(session);
}

const struct at_tool_scope at_sessions_scope = {
    .lane = choose_lane,
    .enter = enter,
    .leave = leave,
};
