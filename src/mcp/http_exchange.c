// http_exchange.c: the messages of the MCP server as an answer over HTTP
#include "mcp/http_exchange.h"

#include <microhttpd.h>
#include <string.h>
#include <sys/socket.h>

#include "base/limits.h"
#include "sys/clock.h"

enum { BLOCK_BYTES = 32 * 1024 };

static struct at_mcp_exchange *
exchange_of(struct at_http_exchange *base)
{
    return (struct at_mcp_exchange *)base;
}

static struct at_mcp_http *
http_of(struct at_mcp_exchange *exchange)
{
    return exchange->base.all->user;
}

static void
lock(struct at_mcp_exchange *exchange)
{
    pthread_mutex_lock(&exchange->base.all->lock);
}

static void
unlock(struct at_mcp_exchange *exchange)
{
    pthread_mutex_unlock(&exchange->base.all->lock);
}

static void
drop_out_locked(struct at_mcp_exchange *exchange)
{
    http_of(exchange)->out_bytes -= exchange->out.len;
    at_buf_deinit(&exchange->out);
    exchange->sent = 0;
}

void
at_mcp_exchange_deinit(struct at_http_exchange *base)
{
    struct at_mcp_exchange *exchange = exchange_of(base);
    lock(exchange);
    drop_out_locked(exchange);
    unlock(exchange);
}

// Append; the answer fails if too much waits for all clients.
static void
add_locked(struct at_mcp_exchange *exchange, const char *before,
           struct at_str text, const char *after)
{
    struct at_mcp_http *http = http_of(exchange);
    struct at_str head = at_str(before);
    struct at_str tail = at_str(after);
    if (exchange->sent == exchange->out.len)
        drop_out_locked(exchange);
    if (head.len + text.len + tail.len >
        AT_HTTP_OUT_MAX_BYTES - http->out_bytes) {
        exchange->failed = true;
        return;
    }
    size_t len = exchange->out.len;
    at_buf_add_str(&exchange->out, head);
    at_buf_add_str(&exchange->out, text);
    at_buf_add_str(&exchange->out, tail);
    http->out_bytes += exchange->out.len - len;
    exchange->said_ns = at_now_ns();
}

static void
add_event_locked(struct at_mcp_exchange *exchange, struct at_str message)
{
    add_locked(exchange, "event: message\ndata: ", message, "\n\n");
}

// Answer by events from now on.
static void
stream_locked(struct at_mcp_exchange *exchange)
{
    if (exchange->stream)
        return;
    struct at_buf first = exchange->out;
    http_of(exchange)->out_bytes -= first.len;
    exchange->out = (struct at_buf)AT_BUF_INIT(AT_HTTP_OUT_MAX_BYTES);
    exchange->stream = true;
    if (first.len > 0)
        add_event_locked(exchange, at_buf_str(&first));
    at_buf_deinit(&first);
}

static void
take_message(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    struct at_mcp_exchange *exchange = user;
    lock(exchange);
    bool note = kind == AT_SINK_NOTIFICATION;
    bool slow = exchange->out.len - exchange->sent > AT_HTTP_NOTES_MAX_BYTES;
    if (note || exchange->out.len > 0)
        stream_locked(exchange);
    if (kind == AT_SINK_REFUSAL)
        exchange->status = MHD_HTTP_BAD_REQUEST;
    if (exchange->base.client == AT_HTTP_CLIENT_GONE || (note && slow))
        ;
    else if (exchange->stream)
        add_event_locked(exchange, at_buf_str(message));
    else
        add_locked(exchange, "", at_buf_str(message), "");
    if (exchange->stream)
        at_http_exchange_resume_locked(&exchange->base);
    unlock(exchange);
}

static void
end(void *user)
{
    struct at_mcp_exchange *exchange = user;
    lock(exchange);
    exchange->base.stage = AT_HTTP_ANSWERED;
    at_http_exchange_resume_locked(&exchange->base);
    unlock(exchange);
    at_http_exchange_unref(&exchange->base);
}

void
at_mcp_exchange_refuse(struct at_mcp_exchange *exchange, unsigned status,
                       const json_t *id, const struct at_rpc_error *error)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    if (error && error->code != 0)
        at_rpc_write_error(id, error, &text);
    lock(exchange);
    exchange->status = status;
    exchange->base.stage = AT_HTTP_REFUSED;
    add_locked(exchange, "", at_buf_str(&text), "");
    unlock(exchange);
    at_buf_deinit(&text);
}

static bool
needs_answer(const struct at_rpc_message *message)
{
    if (message->kind != AT_RPC_BATCH)
        return message->kind == AT_RPC_REQUEST;
    for (size_t i = 0; i < json_array_size(message->root); i++) {
        const json_t *element = json_array_get(message->root, i);
        if (json_object_get(element, "id") &&
            json_object_get(element, "method"))
            return true;
    }
    return false;
}

void
at_mcp_exchange_serve(struct at_mcp_exchange *exchange,
                      struct at_rpc_message *message)
{
    struct at_http_exchange *base = &exchange->base;
    struct at_sink sink = {take_message, NULL, end, exchange};
    const json_t *meta = json_object_get(message->params, "_meta");
    bool stream = at_rpc_id_valid(json_object_get(meta, "progressToken"));
    exchange->is_request = needs_answer(message);
    at_http_body_drop(&base->body);
    lock(exchange);
    base->stage = AT_HTTP_SERVED;
    base->refs++;
    exchange->said_ns = at_now_ns();
    unlock(exchange);

    at_mcp_receive_parsed(&exchange->peer, message, &sink);

    lock(exchange);
    bool waits = base->stage == AT_HTTP_SERVED;
    if (waits && stream)
        stream_locked(exchange);
    unlock(exchange);
    if (waits)
        at_http_exchanges_wake(base->all);
}

void
at_mcp_exchange_leave(struct at_http_exchange *base)
{
    struct at_mcp_exchange *exchange = exchange_of(base);
    lock(exchange);
    bool waits = base->stage == AT_HTTP_SERVED;
    unlock(exchange);
    if (waits && !exchange->peer.version)
        at_mcp_peer_leave(&exchange->peer);
}

void
at_mcp_exchange_watch_locked(struct at_http_exchange *base, int64_t now_ns)
{
    struct at_mcp_exchange *exchange = exchange_of(base);
    const struct at_http_limits *limits = &base->all->daemon.limits;
    int64_t silent_ms = (now_ns - exchange->said_ns) / AT_NS_PER_MS;
    if (base->client == AT_HTTP_CLIENT_SUSPENDED &&
        silent_ms >= limits->silence_ms) {
        stream_locked(exchange);
        add_locked(exchange, ": still at it\n\n", at_str(NULL), "");
        at_http_exchange_resume_locked(base);
    }
    // An exchange that is not gone has an open socket.
    if (exchange->stream && base->stage == AT_HTTP_ANSWERED &&
        base->client != AT_HTTP_CLIENT_GONE && silent_ms >= limits->send_ms)
        shutdown(base->fd, SHUT_RDWR);
}

bool
at_mcp_exchange_ready_locked(const struct at_http_exchange *base)
{
    const struct at_mcp_exchange *exchange =
        (const struct at_mcp_exchange *)base;
    return base->stage == AT_HTTP_ANSWERED || base->stage == AT_HTTP_REFUSED ||
           exchange->stream || (exchange->failed && exchange->out.len == 0);
}

// Read the next piece of a stream; suspend the connection if there is none yet.
static ssize_t
read_events(void *cls, uint64_t pos, char *buf, size_t max)
{
    struct at_mcp_exchange *exchange = cls;
    ssize_t n = 0;
    (void)pos;
    lock(exchange);
    size_t left = exchange->out.len - exchange->sent;
    if (left > 0) {
        n = (ssize_t)(left < max ? left : max);
        memcpy(buf, exchange->out.data + exchange->sent, (size_t)n);
        exchange->sent += (size_t)n;
    } else if (exchange->failed ||
               exchange->base.client == AT_HTTP_CLIENT_GONE) {
        n = MHD_CONTENT_READER_END_WITH_ERROR;
    } else if (exchange->base.stage == AT_HTTP_ANSWERED) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        at_http_exchange_suspend_locked(&exchange->base);
    }
    unlock(exchange);
    return n;
}

struct header {
    const char *name;
    const char *value;
};

static bool
queue(const struct at_mcp_exchange *exchange, struct MHD_Response *response,
      const struct header *headers)
{
    if (!response)
        return false;
    for (; headers->name; headers++)
        MHD_add_response_header(response, headers->name, headers->value);
    if (exchange->status == MHD_HTTP_UNAUTHORIZED)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (exchange->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "POST");
    if (exchange->base.last)
        MHD_add_response_header(response, "Connection", "close");
    bool ok = MHD_queue_response(exchange->base.connection, exchange->status,
                                 response) == MHD_YES;
    MHD_destroy_response(response);
    return ok;
}

static bool
queue_events(struct at_mcp_exchange *exchange)
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

static bool
queue_body(struct at_mcp_exchange *exchange)
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

enum MHD_Result
at_mcp_exchange_answer(struct at_http_exchange *base)
{
    struct at_mcp_exchange *exchange = exchange_of(base);
    lock(exchange);
    bool cut = exchange->failed && exchange->out.len == 0;
    if (exchange->is_request && exchange->out.len == 0)
        exchange->stream = true; // cancelled: an empty stream
    bool stream = exchange->stream;
    unlock(exchange);
    if (cut)
        return MHD_NO;
    if (stream)
        return queue_events(exchange) ? MHD_YES : MHD_NO;
    at_http_daemon_wait(&base->all->daemon, base->connection,
                        AT_HTTP_WAIT_TAKE);
    return queue_body(exchange) ? MHD_YES : MHD_NO;
}
