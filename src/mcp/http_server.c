// http_server.c: requests to MCP messages, and the watch over connections
//
// The daemon's thread never waits: a request without an answer yet is
// suspended. The main thread watches what the daemon does not see meanwhile:
// clients that hang up during a call, that are too slow, that need a sign of
// life.
#define AT_LOG_MODULE "http"
#include "mcp/http_server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.h"
#include "http/daemon.h"
#include "http/listen.h"
#include "mcp/http_exchange.h"
#include "mcp/http_rules.h"
#include "sys/stop.h"
#include "sys/clock.h"
#include "sys/log.h"

enum { WATCH_MS = 1000 };

struct http {
    struct at_mcp *mcp;
    struct at_http_policy policy;
    struct at_http_pool pool;
    struct at_http_daemon daemon;
    int wake_fds[2];
};

static void
on_completed(void *cls, void **context)
{
    struct at_http_exchange *exchange = *context;
    (void)cls;
    if (!exchange)
        return;
    at_http_exchange_leave(exchange);
    at_http_exchange_unref(exchange);
    *context = NULL;
}

// Answer the request, or suspend it until there is an answer.
static enum MHD_Result
answer(struct http *http, struct at_http_exchange *exchange)
{
    bool cut = false;
    pthread_mutex_lock(&http->pool.lock);
    bool ready = exchange->done || exchange->stream;
    if (exchange->gone || (exchange->failed && exchange->out.len == 0)) {
        cut = true;
    } else if (!ready) {
        exchange->suspended = true;
        MHD_suspend_connection(exchange->connection);
    } else if (exchange->is_request && exchange->out.len == 0) {
        exchange->stream = true; // cancelled: an empty stream
    }
    bool stream = exchange->stream;
    pthread_mutex_unlock(&http->pool.lock);
    if (cut)
        return MHD_NO;
    if (!ready)
        return MHD_YES;
    if (!stream)
        at_http_daemon_wait(&http->daemon, exchange->connection,
                            AT_HTTP_WAIT_TAKE);
    return at_http_exchange_queue(exchange) ? MHD_YES : MHD_NO;
}

// Those that a proxy in front of this server may read otherwise if they come
// twice.
static const char *const singles[] = {
    "Host",
    "Origin",
    "Authorization",
    "Content-Type",
    "Content-Length",
    "Mcp-Method",
    "Mcp-Name",
    "MCP-Protocol-Version",
    NULL,
};

static void
read_head(struct MHD_Connection *connection, const char *method,
          const char *path, struct at_http_request *out)
{
    *out = (struct at_http_request){
        .method = at_str(method),
        .path = at_str(path),
        .host = at_http_header(connection, "Host"),
        .origin = at_http_header(connection, "Origin"),
        .authorization = at_http_header(connection, "Authorization"),
        .content_type = at_http_header(connection, "Content-Type"),
        .content_length = at_http_header(connection, "Content-Length"),
        .accept = at_http_header(connection, "Accept"),
        .protocol_version = at_http_header(connection, "MCP-Protocol-Version"),
        .mcp_method = at_http_header(connection, "Mcp-Method"),
        .mcp_name = at_http_header(connection, "Mcp-Name"),
        .header_count = at_http_header_count(connection),
        .ambiguous = at_http_comes_twice(connection, singles),
    };
}

// The verdict on the head is sent after the body was read, when the client
// reads the answer; or at once, if the client asked before it sends the body.
static enum MHD_Result
begin(struct http *http, struct MHD_Connection *connection,
      const struct at_http_request *request, void **context)
{
    struct at_http_verdict verdict;
    struct at_http_exchange *exchange = at_http_exchange_new(
        &http->pool, connection, at_http_connection_fd(connection));
    *context = exchange;
    at_http_check_head(&http->policy, request, &verdict);
    if (verdict.status == 0)
        return MHD_YES;
    at_http_exchange_refuse(exchange, verdict.status, NULL, &verdict.error);
    at_rpc_error_deinit(&verdict.error);
    // Of an ambiguous head nobody knows where the request ends.
    exchange->last = request->ambiguous;
    bool early = exchange->last || at_http_header(connection, "Expect").ptr;
    return !early || at_http_exchange_queue(exchange) ? MHD_YES : MHD_NO;
}

static void
refuse_body(struct at_http_exchange *exchange)
{
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_INVALID_REQUEST, NULL,
                exchange->body.too_large ? "the body may have at most 4 MiB"
                                         : "too many requests at once");
    at_http_exchange_refuse(exchange,
                            exchange->body.too_large
                                ? MHD_HTTP_CONTENT_TOO_LARGE
                                : MHD_HTTP_SERVICE_UNAVAILABLE,
                            NULL, &error);
    at_rpc_error_deinit(&error);
}

static void
serve(struct http *http, struct at_http_exchange *exchange,
      const struct at_http_request *request)
{
    struct at_rpc_message message;
    struct at_http_verdict verdict;
    at_rpc_parse(at_buf_str(&exchange->body.buf), &message);
    at_http_check_message(http->mcp, request, &message, &verdict);
    if (verdict.status != 0) {
        at_http_exchange_refuse(exchange, verdict.status, message.id,
                                &verdict.error);
        at_rpc_error_deinit(&verdict.error);
        at_rpc_message_deinit(&message);
        return;
    }
    at_mcp_peer_init(&exchange->peer, http->mcp);
    exchange->peer.version = at_http_legacy_version(request);
    exchange->peer.shared = true;
    exchange->modern = !exchange->peer.version;
    at_http_exchange_serve(exchange, &message);
}

static enum MHD_Result
on_request(void *cls, const struct at_http_piece *piece)
{
    struct http *http = cls;
    struct at_http_exchange *exchange = *piece->context;
    struct at_http_request request;
    if (!exchange) {
        read_head(piece->connection, piece->method, piece->path, &request);
        return begin(http, piece->connection, &request, piece->context);
    }
    if (piece->data.len > 0) {
        at_http_exchange_take(exchange, piece->data);
        return MHD_YES;
    }
    if (!exchange->served && !exchange->judged) {
        at_http_daemon_wait(&http->daemon, piece->connection,
                            AT_HTTP_WAIT_NONE);
        read_head(piece->connection, piece->method, piece->path, &request);
        if (exchange->body.too_large || exchange->body.crowded)
            refuse_body(exchange);
        else
            serve(http, exchange, &request);
    }
    return answer(http, exchange);
}

// Find an exchange whose client has hung up; the caller gets a reference.
static struct at_http_exchange *
find_gone(struct http *http)
{
    pthread_mutex_lock(&http->pool.lock);
    struct at_http_exchange *exchange = http->pool.first;
    while (exchange && !(exchange->suspended && at_http_hung_up(exchange->fd)))
        exchange = exchange->next;
    if (exchange) {
        exchange->refs++;
        exchange->gone = true;
        at_http_exchange_wake_locked(exchange);
    }
    pthread_mutex_unlock(&http->pool.lock);
    return exchange;
}

static void
watch_exchanges(struct http *http)
{
    struct at_http_exchange *exchange;
    int64_t now_ns = at_now_ns();
    int64_t silent_ns = now_ns - http->daemon.limits.silence_ms * AT_NS_PER_MS;
    int64_t late_ns = now_ns - http->daemon.limits.send_ms * AT_NS_PER_MS;
    while ((exchange = find_gone(http))) {
        at_http_exchange_leave(exchange);
        at_http_exchange_unref(exchange);
    }
    pthread_mutex_lock(&http->pool.lock);
    for (exchange = http->pool.first; exchange; exchange = exchange->next) {
        if (exchange->suspended && exchange->said_ns < silent_ns)
            at_http_exchange_comment_locked(exchange);
        // An exchange that is not gone has an open socket.
        if (exchange->stream && exchange->done && !exchange->gone &&
            exchange->said_ns < late_ns)
            shutdown(exchange->fd, SHUT_RDWR);
    }
    pthread_mutex_unlock(&http->pool.lock);
}

// Collect what may become readable: the wake pipe, and clients that hang up.
// Clients that send their next request early are checked every WATCH_MS.
static nfds_t
watched(struct http *http, struct pollfd *fds)
{
    nfds_t count = 0;
    fds[count++] = (struct pollfd){http->wake_fds[0], POLLIN, 0};
    pthread_mutex_lock(&http->pool.lock);
    for (const struct at_http_exchange *exchange = http->pool.first;
         exchange && count <= AT_HTTP_CONNECTIONS_MAX;
         exchange = exchange->next) {
        char byte;
        if (exchange->suspended &&
            recv(exchange->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0)
            fds[count++] = (struct pollfd){exchange->fd, POLLIN, 0};
    }
    pthread_mutex_unlock(&http->pool.lock);
    return count;
}

static void
watch(struct http *http)
{
    static struct pollfd fds[AT_HTTP_CONNECTIONS_MAX + 1];
    while (!at_stop_asked()) {
        nfds_t count = watched(http, fds);
        if (poll(fds, count, WATCH_MS) > 0 && fds[0].revents)
            at_stop_drain(http->wake_fds[0]);
        watch_exchanges(http);
        at_http_connections_cut_late(&http->daemon.connections, at_now_ns());
    }
}

// Resume all exchanges: the daemon must not stop while one is suspended.
static void
release_all(struct http *http)
{
    pthread_mutex_lock(&http->pool.lock);
    for (struct at_http_exchange *exchange = http->pool.first; exchange;
         exchange = exchange->next) {
        exchange->gone = true;
        at_http_exchange_wake_locked(exchange);
    }
    pthread_mutex_unlock(&http->pool.lock);
}

static bool
finish(struct http *http)
{
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + AT_HTTP_END_MS * AT_NS_PER_MS, NULL};
    at_http_daemon_quiesce(&http->daemon);
    bool ended = at_mcp_finish(&op, http->mcp, now_ns);
    release_all(http);
    at_http_daemon_stop(&http->daemon);
    return ended;
}

static bool
start(struct http *http, const struct at_http_opts *opts, struct at_err *err)
{
    struct at_http_listen listen;
    if (!at_stop_pipe(http->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the server");
    if (!at_http_listen(opts->address, &listen, err))
        return false;
    http->pool.wake_fd = http->wake_fds[1];
    http->policy = (struct at_http_policy){.token = opts->token,
                                           .any_host = !listen.loopback};
    if (!listen.loopback && opts->token.len == 0) {
        close(listen.fd);
        return at_fail(err, AT_EUSAGE,
                       "%s is open to other machines: give a token "
                       "(--token-file or AGENTEST_HTTP_TOKEN), or listen on "
                       "127.0.0.1",
                       listen.address);
    }
    at_stop_take(http->wake_fds[1]);
    if (!at_http_daemon_start(&http->daemon, listen.fd))
        return at_fail(err, AT_EIO, "the HTTP server does not start");
    fprintf(stderr, "listening on http://%s/mcp\n", listen.address);
    return true;
}

int
at_mcp_http_serve(struct at_mcp *mcp, const struct at_http_opts *opts,
                  bool *out_stuck)
{
    static struct http http; // outlives a thread that does not end
    struct at_err err = AT_ERR_INIT;
    *out_stuck = false;
    http = (struct http){.mcp = mcp};
    at_http_daemon_init(&http.daemon, opts->limits);
    http.daemon.on_request = on_request;
    http.daemon.on_completed = on_completed;
    http.daemon.user = &http;
    at_http_bodies_init(&http.pool.bodies, http.daemon.limits.bodies_bytes);
    pthread_mutex_init(&http.pool.lock, NULL);
    if (!start(&http, opts, &err)) {
        at_log_error("%s", err.msg);
        at_mcp_free(mcp);
        return err.code == AT_EUSAGE ? 2 : 1;
    }
    watch(&http);
    *out_stuck = !finish(&http);
    if (!*out_stuck)
        at_mcp_free(mcp);
    return 0;
}
