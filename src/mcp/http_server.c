// http_server.c: libmicrohttpd's callbacks, and the watch over connections
//
// The daemon's thread never waits: a request whose answer is not there yet is
// suspended. The main thread watches what the daemon then does not: clients
// that go away in mid-call, that take too long, that need a sign of life.
#define AT_LOG_MODULE "http"
#include "mcp/http_server.h"

#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/http_exchange.h"
#include "mcp/http_links.h"
#include "mcp/http_listen.h"
#include "mcp/http_rules.h"
#include "sys/stop.h"
#include "sys/clock.h"
#include "sys/log.h"

enum { WATCH_MS = 1000, BLOCK_BYTES = 32 * 1024 };

static const struct at_http_limits usual = {
    .receive_ms = AT_HTTP_RECEIVE_MAX_MS,
    .send_ms = AT_HTTP_SEND_MAX_MS,
    .idle_ms = AT_HTTP_IDLE_MAX_MS,
    .silence_ms = AT_HTTP_SILENCE_MAX_MS,
    .connections = AT_HTTP_CONNECTIONS_MAX,
    .bodies_bytes = AT_HTTP_BODIES_MAX_BYTES,
};

struct http {
    struct at_mcp *mcp;
    struct at_http_policy policy;
    struct at_http_pool pool;
    struct at_http_limits limits;
    struct at_http_links links;
    struct MHD_Daemon *daemon;
    int wake_fds[2];
};

static int
fd_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_CONNECTION_FD)
        ->connect_fd;
}

// From now on the server waits for the connection's client to do this.
static void
wait_for(struct http *http, struct MHD_Connection *connection,
         enum at_http_wait wait)
{
    struct at_http_link *link =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    at_http_links_wait(&http->links, link, wait, at_now_ns());
}

static void
on_connection(void *cls, struct MHD_Connection *connection, void **context,
              enum MHD_ConnectionNotificationCode code)
{
    struct http *http = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context =
            at_http_links_add(&http->links, fd_of(connection), at_now_ns());
        return;
    }
    at_http_links_remove(&http->links, *context);
    *context = NULL;
}

// A request line has come: the rest of the request is due in time.
static void *
on_uri(void *cls, const char *uri, struct MHD_Connection *connection)
{
    (void)uri;
    wait_for(cls, connection, AT_HTTP_WAIT_REQUEST);
    return NULL;
}

static void
on_completed(void *cls, struct MHD_Connection *connection, void **context,
             enum MHD_RequestTerminationCode code)
{
    struct at_http_exchange *exchange = *context;
    (void)code;
    wait_for(cls, connection, AT_HTTP_WAIT_NEXT);
    if (!exchange)
        return;
    at_http_exchange_leave(exchange);
    at_http_exchange_unref(exchange);
    *context = NULL;
}

// The next piece of a stream; suspends where there is none yet.
static ssize_t
read_events(void *cls, uint64_t pos, char *buf, size_t max)
{
    struct at_http_exchange *exchange = cls;
    ssize_t n = 0;
    (void)pos;
    pthread_mutex_lock(&exchange->pool->lock);
    size_t left = exchange->out.len - exchange->sent;
    if (left > 0) {
        n = (ssize_t)(left < max ? left : max);
        memcpy(buf, exchange->out.data + exchange->sent, (size_t)n);
        exchange->sent += (size_t)n;
    } else if (exchange->failed || exchange->gone) {
        n = MHD_CONTENT_READER_END_WITH_ERROR;
    } else if (exchange->done) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        exchange->suspended = true;
        MHD_suspend_connection(exchange->connection);
    }
    pthread_mutex_unlock(&exchange->pool->lock);
    return n;
}

struct header {
    const char *name;
    const char *value;
};

static enum MHD_Result
queue(const struct at_http_exchange *exchange, struct MHD_Response *response,
      const struct header *headers)
{
    if (!response)
        return MHD_NO;
    for (; headers->name; headers++)
        MHD_add_response_header(response, headers->name, headers->value);
    if (exchange->status == MHD_HTTP_UNAUTHORIZED)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (exchange->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "POST");
    enum MHD_Result result =
        MHD_queue_response(exchange->connection, exchange->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result
queue_events(struct at_http_exchange *exchange)
{
    static const struct header headers[] = {
        {"Content-Type", "text/event-stream"},
        {"Cache-Control", "no-cache"},
        {"X-Accel-Buffering", "no"},
        {0},
    };
    return queue(exchange,
                 MHD_create_response_from_callback(MHD_SIZE_UNKNOWN,
                                                   BLOCK_BYTES, read_events,
                                                   exchange, NULL),
                 headers);
}

static enum MHD_Result
queue_body(struct at_http_exchange *exchange)
{
    static const struct header json[] = {
        {"Content-Type", "application/json"},
        {"Cache-Control", "no-cache"},
        {0},
    };
    static const struct header none[] = {{0}};
    size_t len = exchange->out.len;
    if (len == 0 && exchange->status == MHD_HTTP_OK)
        exchange->status = MHD_HTTP_ACCEPTED;
    // The bytes are the exchange's, which outlives the response.
    return queue(exchange,
                 MHD_create_response_from_buffer(len, exchange->out.data,
                                                 MHD_RESPMEM_PERSISTENT),
                 len > 0 ? json : none);
}

// Answer with what is there, or wait for it.
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
        exchange->stream = true; // nothing is said to who has cancelled
    }
    bool stream = exchange->stream;
    pthread_mutex_unlock(&http->pool.lock);
    if (cut)
        return MHD_NO;
    if (!ready)
        return MHD_YES;
    if (!stream)
        wait_for(http, exchange->connection, AT_HTTP_WAIT_TAKE);
    return stream ? queue_events(exchange) : queue_body(exchange);
}

static struct at_str
header(struct MHD_Connection *connection, const char *name)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? at_str(value) : (struct at_str){0};
}

static void
read_head(struct MHD_Connection *connection, const char *method,
          const char *path, struct at_http_request *out)
{
    int count =
        MHD_get_connection_values(connection, MHD_HEADER_KIND, NULL, NULL);
    *out = (struct at_http_request){
        .method = at_str(method),
        .path = at_str(path),
        .host = header(connection, "Host"),
        .origin = header(connection, "Origin"),
        .authorization = header(connection, "Authorization"),
        .content_type = header(connection, "Content-Type"),
        .content_length = header(connection, "Content-Length"),
        .accept = header(connection, "Accept"),
        .protocol_version = header(connection, "MCP-Protocol-Version"),
        .mcp_method = header(connection, "Mcp-Method"),
        .mcp_name = header(connection, "Mcp-Name"),
        .header_count = count > 0 ? (size_t)count : 0,
    };
}

// The verdict on the head waits until the body was read, so that the client is
// there to hear it; unless it asked before sending.
static enum MHD_Result
begin(struct http *http, struct MHD_Connection *connection,
      const struct at_http_request *request, void **context)
{
    struct at_http_verdict verdict;
    struct at_http_exchange *exchange =
        at_http_exchange_new(&http->pool, connection, fd_of(connection));
    *context = exchange;
    at_http_check_head(&http->policy, request, &verdict);
    if (verdict.status == 0)
        return MHD_YES;
    at_http_exchange_refuse(exchange, verdict.status, NULL, &verdict.error);
    at_rpc_error_deinit(&verdict.error);
    return header(connection, "Expect").ptr ? queue_body(exchange) : MHD_YES;
}

static void
refuse_body(struct at_http_exchange *exchange)
{
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_INVALID_REQUEST, NULL,
                exchange->too_large ? "the body may have 4 MiB"
                                    : "too many requests at once");
    at_http_exchange_refuse(exchange,
                            exchange->too_large ? MHD_HTTP_CONTENT_TOO_LARGE
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
    at_rpc_parse(at_buf_str(&exchange->body), &message);
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
    exchange->peer.can = AT_CLIENT_ALL;
    exchange->peer.shared = true;
    exchange->modern = !exchange->peer.version;
    at_http_exchange_serve(exchange, &message);
}

static enum MHD_Result
on_request(void *cls, struct MHD_Connection *connection, const char *path,
           const char *method, const char *version, const char *data,
           size_t *data_len, void **context)
{
    struct http *http = cls;
    struct at_http_exchange *exchange = *context;
    struct at_http_request request;
    (void)version;
    if (!exchange) {
        read_head(connection, method, path, &request);
        return begin(http, connection, &request, context);
    }
    if (*data_len > 0) {
        at_http_exchange_take(exchange, at_str_n(data, *data_len));
        *data_len = 0;
        return MHD_YES;
    }
    if (!exchange->served && !exchange->judged) {
        wait_for(http, connection, AT_HTTP_WAIT_NONE);
        read_head(connection, method, path, &request);
        if (exchange->too_large || exchange->crowded)
            refuse_body(exchange);
        else
            serve(http, exchange, &request);
    }
    return answer(http, exchange);
}

static void
on_log(void *cls, const char *fmt, va_list args)
{
    char text[512];
    (void)cls;
    vsnprintf(text, sizeof(text), fmt, args);
    size_t len = strlen(text);
    if (len > 0 && text[len - 1] == '\n')
        text[len - 1] = '\0';
    at_log_debug("%s", text);
}

static struct MHD_Daemon *
start_daemon(struct http *http, int fd)
{
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL |
            MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
        0, NULL, NULL, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, on_log,
        NULL, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
        http->limits.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)AT_HTTP_HEAD_MAX_BYTES, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)(http->limits.idle_ms / 1000 + 1),
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
        MHD_OPTION_URI_LOG_CALLBACK, on_uri, http, MHD_OPTION_END);
}

static bool
hung_up(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 ||
           (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

// An exchange whose client has gone, with a reference for the caller.
static struct at_http_exchange *
find_gone(struct http *http)
{
    pthread_mutex_lock(&http->pool.lock);
    struct at_http_exchange *exchange = http->pool.first;
    while (exchange && !(exchange->suspended && hung_up(exchange->fd)))
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
    int64_t silent_ns = now_ns - http->limits.silence_ms * AT_NS_PER_MS;
    int64_t late_ns = now_ns - http->limits.send_ms * AT_NS_PER_MS;
    while ((exchange = find_gone(http))) {
        at_http_exchange_leave(exchange);
        at_http_exchange_unref(exchange);
    }
    pthread_mutex_lock(&http->pool.lock);
    for (exchange = http->pool.first; exchange; exchange = exchange->next) {
        if (exchange->suspended && exchange->said_ns < silent_ns)
            at_http_exchange_comment_locked(exchange);
        // Its socket is not closed before it has gone.
        if (exchange->stream && exchange->done && !exchange->gone &&
            exchange->said_ns < late_ns)
            shutdown(exchange->fd, SHUT_RDWR);
    }
    pthread_mutex_unlock(&http->pool.lock);
}

// What may become readable: the wake pipe and clients that hang up. One that
// sends its next request early is looked at every second.
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
        at_http_links_watch(&http->links, at_now_ns());
    }
}

// Let go of whoever still waits: the daemon may stop with nobody suspended.
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
    at_http_links_quiet(&http->links);
}

static bool
finish(struct http *http)
{
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + AT_HTTP_END_MS * AT_NS_PER_MS, NULL};
    MHD_socket fd = MHD_quiesce_daemon(http->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
    bool ended = at_mcp_finish(&op, http->mcp, now_ns);
    release_all(http);
    MHD_stop_daemon(http->daemon);
    return ended;
}

static bool
start(struct http *http, const struct at_http_opts *opts, struct at_err *err)
{
    struct at_http_listen listen;
    if (!at_stop_pipe(http->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    if (!at_http_listen(opts->address, &listen, err))
        return false;
    http->pool.wake_fd = http->wake_fds[1];
    http->policy = (struct at_http_policy){opts->token, !listen.loopback};
    if (!listen.loopback && opts->token.len == 0) {
        close(listen.fd);
        return at_fail(err, AT_EUSAGE,
                       "%s is open to other machines: give a token "
                       "(--token-file or AGENTEST_HTTP_TOKEN), or listen on "
                       "127.0.0.1",
                       listen.address);
    }
    at_stop_take(http->wake_fds[1]);
    http->daemon = start_daemon(http, listen.fd);
    if (!http->daemon) {
        close(listen.fd);
        return at_fail(err, AT_EIO, "the HTTP server does not start");
    }
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
    http.limits = opts->limits ? *opts->limits : usual;
    at_assert(http.limits.connections <= AT_HTTP_CONNECTIONS_MAX);
    http.pool.in_max = http.limits.bodies_bytes;
    pthread_mutex_init(&http.pool.lock, NULL);
    at_http_links_init(&http.links, &http.limits);
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
