// session.c: connect a session, which takes its device from other sessions
#include "mcp/session.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "flow/app/app.h"
#include "mcp/args.h"
#include "mcp/session_pool.h"
#include "mcp/session_watch.h"
#include "sys/clock.h"
#include "sys/lock.h"
#include "sys/random.h"

static void
make_handle(char out[AT_SESSION_HANDLE_LEN + 1])
{
    at_random_bytes(out, AT_SESSION_HANDLE_LEN);
    for (size_t i = 0; i < AT_SESSION_HANDLE_LEN; i++)
        out[i] = "abcdefghijklmnopqrstuvwxyz234567"[(unsigned char)out[i] % 32];
    out[AT_SESSION_HANDLE_LEN] = '\0';
}

// Find another session that has the device or has not closed it yet.
static struct at_session *
find_rival(struct at_session *session)
{
    struct at_session *rival = session->pool->first;
    while (rival && (rival == session || !rival->lease ||
                     strcmp(rival->lease_name,
                            at_connection_lease(&session->connection)) != 0))
        rival = rival->next;
    return rival;
}

// End a session of the same peer once it is not in use; that of another peer
// only by steal.
static bool
end_rival(struct at_session *session, struct at_session *rival, bool steal,
          struct at_err *err)
{
    const char *serial = session->connection.serial;
    if (rival->peer == session->peer) {
        if (rival->in_use)
            return true;
        at_connection_take_previous(&session->connection, &rival->connection);
        at_session_end(rival, AT_EUSAGE,
                       "was replaced by a later agentest_connect to '%s'",
                       serial);
        return true;
    }
    if (steal) {
        at_session_end(rival, AT_EBUSY,
                       "lost its device '%s' to another client of this server",
                       serial);
        return true;
    }
    return at_fail(
        err, AT_EBUSY,
        "'%s' is in use by another client of this server (pid %ld) "
        "for %lld s: connect with \"steal\": true to take it over",
        serial, (long)getpid(),
        (long long)((at_now_ns() - rival->began_ns) / (1000 * AT_NS_PER_MS)));
}

static bool
clear_device_locked(const struct at_op *op, struct at_session *session,
                    bool steal, struct at_err *err)
{
    struct at_session *rival;
    while ((rival = find_rival(session))) {
        if (!end_rival(session, rival, steal, err))
            return false;
        at_sessions_sweep(session->pool);
        if (find_rival(session) && !at_sessions_wait(op, session->pool, err)) {
            at_err_context(err, "waiting for '%s'", session->connection.serial);
            return false;
        }
    }
    return true;
}

// Wait until no other session of this process has the device.
static bool
clear_device(const struct at_op *op, struct at_session *session, bool steal,
             struct at_err *err)
{
    pthread_mutex_lock(&session->pool->lock);
    bool ok = clear_device_locked(op, session, steal, err);
    pthread_mutex_unlock(&session->pool->lock);
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
               at_str(session->connection.serial));
    at_str_cut(session->lease_name, sizeof(session->lease_name),
               at_str(at_connection_lease(&session->connection)));
    if (!session->handle[0])
        make_handle(session->handle);
    bool ok = at_session_watch_start(pool, err);
    pthread_mutex_unlock(&pool->lock);
    return ok;
}

// Another program may have opened the device under another name, before this
// one was known.
static bool
check_other_names(const struct at_op *op, const struct at_session *session,
                  bool steal, struct at_err *err)
{
    const struct at_connection *connection = &session->connection;
    const char *program = session->pool->opts.program;
    struct at_lock_holder who;
    struct at_lock *lease;
    for (size_t i = 1; i < connection->names.count; i++) {
        const char *name = at_argv_words(&connection->names)[i];
        if (!at_lock_is_held(name, &who) || who.pid == (long)getpid())
            continue;
        if (!at_lock_take(op, name, program, steal, &lease, err)) {
            at_err_context(err, "'%s' is '%s'", connection->serial, name);
            return false;
        }
        at_lock_release(lease);
    }
    return true;
}

static bool
take_leases(const struct at_op *op, const struct at_session *session,
            bool steal, struct at_lock **out, struct at_err *err)
{
    if (!at_lock_take(op, at_connection_lease(&session->connection),
                      session->pool->opts.program, steal, out, err))
        return false;
    if (check_other_names(op, session, steal, err))
        return true;
    at_lock_release(*out);
    *out = NULL;
    return false;
}

// Take the lease of the device; the session has a handle from then on.
static bool
claim(const struct at_op *op, struct at_session *session, bool steal,
      struct at_err *err)
{
    struct at_sessions *pool = session->pool;
    if (!pool || session->lease)
        return true;
    struct at_lock *lease;
    if (!clear_device(op, session, steal, err))
        return false;
    if (take_leases(op, session, steal, &lease, err))
        return note_claim(session, lease, err);
    if (err && err->code == AT_EBUSY && !steal)
        at_err_add(err,
                   "use another device, or connect with \"steal\": true to "
                   "take it over");
    return false;
}

bool
at_session_hold(const struct at_op *op, struct at_session *session,
                struct at_err *err)
{
    struct at_lock *lease = session->lease;
    if (!lease || at_lock_is_there(lease))
        return true;
    pthread_mutex_lock(&session->pool->lock);
    session->lease = NULL;
    pthread_mutex_unlock(&session->pool->lock);
    at_lock_release(lease);
    if (!at_lock_take(op, session->lease_name, session->pool->opts.program,
                      false, &lease, err))
        return false;
    pthread_mutex_lock(&session->pool->lock);
    session->lease = lease;
    bool ok = at_session_watch_start(session->pool, err);
    pthread_mutex_unlock(&session->pool->lock);
    return ok;
}

static bool
set_target(struct at_connection *connection,
           const struct at_session_target *target, struct at_err *err)
{
    if (target->serial.len >= sizeof(connection->serial))
        return at_fail(err, AT_EUSAGE, "deviceId is longer than %zu bytes",
                       sizeof(connection->serial) - 1);
    at_str_cut(connection->serial, sizeof(connection->serial), target->serial);
    at_str_cut(connection->backend, sizeof(connection->backend),
               target->backend);
    connection->package = at_strndup(target->package.ptr, target->package.len);
    return true;
}

bool
at_session_connect(const struct at_op *op, struct at_session *session,
                   const struct at_session_target *target,
                   struct at_app **out_app, struct at_err *err)
{
    struct at_connection *connection = &session->connection;
    struct at_device *previous =
        connection->app ? at_app_take_device(connection->app) : NULL;
    at_session_forget(session);
    connection->previous = previous;
    if (!set_target(connection, target, err) ||
        !at_connection_open(op, connection, err) ||
        !claim(op, session, target->steal, err)) {
        at_session_forget(session);
        return false;
    }
    at_connection_reuse_previous(op, connection);
    *out_app = connection->app;
    return true;
}

void
at_session_disconnect(struct at_session *session)
{
    at_session_forget(session);
}

const char *
at_session_handle(const struct at_session *session)
{
    return session->connection.package ? session->handle : "";
}

bool
at_session_device(const struct at_op *op, struct at_session *session,
                  struct at_app **out_app, struct at_err *err)
{
    if (!session->connection.app &&
        !at_connection_open(op, &session->connection, err))
        return false;
    *out_app = session->connection.app;
    return true;
}

static bool
fail_no_app(struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "no app is connected: call agentest_connect with its "
                   "packageName first");
}

bool
at_session_app(const struct at_op *op, struct at_session *session,
               struct at_app **out_app, struct at_err *err)
{
    if (!session->connection.package)
        return fail_no_app(err);
    return at_session_device(op, session, out_app, err);
}

bool
at_session_adopt(const struct at_op *op, struct at_session *session,
                 const char *package, struct at_app **out_app,
                 struct at_err *err)
{
    if (!at_session_device(op, session, out_app, err) ||
        !claim(op, session, false, err))
        return false;
    char *mine = at_strdup(package);
    free(session->connection.package);
    session->connection.package = mine;
    at_app_set_package(*out_app, mine);
    return true;
}

bool
at_session_package(const struct at_session *session, const json_t *args,
                   char **out_package, struct at_err *err)
{
    struct at_str given = at_args_str(args, "packageName");
    *out_package = NULL;
    if (given.len > 0)
        *out_package = at_strndup(given.ptr, given.len);
    else if (session->connection.package)
        *out_package = at_strdup(session->connection.package);
    else
        return fail_no_app(err);
    return true;
}

bool
at_session_store(struct at_session *session, enum at_session_output kind,
                 struct at_str bytes)
{
    return at_outputs_put(&session->outputs, kind, bytes) && session->handle[0];
}

void
at_session_note_failure(void *arg, const struct at_err *err)
{
    struct at_session *session = arg;
    if (err->code == AT_ENODEV)
        at_connection_lose(&session->connection);
}
