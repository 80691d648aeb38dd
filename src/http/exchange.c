// exchange.c: the stages of a request: head, body, suspension, answer, end
#include "http/exchange.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "http/listen.h"
#include "sys/clock.h"
#include "sys/fds.h"
#include "sys/log.h"
#include "sys/stop.h"

enum { WATCH_MS = 1000 };

static struct at_http_exchange *
exchange_new(struct at_http_exchanges *all, struct MHD_Connection *connection)
{
    struct at_http_exchange *exchange = at_alloc(all->ops->size);
    exchange->all = all;
    exchange->connection = connection;
    exchange->fd = at_http_connection_fd(connection);
    exchange->refs = 1;
    at_http_body_init(&exchange->body, &all->bodies, exchange->fd);
    pthread_mutex_lock(&all->lock);
    exchange->next = all->first;
    all->first = exchange;
    pthread_mutex_unlock(&all->lock);
    return exchange;
}

void
at_http_exchange_ref(struct at_http_exchange *exchange)
{
    pthread_mutex_lock(&exchange->all->lock);
    exchange->refs++;
    pthread_mutex_unlock(&exchange->all->lock);
}

void
at_http_exchange_unref(struct at_http_exchange *exchange)
{
    pthread_mutex_lock(&exchange->all->lock);
    bool last = --exchange->refs == 0;
    pthread_mutex_unlock(&exchange->all->lock);
    if (!last)
        return;
    at_http_body_drop(&exchange->body);
    exchange->all->ops->deinit(exchange);
    free(exchange);
}

struct at_http_asker
at_http_exchange_asker(const struct at_http_exchange *exchange)
{
    struct MHD_Connection *connection = exchange->connection;
    return (struct at_http_asker){
        .host = at_http_header(connection, "Host"),
        .origin = at_http_header(connection, "Origin"),
        .fetch_site = at_http_header(connection, "Sec-Fetch-Site"),
        .header_count = at_http_header_count(connection),
        .ambiguous =
            at_http_comes_twice(connection, exchange->all->ops->singles),
    };
}

static enum at_http_stage
stage_of(struct at_http_exchange *exchange)
{
    pthread_mutex_lock(&exchange->all->lock);
    enum at_http_stage stage = exchange->stage;
    pthread_mutex_unlock(&exchange->all->lock);
    return stage;
}

void
at_http_exchange_set_stage(struct at_http_exchange *exchange,
                           enum at_http_stage stage)
{
    pthread_mutex_lock(&exchange->all->lock);
    exchange->stage = stage;
    pthread_mutex_unlock(&exchange->all->lock);
}

bool
at_http_exchange_is_gone(struct at_http_exchange *exchange)
{
    pthread_mutex_lock(&exchange->all->lock);
    bool gone = exchange->client == AT_HTTP_CLIENT_GONE;
    pthread_mutex_unlock(&exchange->all->lock);
    return gone;
}

void
at_http_exchange_suspend_locked(struct at_http_exchange *exchange)
{
    exchange->client = AT_HTTP_CLIENT_SUSPENDED;
    MHD_suspend_connection(exchange->connection);
}

void
at_http_exchange_resume_locked(struct at_http_exchange *exchange)
{
    if (exchange->client != AT_HTTP_CLIENT_SUSPENDED)
        return;
    exchange->client = AT_HTTP_CLIENT_ACTIVE;
    MHD_resume_connection(exchange->connection);
}

static void
drop_client_locked(struct at_http_exchange *exchange)
{
    at_http_exchange_resume_locked(exchange);
    exchange->client = AT_HTTP_CLIENT_GONE;
}

// Queue the answer, or suspend the connection until there is one.
static enum MHD_Result
answer(struct at_http_exchange *exchange)
{
    const struct at_http_exchange_ops *ops = exchange->all->ops;
    pthread_mutex_lock(&exchange->all->lock);
    bool gone = exchange->client == AT_HTTP_CLIENT_GONE;
    bool ready = ops->ready_locked(exchange);
    if (!gone && !ready)
        at_http_exchange_suspend_locked(exchange);
    pthread_mutex_unlock(&exchange->all->lock);
    if (gone)
        return MHD_NO;
    return ready ? ops->answer(exchange) : MHD_YES;
}

// A refused head is answered once the body was read, when the client reads the
// answer, or at once if the client asks before it sends the body. After an
// ambiguous head the end of the request is unknown.
static enum MHD_Result
begin(struct at_http_exchanges *all, const struct at_http_piece *piece)
{
    struct at_http_exchange *exchange = exchange_new(all, piece->connection);
    *piece->context = exchange;
    exchange->last = at_http_comes_twice(piece->connection, all->ops->singles);
    all->ops->judge(exchange, piece);
    pthread_mutex_lock(&all->lock);
    bool ready = all->ops->ready_locked(exchange);
    pthread_mutex_unlock(&all->lock);
    bool early =
        exchange->last || at_http_header(piece->connection, "Expect").ptr;
    return ready && early ? all->ops->answer(exchange) : MHD_YES;
}

static void
refuse_body(struct at_http_exchange *exchange)
{
    if (exchange->body.too_large)
        exchange->all->ops->refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE,
                                   "the body may have at most 4 MiB");
    else
        exchange->all->ops->refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE,
                                   "too many requests at once");
}

static enum MHD_Result
on_request(void *user, const struct at_http_piece *piece)
{
    struct at_http_exchanges *all = user;
    struct at_http_exchange *exchange = *piece->context;
    if (!exchange)
        return begin(all, piece);
    bool arriving = stage_of(exchange) == AT_HTTP_ARRIVING;
    if (piece->data.len > 0) {
        if (arriving)
            at_http_body_take(&exchange->body, piece->data);
        return MHD_YES;
    }
    if (arriving) {
        at_http_daemon_wait(&all->daemon, piece->connection, AT_HTTP_WAIT_NONE);
        if (exchange->body.too_large || exchange->body.crowded)
            refuse_body(exchange);
        else
            all->ops->serve(exchange, piece);
    }
    return answer(exchange);
}

static void
on_completed(void *user, void **context)
{
    struct at_http_exchanges *all = user;
    struct at_http_exchange *exchange = *context;
    if (!exchange)
        return;
    pthread_mutex_lock(&all->lock);
    struct at_http_exchange **link = &all->first;
    while (*link != exchange)
        link = &(*link)->next;
    *link = exchange->next;
    exchange->client = AT_HTTP_CLIENT_GONE;
    pthread_mutex_unlock(&all->lock);
    all->ops->leave(exchange);
    at_http_body_drop(&exchange->body); // before its socket is closed
    at_http_exchange_unref(exchange);
    *context = NULL;
}

void
at_http_exchanges_init(struct at_http_exchanges *all,
                       const struct at_http_exchange_ops *ops, void *user)
{
    *all = (struct at_http_exchanges){
        .ops = ops, .user = user, .wake_fds = {-1, -1}};
    at_http_daemon_init(&all->daemon, NULL);
    all->daemon.on_request = on_request;
    all->daemon.on_completed = on_completed;
    all->daemon.user = all;
    at_http_bodies_init(&all->bodies, 0);
    pthread_mutex_init(&all->lock, NULL);
}

void
at_http_exchanges_deinit(struct at_http_exchanges *all)
{
    at_fd_close(&all->wake_fds[0]);
    at_fd_close(&all->wake_fds[1]);
    at_http_connections_deinit(&all->daemon.connections);
    at_http_bodies_deinit(&all->bodies);
    pthread_mutex_destroy(&all->lock);
}

bool
at_http_exchanges_start(struct at_http_exchanges *all,
                        const struct at_http_start *start, struct at_err *err)
{
    struct at_http_listen listen;
    if (!at_stop_pipe(all->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the server");
    if (!at_http_listen(start->address, &listen, err))
        return false;
    if (!listen.loopback && start->token.len == 0 && !start->has_tokens) {
        close(listen.fd);
        return at_fail(err, AT_EUSAGE,
                       "%s is open to other machines: give a token (%s), or "
                       "listen on 127.0.0.1",
                       listen.address, start->token_from);
    }
    all->policy = (struct at_http_policy){.token = start->token,
                                          .any_host = !listen.loopback,
                                          .own_pages = start->own_pages};
    if (start->limits)
        all->daemon.limits = *start->limits;
    at_assert(all->daemon.limits.connections <= AT_HTTP_CONNECTIONS_MAX);
    all->bodies.max = all->daemon.limits.bodies_bytes;
    at_stop_take(all->wake_fds[1]);
    if (!at_http_daemon_start(&all->daemon, listen.fd))
        return at_fail(err, AT_EIO, "the HTTP server does not start");
    at_log_say(AT_LOG_INFO, "http", "listening on http://%s%s", listen.address,
               start->path);
    return true;
}

// Collect the descriptors to poll: the wake pipe, and clients that may hang up.
// Clients that send their next request early are checked every WATCH_MS.
static nfds_t
watched(struct at_http_exchanges *all, struct pollfd *fds)
{
    nfds_t count = 0;
    fds[count++] = (struct pollfd){all->wake_fds[0], POLLIN, 0};
    pthread_mutex_lock(&all->lock);
    for (const struct at_http_exchange *exchange = all->first;
         exchange && count <= AT_HTTP_CONNECTIONS_MAX;
         exchange = exchange->next) {
        char byte;
        if (exchange->client == AT_HTTP_CLIENT_SUSPENDED &&
            recv(exchange->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0)
            fds[count++] = (struct pollfd){exchange->fd, POLLIN, 0};
    }
    pthread_mutex_unlock(&all->lock);
    return count;
}

static void
check_exchanges(struct at_http_exchanges *all, int64_t now_ns)
{
    pthread_mutex_lock(&all->lock);
    for (struct at_http_exchange *exchange = all->first; exchange;
         exchange = exchange->next) {
        if (exchange->client == AT_HTTP_CLIENT_SUSPENDED &&
            at_http_hung_up(exchange->fd))
            drop_client_locked(exchange);
        else
            all->ops->watch_locked(exchange, now_ns);
    }
    pthread_mutex_unlock(&all->lock);
}

void
at_http_exchanges_watch(struct at_http_exchanges *all)
{
    struct pollfd fds[AT_HTTP_CONNECTIONS_MAX + 1];
    while (!at_stop_asked() && !(all->is_over && all->is_over(all->user))) {
        nfds_t count = watched(all, fds);
        if (poll(fds, count, WATCH_MS) > 0 && fds[0].revents)
            at_stop_drain(all->wake_fds[0]);
        if (all->ops->tick)
            all->ops->tick(all);
        check_exchanges(all, at_now_ns());
        at_http_connections_cut_late(&all->daemon.connections, at_now_ns());
    }
}

void
at_http_exchanges_wake(struct at_http_exchanges *all)
{
    ssize_t n = write(all->wake_fds[1], "", 1);
    (void)n;
}

size_t
at_http_exchanges_count(struct at_http_exchanges *all)
{
    size_t count = 0;
    pthread_mutex_lock(&all->lock);
    for (const struct at_http_exchange *exchange = all->first; exchange;
         exchange = exchange->next)
        count++;
    pthread_mutex_unlock(&all->lock);
    return count;
}

void
at_http_exchanges_stop(struct at_http_exchanges *all)
{
    pthread_mutex_lock(&all->lock);
    for (struct at_http_exchange *exchange = all->first; exchange;
         exchange = exchange->next)
        drop_client_locked(exchange);
    pthread_mutex_unlock(&all->lock);
    at_http_daemon_stop(&all->daemon);
}
