// grpc_server.c: nghttp2's server side in a thread, one connection at a time
#include "tests/unit/net/grpc_server.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"

static nghttp2_nv
header(const char *name, const char *value)
{
    return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name),
                        strlen(value), 0};
}

static size_t
add_status(const struct grpc_answer *answer, nghttp2_nv *out)
{
    size_t count = 0;
    if (answer->status)
        out[count++] = header("grpc-status", answer->status);
    if (answer->message)
        out[count++] = header("grpc-message", answer->message);
    return count;
}

static ssize_t
give_body(nghttp2_session *session, int32_t stream_id, uint8_t *buf, size_t cap,
          uint32_t *flags, nghttp2_data_source *source, void *user)
{
    struct grpc_server *server = user;
    struct at_str piece = at_str_head(server->left, cap);
    nghttp2_nv trailers[2];
    (void)source;
    if (piece.len > 0)
        memcpy(buf, piece.ptr, piece.len);
    server->left = at_str_skip(server->left, piece.len);
    if (server->left.len > 0)
        return (ssize_t)piece.len;
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (server->answer->manner == GRPC_ANSWER) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        nghttp2_submit_trailer(session, stream_id, trailers,
                               add_status(server->answer, trailers));
    } else if (server->answer->manner != GRPC_NO_TRAILERS) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        if (server->answer->manner == GRPC_RESET)
            nghttp2_submit_rst_stream(session, 0, stream_id,
                                      NGHTTP2_INTERNAL_ERROR);
        server->close = server->answer->manner == GRPC_CLOSE;
    }
    return (ssize_t)piece.len;
}

static void
answer_stream(struct grpc_server *server, int32_t id)
{
    size_t call = (size_t)server->calls;
    size_t last = server->answer_count - 1;
    const struct grpc_answer *how = &server->answers[call < last ? call : last];
    nghttp2_data_provider body = {{0}, give_body};
    nghttp2_nv headers[4] = {header(":status", how->http ? how->http : "200"),
                             header("content-type", "application/grpc")};
    if (call < GRPC_SEEN_MAX)
        server->seen[call] = server->coming;
    server->coming = (struct grpc_seen){.path = ""};
    server->calls++;
    server->answer = how;
    server->left = how->body;
    if (how->manner == GRPC_RESET || how->manner == GRPC_CLOSE)
        server->left = at_str_head(how->body, how->body.len / 2);
    if (how->manner == GRPC_REFUSE) {
        nghttp2_submit_rst_stream(server->session, 0, id,
                                  NGHTTP2_REFUSED_STREAM);
    } else if (how->manner == GRPC_GO_AWAY) {
        nghttp2_submit_goaway(server->session, 0, 0, NGHTTP2_NO_ERROR, NULL, 0);
    } else if (how->manner == GRPC_AT_ONCE) {
        size_t count = 2 + add_status(how, headers + 2);
        nghttp2_submit_response(server->session, id, headers, count, NULL);
    } else if (how->manner != GRPC_SILENCE && how->manner != GRPC_NOISE) {
        nghttp2_submit_response(server->session, id, headers, 2, &body);
    }
}

static int
on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
    (void)session;
    bool request =
        frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    if (request && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM))
        answer_stream(user, frame->hd.stream_id);
    return 0;
}

static struct at_str
view_of(nghttp2_rcbuf *text)
{
    nghttp2_vec bytes = nghttp2_rcbuf_get_buf(text);
    return at_str_n((const char *)bytes.base, bytes.len);
}

static int
on_header(nghttp2_session *session, const nghttp2_frame *frame,
          nghttp2_rcbuf *name, nghttp2_rcbuf *value, uint8_t flags, void *user)
{
    struct grpc_server *server = user;
    struct grpc_seen *coming = &server->coming;
    struct at_str key = view_of(name);
    struct at_str text = view_of(value);
    (void)session;
    (void)frame;
    (void)flags;
    if (at_str_is(key, ":path"))
        at_str_cut(coming->path, sizeof(coming->path), text);
    if (at_str_is(key, "authorization"))
        at_str_cut(coming->authorization, sizeof(coming->authorization), text);
    if (at_str_is(key, "grpc-timeout"))
        at_str_cut(coming->timeout, sizeof(coming->timeout), text);
    return 0;
}

static struct at_op
op_of(struct grpc_server *server)
{
    return (struct at_op){at_now_ns() + 20000 * AT_NS_PER_MS, server->cancel};
}

static bool
flush(struct grpc_server *server)
{
    struct at_op op = op_of(server);
    const uint8_t *piece;
    ssize_t len;
    if (server->answer && server->answer->manner == GRPC_NOISE)
        return at_conn_write(&op, server->conn, "HTTP/1.1 400 Bad\r\n\r\n", 20,
                             NULL);
    while ((len = nghttp2_session_mem_send(server->session, &piece)) > 0)
        if (!at_conn_write(&op, server->conn, piece, (size_t)len, NULL))
            return false;
    return len == 0 && !server->close;
}

// No more is sent. What the client still says is read: a socket that is closed
// over it resets the connection, and the client may see that first.
static void
hang_up(struct grpc_server *server)
{
    struct at_op op = op_of(server);
    char piece[1024];
    size_t len;
    shutdown(at_conn_fd(server->conn), SHUT_WR);
    while (at_conn_read(&op, server->conn, piece, sizeof(piece), &len, NULL) &&
           len > 0)
        continue;
}

static void
serve(struct grpc_server *server)
{
    struct at_op op = op_of(server);
    uint8_t piece[16384];
    size_t len = 1;
    while (flush(server) &&
           at_conn_read(&op, server->conn, piece, sizeof(piece), &len, NULL) &&
           len > 0)
        if (nghttp2_session_mem_recv(server->session, piece, len) < 0)
            break;
    if (server->close)
        hang_up(server);
}

static void *
server_main(void *arg)
{
    struct grpc_server *server = arg;
    struct at_op op = op_of(server);
    while (at_accept(&op, server->listen_fd, &server->conn, NULL)) {
        nghttp2_session_callbacks *callbacks;
        server->connections++;
        server->answer = NULL;
        server->close = false;
        at_assert(nghttp2_session_callbacks_new(&callbacks) == 0);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks,
                                                             on_frame);
        nghttp2_session_callbacks_set_on_header_callback2(callbacks, on_header);
        nghttp2_session_server_new(&server->session, callbacks, server);
        nghttp2_session_callbacks_del(callbacks);
        nghttp2_submit_settings(server->session, 0, NULL, 0);
        serve(server);
        nghttp2_session_del(server->session);
        at_conn_free(server->conn);
    }
    return NULL;
}

void
grpc_server_start(struct grpc_server *server, const struct grpc_answer *answers,
                  size_t count)
{
    memset(server, 0, sizeof(*server));
    server->answers = answers;
    server->answer_count = count;
    server->cancel = at_cancel_new(NULL, NULL);
    at_assert(
        at_listen_tcp("127.0.0.1", 0, &server->listen_fd, &server->port, NULL));
    at_assert(pthread_create(&server->thread, NULL, server_main, server) == 0);
}

void
grpc_server_stop(struct grpc_server *server)
{
    at_cancel_fire(server->cancel);
    pthread_join(server->thread, NULL);
    at_cancel_free(server->cancel);
    close(server->listen_fd);
}
