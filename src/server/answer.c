// answer.c: converts a reply to the daemon's response, including event streams
#include <sys/socket.h>

#include "server/figures.h"
#include "server/server_priv.h"

enum { BLOCK_BYTES = 16 * 1024, SEND_BUFFER_BYTES = 64 * 1024 };

// An answer of the API must not run as a program or be shown in a page of
// another site; the web page's files have their own policy.
static const char api_policy[] = "default-src 'none'; frame-ancestors 'none'; "
                                 "base-uri 'none'; form-action 'none'; sandbox";

static const struct {
    const char *name;
    const char *value;
} always[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static void
pause_reading(void *user)
{
    struct at_exchange *exchange = user;
    MHD_suspend_connection(exchange->base.connection);
}

static void
resume_reading(void *user)
{
    struct at_exchange *exchange = user;
    MHD_resume_connection(exchange->base.connection);
}

static void
drop_client(void *user)
{
    struct at_exchange *exchange = user;
    shutdown(exchange->base.fd, SHUT_RDWR);
}

static ssize_t
read_events(void *cls, uint64_t pos, char *buf, size_t max)
{
    static const ssize_t ends[] = {
        [AT_HUB_PAUSED] = 0,
        [AT_HUB_OVER] = MHD_CONTENT_READER_END_OF_STREAM,
        [AT_HUB_DROPPED] = MHD_CONTENT_READER_END_WITH_ERROR,
    };
    struct at_exchange *exchange = cls;
    size_t len;
    (void)pos;
    enum at_hub_step step = at_hub_read(exchange->reader, buf, max, &len);
    return step == AT_HUB_READ ? (ssize_t)len : ends[step];
}

// Data that a client does not read accumulates in the kernel first. A small
// buffer reveals this sooner.
static struct MHD_Response *
follow(struct at_exchange *exchange)
{
    struct at_server_reply *reply = &exchange->reply;
    struct at_hub_link link = {pause_reading, resume_reading, drop_client,
                               exchange};
    struct at_err err = AT_ERR_INIT;
    int bytes = SEND_BUFFER_BYTES;
    struct at_hub_reader *reader = at_hub_follow(
        exchange->server->hub, reply->run, reply->last_id, &link, &err);
    if (!reader) {
        exchange->base.last = true;
        at_server_reply_problem(reply, 503, err.msg);
        reply->follow = false;
        return NULL;
    }
    setsockopt(exchange->base.fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
    pthread_mutex_lock(&exchange->base.all->lock); // the watch reads it
    exchange->reader = reader;
    pthread_mutex_unlock(&exchange->base.all->lock);
    at_server_reply_header(reply, "X-Accel-Buffering", "no");
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                             read_events, exchange, NULL);
}

static ssize_t
read_video(void *cls, uint64_t pos, char *buf, size_t max)
{
    static const ssize_t ends[] = {
        [AT_STREAM_PAUSED] = 0,
        [AT_STREAM_OVER] = MHD_CONTENT_READER_END_OF_STREAM,
    };
    struct at_exchange *exchange = cls;
    size_t len;
    (void)pos;
    enum at_stream_step step =
        at_streams_read(exchange->watcher, buf, max, &len);
    return step == AT_STREAM_READ ? (ssize_t)len : ends[step];
}

static struct MHD_Response *
watch(struct at_exchange *exchange)
{
    struct at_server_reply *reply = &exchange->reply;
    const struct at_stream_link link = {pause_reading, resume_reading,
                                        drop_client, exchange};
    struct at_streams *streams = at_views_streams(exchange->server->opts.views);
    struct at_stream_watcher *watcher;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_streams_watch(streams, reply->video, reply->wanted.device,
                               &link, &watcher, &err);
    reply->video = NULL;
    if (!ok) {
        at_stream_write_end(&reply->body, &err);
        return NULL;
    }
    pthread_mutex_lock(
        &exchange->base.all->lock); // the server's watch reads it
    exchange->watcher = watcher;
    pthread_mutex_unlock(&exchange->base.all->lock);
    at_server_reply_header(reply, "X-Accel-Buffering", "no");
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                             read_video, exchange, NULL);
}

// The body's bytes belong to the exchange, which outlives the response. Fixed
// bytes belong to the program or to the exchange's frame. A file's descriptor
// is taken over by the response.
static struct MHD_Response *
make_response(struct at_exchange *exchange)
{
    struct at_server_reply *reply = &exchange->reply;
    struct MHD_Response *events = reply->follow ? follow(exchange) : NULL;
    if (!events && reply->video)
        events = watch(exchange);
    if (events)
        return events;
    if (reply->fixed.ptr)
        return MHD_create_response_from_buffer(
            reply->fixed.len, (void *)reply->fixed.ptr, MHD_RESPMEM_PERSISTENT);
    if (reply->fd < 0)
        return MHD_create_response_from_buffer(
            reply->body.len, reply->body.data, MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *file = MHD_create_response_from_fd_at_offset64(
        reply->count, reply->fd, reply->first);
    if (file)
        reply->fd = -1;
    return file;
}

static void
add_headers(const struct at_exchange *exchange, struct MHD_Response *response)
{
    const struct at_server_reply *reply = &exchange->reply;
    for (size_t i = 0; i < AT_LEN(always); i++)
        MHD_add_response_header(response, always[i].name, always[i].value);
    for (size_t i = 0; i < reply->header_count; i++)
        MHD_add_response_header(response, reply->headers[i].name,
                                reply->headers[i].value);
    MHD_add_response_header(response, "Content-Security-Policy",
                            reply->policy ? reply->policy : api_policy);
    if (reply->type && reply->status != 304)
        MHD_add_response_header(response, "Content-Type", reply->type);
    if (reply->tag[0])
        MHD_add_response_header(response, "ETag", reply->tag);
    if (reply->status == 401)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (exchange->base.last)
        MHD_add_response_header(response, "Connection", "close");
    MHD_add_response_header(response, "Cache-Control",
                            reply->cache ? reply->cache : "no-cache");
}

enum MHD_Result
at_exchange_answer(struct at_http_exchange *base)
{
    struct at_exchange *exchange = (struct at_exchange *)base;
    struct MHD_Response *response = make_response(exchange);
    if (!response)
        return MHD_NO;
    add_headers(exchange, response);
    at_figures_request(exchange);
    bool follows = exchange->reply.follow || exchange->watcher;
    at_http_daemon_wait(&base->all->daemon, exchange->base.connection,
                        follows ? AT_HTTP_WAIT_FOLLOWS : AT_HTTP_WAIT_TAKE);
    enum MHD_Result result = MHD_queue_response(
        exchange->base.connection, exchange->reply.status, response);
    MHD_destroy_response(response);
    return result;
}
