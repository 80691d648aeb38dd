// http_server.c: libmicrohttpd's callbacks, and the watch over connections
//
// The daemon's thread never waits: a request without an answer yet is
// suspended. The main thread watches what the daemon does not see meanwhile:
// clients that hang up during a call, that are too slow, that need a sign of
// life.
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
#include "http/connections.h"
#include "http/listen.h"
#include "mcp/http_rules.h"
#include "sys/stop.h"
#include "sys/clock.h"
#include "sys/log.h"

enum { WATCH_MS = 1000 };

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
    struct at_http_connections connections;
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

// From now on the server waits for this move of the connection's client.
static void
wait_for(struct http *http, struct MHD_Connection *connection,
         enum at_http_wait wait)
{
    struct at_http_connection *waited_for =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    at_http_connections_wait(&http->connections, waited_for, wait, at_now_ns());
}

static void
on_connection(void *cls, struct MHD_Connection *connection, void **context,
              enum MHD_ConnectionNotificationCode code)
{
    struct http *http = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = at_http_connections_add(&http->connections,
                                           fd_of(connection), at_now_ns());
        return;
    }
    at_http_connections_remove(&http->connections, *context);
    *context = NULL;
}

// A request line has come: the rest of the request has to follow in time.
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
        wait_for(http, exchange->connection, AT_HTTP_WAIT_TAKE);
    return at_http_exchange_queue(exchange) ? MHD_YES : MHD_NO;
}

static struct at_str
header(struct MHD_Connection *connection, const char *name)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? at_str(value) : (struct at_str){0};
}

// Those that a proxy in front of this server may read otherwise if they come
// twice.
static const char *const singles[] = {
    "Host",           "Origin",     "Authorization", "Content-Type",
    "Content-Length", "Mcp-Method", "Mcp-Name",      "MCP-Protocol-Version",
};

struct survey {
    unsigned seen; // a bit for each of singles
    bool ambiguous;
};

static enum MHD_Result
survey_header(void *cls, enum MHD_ValueKind kind, const char *key,
              size_t key_len, const char *value, size_t value_len)
{
    struct survey *survey = cls;
    (void)kind, (void)value, (void)value_len;
    for (size_t i = 0; i < AT_LEN(singles); i++) {
        if (!at_str_eq_nocase(at_str_n(key, key_len), at_str(singles[i])))
            continue;
        survey->ambiguous = survey->ambiguous || survey->seen >> i & 1;
        survey->seen |= 1U << i;
    }
    return MHD_YES;
}

static bool
is_ambiguous(struct MHD_Connection *connection)
{
    struct survey survey = {0};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, survey_header,
                                &survey);
    return survey.ambiguous;
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
        .ambiguous = is_ambiguous(connection),
    };
}

// The verdict on the head is sent after the body was read, when the client
// reads the answer; or at once, if the client asked before it sends the body.
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
    // Of an ambiguous head nobody knows where the request ends.
    exchange->last = request->ambiguous;
    bool early = exchange->last || header(connection, "Expect").ptr;
    return !early || at_http_exchange_queue(exchange) ? MHD_YES : MHD_NO;
}

static void
refuse_body(struct at_http_exchange *exchange)
{
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_INVALID_REQUEST, NULL,
                exchange->too_large ? "the body may have at most 4 MiB"
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

// Find an exchange whose client has hung up; the caller gets a reference.
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
        at_http_connections_cut_late(&http->connections, at_now_ns());
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
    at_http_connections_stop_reading(&http->connections);
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
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the server");
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
    at_http_connections_init(&http.connections, &http.limits);
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
