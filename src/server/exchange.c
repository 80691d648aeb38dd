// exchange.c: handles a request: head, worker, answer
#include "server/path.h"
#include "server/server_priv.h"
#include "sys/clock.h"

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

// Copy the daemon's texts, because they are freed when the client disconnects,
// possibly before the worker is done.
static void
copy_head(struct at_exchange *exchange, const char *method, struct at_str path)
{
    struct at_request *request = &exchange->request;
    request->method = at_arena_dup(
        &exchange->arena,
        at_str(at_str_is(at_str(method), "HEAD") ? "GET" : method));
    request->path = at_arena_dup(&exchange->arena, path);
    for (size_t i = 0; i < AT_REQUEST_HEADERS; i++) {
        struct at_str value = at_http_header(exchange->base.connection,
                                             at_request_header_names[i]);
        if (value.ptr)
            request->headers[i] = at_arena_dup(&exchange->arena, value);
    }
    MHD_get_connection_values_n(exchange->base.connection,
                                MHD_GET_ARGUMENT_KIND, copy_query, exchange);
}

static void
judge(struct at_http_exchange *base, const struct at_http_piece *piece)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    exchange->server = base->all->user;
    exchange->began_ns = at_now_ns();
    at_server_reply_init(&exchange->reply);
    copy_head(exchange, piece->method, at_path_own(at_str(piece->path)));
    at_exchange_judge(exchange, piece->method, at_str(piece->path));
}

// The reply is ready: release the worker's reference.
static void
resume(struct at_exchange *exchange)
{
    struct at_http_exchange *base = &exchange->base;
    pthread_mutex_lock(&base->all->lock);
    base->stage = AT_HTTP_ANSWERED;
    if (exchange->held_until_ns == 0)
        at_http_exchange_resume_locked(base);
    pthread_mutex_unlock(&base->all->lock);
    at_http_exchange_unref(base);
}

static void work_and_resume(void *user);

// Run the handler again, because the awaited data may be available. The job
// takes over the waiter's reference.
static void
wake(void *user)
{
    struct at_exchange *exchange = user;
    if (at_workers_run(exchange->server->workers, false, work_and_resume,
                       exchange))
        return;
    exchange->reply.parked = false;
    at_server_reply_problem(&exchange->reply, 503, "too many requests at once");
    resume(exchange);
}

// Pass the exchange to the waiter, unless this fails. Do not wait for a client
// that has disconnected in the meantime.
static bool
park(struct at_exchange *exchange)
{
    struct at_views *views = exchange->server->opts.views;
    struct at_view_wanted wanted = exchange->reply.wanted;
    exchange->waiter.wake = wake;
    exchange->waiter.user = exchange;
    exchange->reply.parked = false;
    at_http_exchange_ref(&exchange->base); // keeps it alive
    bool ok = at_views_wait(views, &wanted, &exchange->waiter);
    bool gone = at_http_exchange_is_gone(&exchange->base);
    if (ok && gone && at_views_leave(views, &exchange->waiter))
        at_http_exchange_unref(&exchange->base);
    at_http_exchange_unref(&exchange->base);
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

void
at_exchange_refuse(struct at_http_exchange *base, unsigned status,
                   const char *text)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    at_server_reply_problem(&exchange->reply, status, text);
    at_http_exchange_set_stage(base, AT_HTTP_REFUSED);
}

static void
serve(struct at_http_exchange *base, const struct at_http_piece *piece)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    bool waits = exchange->route->flags & AT_ROUTE_WAITS;
    (void)piece;
    exchange->request.body = at_buf_str(&base->body.buf);
    at_http_exchange_set_stage(base, AT_HTTP_SERVED);
    at_http_exchange_ref(base);
    if (at_workers_run(exchange->server->workers, waits, work_and_resume,
                       exchange))
        return;
    at_http_exchange_unref(base);
    at_exchange_refuse(base, 503,
                       waits ? "too many requests wait for their runs: POST "
                               "/api/v1/runs does not wait"
                             : "too many requests at once");
}

static bool
ready_locked(const struct at_http_exchange *base)
{
    const struct at_exchange *exchange = (const struct at_exchange *)base;
    return (base->stage == AT_HTTP_ANSWERED ||
            base->stage == AT_HTTP_REFUSED) &&
           exchange->held_until_ns == 0;
}

static void
leave(struct at_http_exchange *base)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    if (at_http_exchanges_count(base->all) == 0)
        at_http_exchanges_wake(base->all); // the server may be waiting for this
    if (at_views_leave(exchange->server->opts.views, &exchange->waiter))
        at_http_exchange_unref(base); // the waiter's reference
    at_hub_leave(exchange->reader);
    exchange->reader = NULL;
    at_streams_leave(exchange->watcher);
    exchange->watcher = NULL;
}

// Answer a wrong token when it is due, and cut off a client that follows events
// or a video and has hung up, or whose token was revoked.
static void
watch_locked(struct at_http_exchange *base, int64_t now_ns)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    bool suspended = base->client == AT_HTTP_CLIENT_SUSPENDED;
    if (suspended && exchange->held_until_ns > 0 &&
        exchange->held_until_ns <= now_ns) {
        exchange->held_until_ns = 0;
        at_http_exchange_resume_locked(base);
    }
    bool follows = base->stage == AT_HTTP_ANSWERED &&
                   (exchange->reader || exchange->watcher);
    if (!follows || (!at_http_hung_up(base->fd) && at_caller_stays(exchange)))
        return;
    if (exchange->watcher)
        at_streams_cut(exchange->watcher);
    else
        at_hub_cut(exchange->reader);
}

static void
tick(struct at_http_exchanges *all)
{
    at_callers_tick(all->user);
}

static void
deinit(struct at_http_exchange *base)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    json_decref(exchange->request.json);
    at_server_reply_deinit(&exchange->reply);
    at_arena_deinit(&exchange->arena);
}

// Request headers that this server reads.
static const char *const singles[] = {
    "Host",   "Origin",   "Authorization", "Content-Type", "Content-Length",
    "Cookie", "If-Match", "Last-Event-ID", "Range",        "Sec-Fetch-Site",
    NULL,
};

const struct at_http_exchange_ops at_exchange_ops = {
    .size = sizeof(struct at_exchange),
    .singles = singles,
    .judge = judge,
    .refuse = at_exchange_refuse,
    .serve = serve,
    .ready_locked = ready_locked,
    .answer = at_exchange_answer,
    .leave = leave,
    .tick = tick,
    .watch_locked = watch_locked,
    .deinit = deinit,
};
