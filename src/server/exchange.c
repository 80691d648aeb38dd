// exchange.c: a request on its way: body in, to a worker, answer out
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "server/path.h"
#include "server/server_priv.h"
#include "sys/clock.h"

static struct at_exchange *
exchange_new(struct at_server *server, struct MHD_Connection *connection)
{
    struct at_exchange *exchange = at_alloc(sizeof(*exchange));
    exchange->server = server;
    exchange->connection = connection;
    exchange->fd = at_http_connection_fd(connection);
    exchange->refs = 1;
    at_http_body_init(&exchange->body, &server->bodies, exchange->fd);
    at_reply_init(&exchange->reply);
    pthread_mutex_lock(&server->lock);
    exchange->next = server->first;
    server->first = exchange;
    pthread_mutex_unlock(&server->lock);
    return exchange;
}

static void
exchange_unref(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    pthread_mutex_lock(&server->lock);
    bool last = --exchange->refs == 0;
    pthread_mutex_unlock(&server->lock);
    if (!last)
        return;
    at_http_body_drop(&exchange->body);
    json_decref(exchange->request.json);
    at_reply_deinit(&exchange->reply);
    at_arena_deinit(&exchange->arena);
    free(exchange);
}

void
at_exchange_on_completed(void *user, void **context)
{
    struct at_server *server = user;
    struct at_exchange *exchange = *context;
    if (!exchange)
        return;
    pthread_mutex_lock(&server->lock);
    struct at_exchange **at = &server->first;
    while (*at != exchange)
        at = &(*at)->next;
    *at = exchange->next;
    exchange->gone = true;
    bool empty = !server->first;
    pthread_mutex_unlock(&server->lock);
    if (empty) { // the server may wait for that to end
        ssize_t n = write(server->wake_fds[1], "", 1);
        (void)n;
    }
    if (at_views_leave(server->opts.views, &exchange->waiter))
        exchange_unref(exchange);       // its waiter's
    at_http_body_drop(&exchange->body); // its socket is closed after this
    at_hub_leave(exchange->reader);
    exchange->reader = NULL;
    at_streams_leave(exchange->watcher);
    exchange->watcher = NULL;
    exchange_unref(exchange);
    *context = NULL;
}

static enum MHD_Result
copy_query(void *cls, enum MHD_ValueKind kind, const char *key, size_t key_len,
           const char *value, size_t value_len)
{
    struct at_exchange *exchange = cls;
    struct at_request *request = &exchange->request;
    (void)kind;
    if (request->query_count == AT_SERVER_QUERY_MAX) {
        exchange->too_many_parameters = true;
        return MHD_NO;
    }
    size_t i = request->query_count++;
    request->query[i].name =
        at_arena_dup(&exchange->arena, at_str_n(key, key_len));
    request->query[i].value =
        at_arena_dup(&exchange->arena, at_str_n(value, value_len));
    return MHD_YES;
}

// The daemon's own texts go when the client leaves, which may be before the
// worker is done.
static void
copy_head(struct at_exchange *exchange, const char *method, struct at_str path)
{
    struct at_request *request = &exchange->request;
    request->method = at_arena_dup(
        &exchange->arena,
        at_str(at_str_is(at_str(method), "HEAD") ? "GET" : method));
    request->path = at_arena_dup(&exchange->arena, path);
    for (size_t i = 0; i < AT_REQUEST_HEADERS; i++) {
        struct at_str value =
            at_http_header(exchange->connection, at_request_header_names[i]);
        if (value.ptr)
            request->headers[i] = at_arena_dup(&exchange->arena, value);
    }
    MHD_get_connection_values_n(exchange->connection, MHD_GET_ARGUMENT_KIND,
                                copy_query, exchange);
}

static enum MHD_Result
begin(struct at_server *server, const struct at_http_piece *piece)
{
    struct at_exchange *exchange = exchange_new(server, piece->connection);
    *piece->context = exchange;
    copy_head(exchange, piece->method, at_path_own(at_str(piece->path)));
    at_exchange_judge(exchange, piece->method, at_str(piece->path));
    if (!exchange->judged || exchange->held_until_ns > 0)
        return MHD_YES;
    bool early = exchange->last ||
                 at_http_header(piece->connection, "Expect").ptr != NULL;
    return early ? at_exchange_queue(exchange) : MHD_YES;
}

// The reply is ready; the worker lets go of the exchange.
static void
resume(struct at_exchange *exchange)
{
    pthread_mutex_lock(&exchange->server->lock);
    exchange->ready = true;
    if (exchange->suspended && !exchange->gone &&
        exchange->held_until_ns == 0) {
        exchange->suspended = false;
        MHD_resume_connection(exchange->connection);
    }
    pthread_mutex_unlock(&exchange->server->lock);
    exchange_unref(exchange);
}

static void work_and_resume(void *user);

// What the request waits for may be there: the handler looks again. The
// reference was the waiter's.
static void
wake(void *user)
{
    struct at_exchange *exchange = user;
    if (at_workers_run(exchange->server->workers, false, work_and_resume,
                       exchange))
        return;
    exchange->reply.parked = false;
    at_reply_problem(&exchange->reply, 503, "too many requests at once");
    resume(exchange);
}

// The exchange's memory is the waiter's from here on, unless this fails. A
// client that has gone since then is not waited for.
static bool
park(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    struct at_view_wanted wanted = exchange->reply.wanted;
    exchange->waiter.wake = wake;
    exchange->waiter.user = exchange;
    exchange->reply.parked = false;
    pthread_mutex_lock(&server->lock);
    exchange->refs++; // so that it outlives the call below
    pthread_mutex_unlock(&server->lock);
    bool ok = at_views_wait(server->opts.views, &wanted, &exchange->waiter);
    pthread_mutex_lock(&server->lock);
    bool gone = exchange->gone;
    pthread_mutex_unlock(&server->lock);
    if (ok && gone && at_views_leave(server->opts.views, &exchange->waiter))
        exchange_unref(exchange);
    exchange_unref(exchange);
    return ok;
}

static void
work_and_resume(void *user)
{
    struct at_exchange *exchange = user;
    at_exchange_work(exchange);
    while (exchange->reply.parked) {
        if (park(exchange))
            return;
        at_exchange_work(exchange);
    }
    resume(exchange);
}

static void
refuse_body(struct at_exchange *exchange)
{
    bool large = exchange->body.too_large;
    at_reply_problem(&exchange->reply, large ? 413 : 503,
                     large ? "the body may have at most 4 MiB"
                           : "too many requests at once");
    exchange->judged = true;
}

static void
give(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    bool waits = exchange->route->flags & AT_ROUTE_WAITS;
    exchange->request.body = at_buf_str(&exchange->body.buf);
    exchange->given = true;
    exchange->refs++; // nobody else has it yet
    if (at_workers_run(server->workers, waits, work_and_resume, exchange))
        return;
    exchange->refs--;
    exchange->judged = true;
    at_reply_problem(&exchange->reply, 503,
                     waits ? "too many requests wait for their runs: POST "
                             "/api/v1/runs does not wait"
                           : "too many requests at once");
}

// Queue the answer, or suspend the connection until there is one.
static enum MHD_Result
answer(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    pthread_mutex_lock(&server->lock);
    bool gone = exchange->gone;
    bool ready =
        (exchange->ready || exchange->judged) && exchange->held_until_ns == 0;
    if (!gone && !ready) {
        exchange->suspended = true;
        MHD_suspend_connection(exchange->connection);
    }
    pthread_mutex_unlock(&server->lock);
    if (gone)
        return MHD_NO;
    if (!ready)
        return MHD_YES;
    return at_exchange_queue(exchange);
}

enum MHD_Result
at_exchange_on_request(void *user, const struct at_http_piece *piece)
{
    struct at_server *server = user;
    struct at_exchange *exchange = *piece->context;
    if (!exchange)
        return begin(server, piece);
    if (piece->data.len > 0) {
        if (!exchange->judged)
            at_http_body_take(&exchange->body, piece->data);
        return MHD_YES;
    }
    if (!exchange->given && !exchange->judged) {
        at_http_daemon_wait(&server->daemon, piece->connection,
                            AT_HTTP_WAIT_NONE);
        if (exchange->body.too_large || exchange->body.crowded)
            refuse_body(exchange);
        else
            give(exchange);
    }
    return answer(exchange);
}

// Answer those whose tokens were wrong, once it is time.
static void
let_go(struct at_server *server, int64_t now_ns)
{
    for (struct at_exchange *exchange = server->first; exchange;
         exchange = exchange->next) {
        if (!exchange->suspended || exchange->held_until_ns == 0 ||
            exchange->held_until_ns > now_ns)
            continue;
        exchange->held_until_ns = 0;
        exchange->suspended = false;
        MHD_resume_connection(exchange->connection);
    }
}

void
at_exchange_watch(struct at_server *server)
{
    pthread_mutex_lock(&server->lock);
    let_go(server, at_now_ns());
    for (struct at_exchange *exchange = server->first; exchange;
         exchange = exchange->next) {
        bool follows =
            exchange->ready && (exchange->reader || exchange->watcher);
        if ((!exchange->suspended && !follows) ||
            !at_http_hung_up(exchange->fd))
            continue;
        if (follows && exchange->watcher) {
            at_streams_cut(exchange->watcher);
        } else if (follows) {
            at_hub_cut(exchange->reader);
        } else {
            exchange->gone = true;
            exchange->suspended = false;
            MHD_resume_connection(exchange->connection);
        }
    }
    pthread_mutex_unlock(&server->lock);
}

void
at_exchange_release_all(struct at_server *server)
{
    pthread_mutex_lock(&server->lock);
    for (struct at_exchange *exchange = server->first; exchange;
         exchange = exchange->next) {
        exchange->gone = true;
        if (exchange->suspended)
            MHD_resume_connection(exchange->connection);
        exchange->suspended = false;
    }
    pthread_mutex_unlock(&server->lock);
}
