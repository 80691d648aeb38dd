// http_exchange.c: a request on its way: body in, answer out
#include "mcp/http_exchange.h"

#include <microhttpd.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"

enum { BLOCK_BYTES = 32 * 1024 };

struct at_http_exchange *
at_http_exchange_new(struct at_http_pool *pool,
                     struct MHD_Connection *connection, int fd)
{
    struct at_http_exchange *exchange = at_alloc(sizeof(*exchange));
    exchange->pool = pool;
    exchange->connection = connection;
    exchange->fd = fd;
    exchange->refs = 1;
    exchange->status = MHD_HTTP_OK;
    at_http_body_init(&exchange->body, &pool->bodies, fd);
    exchange->out = (struct at_buf)AT_BUF_INIT(AT_HTTP_OUT_MAX_BYTES);
    return exchange;
}

static void
unlink_locked(struct at_http_exchange *exchange)
{
    struct at_http_exchange **link = &exchange->pool->first;
    while (*link && *link != exchange)
        link = &(*link)->next;
    if (*link)
        *link = exchange->next;
}

static void
drop_out_locked(struct at_http_exchange *exchange)
{
    exchange->pool->out_bytes -= exchange->out.len;
    at_buf_deinit(&exchange->out);
    exchange->sent = 0;
}

void
at_http_exchange_unref(struct at_http_exchange *exchange)
{
    pthread_mutex_t *lock = &exchange->pool->lock;
    pthread_mutex_lock(lock);
    bool last = --exchange->refs == 0;
    if (last) {
        unlink_locked(exchange);
        drop_out_locked(exchange);
    }
    pthread_mutex_unlock(lock);
    if (!last)
        return;
    at_http_body_drop(&exchange->body);
    free(exchange);
}

void
at_http_exchange_take(struct at_http_exchange *exchange, struct at_str piece)
{
    if (!exchange->judged)
        at_http_body_take(&exchange->body, piece);
}

void
at_http_exchange_wake_locked(struct at_http_exchange *exchange)
{
    if (!exchange->suspended)
        return;
    exchange->suspended = false;
    MHD_resume_connection(exchange->connection);
}

// Append; the answer fails if too much waits for all clients.
static void
add_locked(struct at_http_exchange *exchange, const char *before,
           struct at_str text, const char *after)
{
    struct at_http_pool *pool = exchange->pool;
    struct at_str head = at_str(before);
    struct at_str tail = at_str(after);
    if (exchange->sent == exchange->out.len)
        drop_out_locked(exchange);
    if (head.len + text.len + tail.len >
        AT_HTTP_OUT_MAX_BYTES - pool->out_bytes) {
        exchange->failed = true;
        return;
    }
    size_t len = exchange->out.len;
    at_buf_add_str(&exchange->out, head);
    at_buf_add_str(&exchange->out, text);
    at_buf_add_str(&exchange->out, tail);
    pool->out_bytes += exchange->out.len - len;
    exchange->said_ns = at_now_ns();
}

static void
add_event_locked(struct at_http_exchange *exchange, struct at_str message)
{
    add_locked(exchange, "event: message\ndata: ", message, "\n\n");
}

void
at_http_exchange_comment_locked(struct at_http_exchange *exchange)
{
    at_http_exchange_stream_locked(exchange);
    add_locked(exchange, ": still at it\n\n", at_str(NULL), "");
    at_http_exchange_wake_locked(exchange);
}

void
at_http_exchange_stream_locked(struct at_http_exchange *exchange)
{
    if (exchange->stream)
        return;
    struct at_buf first = exchange->out;
    exchange->pool->out_bytes -= first.len;
    exchange->out = (struct at_buf)AT_BUF_INIT(AT_HTTP_OUT_MAX_BYTES);
    exchange->stream = true;
    if (first.len > 0)
        add_event_locked(exchange, at_buf_str(&first));
    at_buf_deinit(&first);
}

static void
take_message(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    struct at_http_exchange *exchange = user;
    struct at_http_pool *pool = exchange->pool;
    pthread_mutex_lock(&pool->lock);
    bool note = kind == AT_SINK_NOTIFICATION;
    bool slow = exchange->out.len - exchange->sent > AT_HTTP_NOTES_MAX_BYTES;
    if (note || exchange->out.len > 0)
        at_http_exchange_stream_locked(exchange);
    if (kind == AT_SINK_REFUSAL)
        exchange->status = MHD_HTTP_BAD_REQUEST;
    if (exchange->gone || (note && slow))
        ;
    else if (exchange->stream)
        add_event_locked(exchange, at_buf_str(message));
    else
        add_locked(exchange, "", at_buf_str(message), "");
    if (exchange->stream)
        at_http_exchange_wake_locked(exchange);
    pthread_mutex_unlock(&pool->lock);
}

static void
end(void *user)
{
    struct at_http_exchange *exchange = user;
    struct at_http_pool *pool = exchange->pool;
    pthread_mutex_lock(&pool->lock);
    exchange->done = true;
    at_http_exchange_wake_locked(exchange);
    pthread_mutex_unlock(&pool->lock);
    at_http_exchange_unref(exchange);
}

void
at_http_exchange_refuse(struct at_http_exchange *exchange, unsigned status,
                        const json_t *id, const struct at_rpc_error *error)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    exchange->judged = true;
    if (error && error->code != 0)
        at_rpc_write_error(id, error, &text);
    pthread_mutex_lock(&exchange->pool->lock);
    exchange->status = status;
    exchange->done = true;
    add_locked(exchange, "", at_buf_str(&text), "");
    pthread_mutex_unlock(&exchange->pool->lock);
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
at_http_exchange_serve(struct at_http_exchange *exchange,
                       struct at_rpc_message *message)
{
    struct at_http_pool *pool = exchange->pool;
    struct at_sink sink = {take_message, NULL, end, exchange};
    const json_t *meta = json_object_get(message->params, "_meta");
    bool stream = at_rpc_id_valid(json_object_get(meta, "progressToken"));
    exchange->served = true;
    exchange->is_request = needs_answer(message);
    at_http_body_drop(&exchange->body);
    pthread_mutex_lock(&pool->lock);
    exchange->refs++;
    exchange->said_ns = at_now_ns();
    exchange->next = pool->first;
    pool->first = exchange;
    pthread_mutex_unlock(&pool->lock);

    at_mcp_receive_parsed(&exchange->peer, message, &sink);

    pthread_mutex_lock(&pool->lock);
    if (!exchange->done && stream)
        at_http_exchange_stream_locked(exchange);
    bool waits = !exchange->done;
    pthread_mutex_unlock(&pool->lock);
    if (waits) {
        ssize_t n = write(pool->wake_fd, "", 1);
        (void)n;
    }
}

void
at_http_exchange_leave(struct at_http_exchange *exchange)
{
    pthread_mutex_lock(&exchange->pool->lock);
    exchange->gone = true;
    bool waits = exchange->served && !exchange->done;
    pthread_mutex_unlock(&exchange->pool->lock);
    if (waits && exchange->modern)
        at_mcp_peer_leave(&exchange->peer);
}

// Read the next piece of a stream; suspend the connection if there is none yet.
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

static bool
queue(const struct at_http_exchange *exchange, struct MHD_Response *response,
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
    if (exchange->last)
        MHD_add_response_header(response, "Connection", "close");
    bool ok = MHD_queue_response(exchange->connection, exchange->status,
                                 response) == MHD_YES;
    MHD_destroy_response(response);
    return ok;
}

static bool
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

static bool
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

bool
at_http_exchange_queue(struct at_http_exchange *exchange)
{
    return exchange->stream ? queue_events(exchange) : queue_body(exchange);
}
