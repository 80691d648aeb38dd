// The client against a server of HTTP/2 that does as it is told, also badly.
#include "net/grpc_client.h"

#include <nghttp2/nghttp2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

enum { MAX_REPLY = 100000, WAIT_MS = 5000 };

// How a stream is answered.
enum manner {
    ANSWER,  // headers, body, trailers
    AT_ONCE, // one block of headers
    NO_TRAILERS,
    RESET,   // broken off after half of the body
    REFUSE,  // the stream was not looked at
    GO_AWAY, // neither was it, nor will others be
    CLOSE,   // the connection, after half of the body
    SILENCE,
    NOISE, // what is no HTTP/2
};

struct answer {
    enum manner manner;
    const char *http;    // NULL: "200"
    const char *status;  // of gRPC; NULL: none
    const char *message; // NULL: none
    struct at_str body;
};

struct server {
    const struct answer *answers; // one a call
    int listen_fd;
    uint16_t port;
    struct at_cancel *cancel;
    pthread_t thread;
    atomic_int calls;
    atomic_int connections;
    // Of the connection in hand:
    struct at_conn *conn;
    nghttp2_session *session;
    const struct answer *answer;
    struct at_str left;
    bool close;
    char token[64]; // of the newest call
    char timeout[32];
};

static nghttp2_nv
header(const char *name, const char *value)
{
    return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name),
                        strlen(value), 0};
}

static size_t
add_status(const struct answer *answer, nghttp2_nv *out)
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
    struct server *server = user;
    struct at_str piece = at_str_head(server->left, cap);
    nghttp2_nv trailers[2];
    (void)source;
    if (piece.len > 0)
        memcpy(buf, piece.ptr, piece.len);
    server->left = at_str_skip(server->left, piece.len);
    if (server->left.len > 0)
        return (ssize_t)piece.len;
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (server->answer->manner == ANSWER) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        nghttp2_submit_trailer(session, stream_id, trailers,
                               add_status(server->answer, trailers));
    } else if (server->answer->manner != NO_TRAILERS) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        if (server->answer->manner == RESET)
            nghttp2_submit_rst_stream(session, 0, stream_id,
                                      NGHTTP2_INTERNAL_ERROR);
        server->close = server->answer->manner == CLOSE;
    }
    return (ssize_t)piece.len;
}

static void
answer_stream(struct server *server, int32_t id)
{
    const struct answer *how = &server->answers[server->calls++];
    nghttp2_data_provider body = {{0}, give_body};
    nghttp2_nv headers[4] = {header(":status", how->http ? how->http : "200"),
                             header("content-type", "application/grpc")};
    server->answer = how;
    server->left = how->body;
    if (how->manner == RESET || how->manner == CLOSE)
        server->left = at_str_head(how->body, how->body.len / 2);
    if (how->manner == REFUSE) {
        nghttp2_submit_rst_stream(server->session, 0, id,
                                  NGHTTP2_REFUSED_STREAM);
    } else if (how->manner == GO_AWAY) {
        nghttp2_submit_goaway(server->session, 0, 0, NGHTTP2_NO_ERROR, NULL, 0);
    } else if (how->manner == AT_ONCE) {
        size_t count = 2 + add_status(how, headers + 2);
        nghttp2_submit_response(server->session, id, headers, count, NULL);
    } else if (how->manner != SILENCE && how->manner != NOISE) {
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
    struct server *server = user;
    struct at_str key = view_of(name);
    struct at_str text = view_of(value);
    (void)session;
    (void)frame;
    (void)flags;
    if (at_str_is(key, "authorization"))
        at_str_cut(server->token, sizeof(server->token), text);
    if (at_str_is(key, "grpc-timeout"))
        at_str_cut(server->timeout, sizeof(server->timeout), text);
    return 0;
}

static struct at_op
op_of(struct server *server)
{
    return (struct at_op){at_now_ns() + 20000 * AT_NS_PER_MS, server->cancel};
}

static bool
flush(struct server *server)
{
    struct at_op op = op_of(server);
    const uint8_t *piece;
    ssize_t len;
    if (server->answer && server->answer->manner == NOISE)
        return at_conn_write(&op, server->conn, "HTTP/1.1 400 Bad\r\n\r\n", 20,
                             NULL);
    while ((len = nghttp2_session_mem_send(server->session, &piece)) > 0)
        if (!at_conn_write(&op, server->conn, piece, (size_t)len, NULL))
            return false;
    return len == 0 && !server->close;
}

static void
serve(struct server *server)
{
    struct at_op op = op_of(server);
    uint8_t piece[16384];
    size_t len = 1;
    while (flush(server) &&
           at_conn_read(&op, server->conn, piece, sizeof(piece), &len, NULL) &&
           len > 0)
        if (nghttp2_session_mem_recv(server->session, piece, len) < 0)
            break;
}

static void *
server_main(void *arg)
{
    struct server *server = arg;
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

static void
server_start(struct server *server, const struct answer *answers)
{
    memset(server, 0, sizeof(*server));
    server->answers = answers;
    server->cancel = at_cancel_new(NULL, NULL);
    at_assert(
        at_listen_tcp("127.0.0.1", 0, &server->listen_fd, &server->port, NULL));
    at_assert(pthread_create(&server->thread, NULL, server_main, server) == 0);
}

static void
server_stop(struct server *server)
{
    at_cancel_fire(server->cancel);
    pthread_join(server->thread, NULL);
    at_cancel_free(server->cancel);
    close(server->listen_fd);
}

static struct at_grpc_client *
connect_to(uint16_t port, const char *token)
{
    char endpoint[64];
    const char *endpoints[] = {"tcp:[::1]:1", endpoint, NULL};
    struct at_grpc_server where = {endpoints, token};
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", port);
    return at_grpc_client_new(&where);
}

static bool
call(struct at_grpc_client *client, int64_t ms, struct at_buf *reply,
     struct at_err *err)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), ms);
    struct at_grpc_call what = {"/p.S/doIt", AT_STR("ask"), MAX_REPLY};
    at_buf_clear(reply);
    return at_grpc_client_call(&op, client, &what, reply, err);
}

#define BODY(text) AT_STR_ROW(text)
static const struct {
    const char *name;
    struct answer answer;
    enum at_code code; // AT_OK: the reply is "hi"
    const char *says;
    enum at_grpc_status status;
    bool may_have_run;
} rows[] = {
    {"an answer",
     {ANSWER, NULL, "0", NULL, BODY("\0\0\0\0\2hi")},
     AT_OK,
     "",
     AT_GRPC_OK,
     true},
    {"an answer, then broken off",
     {ANSWER, NULL, "0", "fine", BODY("\0\0\0\0\2hi")},
     AT_OK,
     "",
     AT_GRPC_OK,
     true},
    {"fails with words",
     {ANSWER, NULL, "9", "not%20so", BODY("")},
     AT_ERPC,
     "doIt: FAILED_PRECONDITION: not so",
     9,
     true},
    {"fails at once",
     {AT_ONCE, NULL, "16", "Incorrect token", BODY("")},
     AT_ERPC,
     "doIt: UNAUTHENTICATED: Incorrect token",
     AT_GRPC_UNAUTHENTICATED,
     false},
    {"a method that is not there",
     {AT_ONCE, NULL, "12", NULL, BODY("")},
     AT_ERPC,
     "doIt: UNIMPLEMENTED",
     AT_GRPC_UNIMPLEMENTED,
     false},
    {"no such server",
     {AT_ONCE, "404", NULL, NULL, BODY("")},
     AT_ERPC,
     "doIt: UNIMPLEMENTED: HTTP status 404",
     AT_GRPC_UNIMPLEMENTED,
     false},
    {"no status",
     {NO_TRAILERS, NULL, NULL, NULL, BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: INTERNAL: HTTP status 200 and no gRPC status",
     AT_GRPC_INTERNAL,
     true},
    {"no message",
     {ANSWER, NULL, "0", NULL, BODY("")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"half a message",
     {ANSWER, NULL, "0", NULL, BODY("\0\0\0\0\3hi")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"two messages",
     {ANSWER, NULL, "0", NULL, BODY("\0\0\0\0\0\0\0\0\0\0")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"compressed",
     {ANSWER, NULL, "0", NULL, BODY("\1\0\0\0\2hi")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"broken off",
     {RESET, NULL, NULL, NULL, BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: UNAVAILABLE: the server broke the call off",
     AT_GRPC_UNAVAILABLE,
     true},
    {"refused",
     {REFUSE, NULL, NULL, NULL, BODY("")},
     AT_ERPC,
     "takes no more calls",
     AT_GRPC_UNAVAILABLE,
     false},
    {"goes away",
     {GO_AWAY, NULL, NULL, NULL, BODY("")},
     AT_ERPC,
     "takes no more calls",
     AT_GRPC_UNAVAILABLE,
     false},
    {"closes",
     {CLOSE, NULL, NULL, NULL, BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: UNAVAILABLE: ", // closed, or reset where it had not read all
     AT_GRPC_UNAVAILABLE,
     true},
    {"noise",
     {NOISE, NULL, NULL, NULL, BODY("")},
     AT_ERPC,
     "doIt: UNAVAILABLE: HTTP/2",
     AT_GRPC_UNAVAILABLE,
     true},
    {"says nothing",
     {SILENCE, NULL, NULL, NULL, BODY("")},
     AT_ETIMEOUT,
     "doIt: ",
     AT_GRPC_UNKNOWN,
     true},
};

// Each, and after it a call that goes well, by whatever connection.
T_TEST(grpc_client_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct answer answers[] = {
            rows[i].answer,
            {ANSWER, NULL, "0", NULL, BODY("\0\0\0\0\2hi")},
        };
        struct at_err err = AT_ERR_INIT;
        struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
        struct server server;

        T_ROW(rows[i].name);
        server_start(&server, answers);
        struct at_grpc_client *client = connect_to(server.port, "secret");
        int64_t ms = rows[i].answer.manner == SILENCE ? 100 : WAIT_MS;
        bool ok = call(client, ms, &reply, &err);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(ok, rows[i].code == AT_OK);
        T_HAS(err.msg, rows[i].says);
        T_OK(!strstr(err.msg, "secret"));
        T_EQ_STR(at_buf_str(&reply), ok ? "hi" : "");
        T_EQ_INT(at_grpc_client_last(client).status, rows[i].status);
        T_EQ_INT(at_grpc_client_last(client).may_have_run,
                 rows[i].may_have_run);
        T_OK(call(client, WAIT_MS, &reply, &err));
        T_EQ_STR(at_buf_str(&reply), "hi");
        T_EQ_INT(server.calls, 2);
        at_grpc_client_free(client);
        server_stop(&server);
        T_EQ_TEXT(server.token, "Bearer secret");
        at_buf_deinit(&reply);
    }
}

T_TEST(grpc_client_keeps_one_connection)
{
    enum { CALLS = 20 };
    struct answer answers[CALLS];
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_err err = AT_ERR_INIT;
    struct server server;

    for (size_t i = 0; i < CALLS; i++)
        answers[i] =
            (struct answer){ANSWER, NULL, "0", NULL, AT_STR("\0\0\0\0\2hi")};
    server_start(&server, answers);
    struct at_grpc_client *client = connect_to(server.port, NULL);
    for (size_t i = 0; i < CALLS; i++)
        T_OK(call(client, WAIT_MS, &reply, &err));
    T_EQ_INT(server.connections, 1);
    at_grpc_client_free(client);
    server_stop(&server);
    T_EQ_TEXT(server.token, "");
    T_HAS(server.timeout, "m");
    at_buf_deinit(&reply);
}

T_TEST(grpc_client_bounds_an_answer)
{
    static const size_t lengths[] = {MAX_REPLY, MAX_REPLY + 1, 40 * MAX_REPLY};
    for (size_t i = 0; i < T_LEN(lengths); i++) {
        struct at_buf body = AT_BUF_INIT(100 * MAX_REPLY);
        struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
        struct at_err err = AT_ERR_INIT;
        struct server server;
        char *bytes = at_alloc(lengths[i]);

        T_OK(at_grpc_frame_write(&body, at_str_n(bytes, lengths[i])));
        struct answer answers[] = {
            {ANSWER, NULL, "0", NULL, at_buf_str(&body)},
            {ANSWER, NULL, "0", NULL, BODY("\0\0\0\0\2hi")},
        };
        server_start(&server, answers);
        struct at_grpc_client *client = connect_to(server.port, NULL);
        T_EQ_INT(call(client, WAIT_MS, &reply, &err), i == 0);
        T_EQ_INT(err.code, i == 0 ? AT_OK : AT_ELIMIT);
        T_EQ_SIZE(reply.len, i == 0 ? lengths[i] : 0);
        T_OK(call(client, WAIT_MS, &reply, &err));
        at_grpc_client_free(client);
        server_stop(&server);
        free(bytes);
        at_buf_deinit(&reply);
        at_buf_deinit(&body);
    }
}

T_TEST(grpc_client_without_a_server)
{
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_err err = AT_ERR_INIT;
    struct at_grpc_client *client = connect_to(1, NULL);
    T_NOT(call(client, WAIT_MS, &reply, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "tcp:[::1]:1");
    T_HAS(err.msg, "tcp:127.0.0.1:1");
    T_NOT(at_grpc_client_last(client).may_have_run);
    at_grpc_client_free(client);
}

T_TEST(grpc_client_is_cancelled)
{
    struct answer answers[] = {{SILENCE, NULL, NULL, NULL, {0}}};
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {AT_NEVER_NS, cancel};
    struct at_grpc_call what = {"/p.S/doIt", AT_STR(""), MAX_REPLY};
    struct at_err err = AT_ERR_INIT;
    struct server server;

    server_start(&server, answers);
    struct at_grpc_client *client = connect_to(server.port, NULL);
    at_cancel_fire(cancel);
    T_NOT(at_grpc_client_call(&op, client, &what, &reply, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NOT(at_grpc_client_last(client).may_have_run);
    T_EQ_INT(server.calls, 0);
    at_grpc_client_free(client);
    server_stop(&server);
    at_cancel_free(cancel);
}

T_MAIN(T_CASE(grpc_client_rows), T_CASE(grpc_client_keeps_one_connection),
       T_CASE(grpc_client_bounds_an_answer),
       T_CASE(grpc_client_without_a_server), T_CASE(grpc_client_is_cancelled))
