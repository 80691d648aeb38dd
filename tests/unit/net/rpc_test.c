// The peer is a thread at the other end of a socket pair. It answers the
// handshake, and then plays a row: it says bytes once a request has come.
#include "net/rpc.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/sha1.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

struct peer {
    int fd;
    const char *head;   // of its answer to the handshake; NULL: a right one
    struct at_str says; // once the first request has come
    bool ends;          // closes after that; else it waits for the client's end
    pthread_t thread;
    char request[4096]; // what the client sent after the handshake
    size_t request_len;
};

static void
say(int fd, struct at_str bytes)
{
    T_EQ_INT(send(fd, bytes.ptr, bytes.len, MSG_NOSIGNAL), (ssize_t)bytes.len);
}

static void
answer_handshake(struct peer *peer)
{
    char text[2048] = "";
    size_t len = 0;
    while (!strstr(text, "\r\n\r\n")) {
        ssize_t n = recv(peer->fd, text + len, sizeof(text) - 1 - len, 0);
        if (n <= 0)
            return;
        len += (size_t)n;
        text[len] = '\0';
    }
    struct at_buf answer = AT_BUF_INIT(4096);
    unsigned char hash[AT_SHA1_BYTES];
    const char *key = strstr(text, "Sec-WebSocket-Key: ") + 19;
    at_buf_add_fmt(&answer, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    at_sha1(at_buf_str(&answer), hash);
    at_buf_clear(&answer);
    at_buf_add_text(&answer, "HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    T_OK(at_base64_write(at_str_n((const char *)hash, sizeof(hash)), &answer));
    at_buf_add_text(&answer, "\r\n\r\n");
    say(peer->fd, peer->head ? at_str(peer->head) : at_buf_str(&answer));
    at_buf_deinit(&answer);
}

static void *
play(void *arg)
{
    struct peer *peer = arg;
    answer_handshake(peer);
    ssize_t n = recv(peer->fd, peer->request, sizeof(peer->request), 0);
    if (n > 0) {
        peer->request_len = (size_t)n;
        say(peer->fd, peer->says);
    }
    while (!peer->ends && n > 0) {
        char rest[4096];
        n = recv(peer->fd, rest, sizeof(rest), 0);
    }
    close(peer->fd);
    return NULL;
}

static struct at_op
op_in(int64_t ms)
{
    return (struct at_op){.deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
}

static struct at_conn *
start(struct peer *peer)
{
    struct at_conn *conn;
    int fds[2];
    T_EQ_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    T_OK(at_conn_adopt(fds[0], &conn, NULL));
    peer->fd = fds[1];
    T_EQ_INT(pthread_create(&peer->thread, NULL, play, peer), 0);
    return conn;
}

static const struct at_websocket_dial dial = {
    .target = "/debug", .host = "localhost", .message_max_bytes = 2000};

static void
note_event(void *user, const char *method, const json_t *params)
{
    struct at_buf *events = user;
    at_buf_add_fmt(events, "%s(%zu) ", method, json_object_size(params));
}

static struct at_rpc *
open_rpc(struct peer *peer, enum at_rpc_dialect dialect, struct at_buf *events)
{
    struct at_op op = op_in(10000);
    struct at_websocket *ws;
    const struct at_rpc_events sink = {note_event, events};
    T_OK(at_websocket_open(&op, start(peer), &dial, &ws, NULL));
    return at_rpc_new(ws, dialect, &sink);
}

#define TEXT(payload) "\x81" payload
#define RIGHT TEXT("\x21{\"id\":1,\"result\":{\"value\":\"yes\"}}")

static const struct {
    const char *name;
    struct at_str says;
    enum at_code code; // AT_OK: {"value":"yes"} is the result
    const char *message;
    const char *events;
    int64_t refused;
} rows[] = {
    {"an answer", AT_STR_ROW(RIGHT), AT_OK, "", "", 0},
    {"an answer in fragments",
     AT_STR_ROW("\x01\x10{\"id\":1,\"result\"\x80\x11:{\"value\":\"yes\"}}"),
     AT_OK, "", "", 0},
    {"its id as a text",
     AT_STR_ROW(TEXT("\x23{\"id\":\"1\",\"result\":{\"value\":\"yes\"}}")),
     AT_OK, "", "", 0},
    {"events before it",
     AT_STR_ROW(TEXT("\x0e{\"method\":\"a\"}") TEXT(
         "\x21{\"method\":\"b\",\"params\":{\"x\":1}}  ") RIGHT),
     AT_OK, "", "a(0) b(1) ", 0},
    {"wrong ids before it",
     AT_STR_ROW(TEXT("\x14{\"id\":7,\"result\":{}}")
                    TEXT("\x16{\"id\":\"x\",\"result\":{}}")
                        TEXT("\x17{\"id\":null,\"result\":{}}") RIGHT),
     AT_OK, "", "", 0},
    {"twice the same id", AT_STR_ROW(RIGHT RIGHT), AT_OK, "", "", 0},
    {"a ping before it", AT_STR_ROW("\x89\x01p" RIGHT), AT_OK, "", "", 0},
    {"what is no message before it", AT_STR_ROW(TEXT("\x02[]") RIGHT), AT_OK,
     "", "", 0},
    {"a refusal",
     AT_STR_ROW(TEXT("\x35{\"id\":1,\"error\":{\"code\":-32601,\"message\":"
                     "\"no such\"}}  ")),
     AT_EDEVICE, "no such", "", -32601},
    {"no result", AT_STR_ROW(TEXT("\x08{\"id\":1}")), AT_EPROTO, "no result",
     "", 0},
    {"no JSON", AT_STR_ROW(TEXT("\x03{{{")), AT_EPROTO, "ask: ", "", 0},
    {"a close", AT_STR_ROW("\x88\x07\x03\xe8gone!"), AT_ENODEV, "gone!", "", 0},
    {"a masked frame", AT_STR_ROW("\x81\x81"), AT_EPROTO, "masked", "", 0},
    {"too long", AT_STR_ROW("\x81\x7e\x07\xd1"), AT_ELIMIT, "too long", "", 0},
    {"the end in mid-frame", AT_STR_ROW("\x81\x21{\"id\":1"), AT_ENODEV,
     "closed", "", 0},
    {"the end", AT_STR_ROW(""), AT_ENODEV, "closed", "", 0},
};

T_TEST(a_call_and_what_may_come)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct peer peer = {.says = rows[i].says, .ends = true};
        struct at_buf events = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;
        struct at_op op = op_in(10000);
        json_t *result;
        T_ROW(rows[i].name);
        struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
        bool ok = at_rpc_call(&op, rpc, "ask", NULL, &result, &err);
        T_EQ_INT(ok ? AT_OK : err.code, rows[i].code);
        T_HAS(err.msg, rows[i].message);
        T_EQ_TEXT(at_buf_text(&events), rows[i].events);
        T_EQ_INT(at_rpc_refused(rpc), rows[i].refused);
        if (ok)
            T_EQ_TEXT(json_string_value(json_object_get(result, "value")),
                      "yes");
        json_decref(result);
        at_rpc_free(rpc);
        pthread_join(peer.thread, NULL);
        at_buf_deinit(&events);
    }
}

// After a timeout the connection goes on, and the late answer is nobody's.
T_TEST(a_late_answer)
{
    struct peer peer = {.says = AT_STR("\x81\x22{\"id\":1")};
    struct at_buf events = AT_BUF_INIT(4096);
    struct at_err err = AT_ERR_INIT;
    struct at_op soon = op_in(50);
    struct at_op op = op_in(10000);
    json_t *result;
    struct at_rpc *rpc = open_rpc(&peer, AT_RPC_JSON2, &events);
    T_NOT(at_rpc_call(&soon, rpc, "slow", NULL, &result, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NOT(at_rpc_has(rpc));
    say(peer.fd, AT_STR(",\"result\":{\"value\":\"late\"}}"
                        "\x81\x21{\"id\":2,\"result\":{\"value\":\"yes\"}}"));
    T_OK(at_rpc_call(&op, rpc, "quick", NULL, &result, NULL));
    T_EQ_TEXT(json_string_value(json_object_get(result, "value")), "yes");
    json_decref(result);
    at_rpc_free(rpc);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&events);
}

// What has arrived is taken without waiting for more.
T_TEST(events_without_a_call)
{
    struct peer peer = {.says = AT_STR("\x89\x00\x81\x0e{\"method\":\"a\"}"
                                       "\x81\x0e{\"meth")};
    struct at_buf events = AT_BUF_INIT(4096);
    struct at_op soon = op_in(50);
    struct at_op op = op_in(10000);
    json_t *result;
    struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
    T_NOT(at_rpc_call(&soon, rpc, "slow", NULL, &result, NULL));
    T_EQ_TEXT(at_buf_text(&events), "a(0) ");
    say(peer.fd, AT_STR("od\":\"b\"}\x8a\x00"));
    T_OK(at_op_wait_fd(&op, at_rpc_fd(rpc), 1, NULL));
    while (!at_str_is(at_buf_str(&events), "a(0) b(0) "))
        T_OK(at_rpc_take(&op, rpc, NULL));
    at_rpc_free(rpc);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&events);
}

static const struct {
    const char *name;
    const char *head;
    const char *message;
    const char *location;
} answers[] = {
    {"refused", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
     "HTTP 401", ""},
    {"moved",
     "HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:1/x=/ws\r\n"
     "Content-Length: 0\r\n\r\n",
     "HTTP 302", "ws://127.0.0.1:1/x=/ws"},
    {"another's answer",
     "HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
     "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
     "wrong", ""},
    {"no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP", ""},
};

T_TEST(handshakes_that_fail)
{
    for (size_t i = 0; i < T_LEN(answers); i++) {
        struct peer peer = {.head = answers[i].head, .ends = true};
        struct at_err err = AT_ERR_INIT;
        struct at_op op = op_in(10000);
        struct at_websocket *ws;
        char location[64] = "?";
        struct at_websocket_dial moving = dial;
        moving.out_location = location;
        moving.location_cap = sizeof(location);
        T_ROW(answers[i].name);
        T_NOT(at_websocket_open(&op, start(&peer), &moving, &ws, &err));
        T_NULL(ws);
        T_EQ_INT(err.code, AT_EPROTO);
        T_HAS(err.msg, answers[i].message);
        T_EQ_TEXT(location, answers[i].location);
        pthread_join(peer.thread, NULL);
    }
}

T_MAIN()
