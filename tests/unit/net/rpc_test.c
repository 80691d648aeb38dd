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
    const char *head;   // head of its answer to the handshake; NULL: a right
                        // one
    struct at_str says; // once the first request has come
    size_t cut;         // bytes of its answer to the handshake; 0: all of it
    size_t step;        // bytes at a time, of that answer; 0: all at once
    bool ends;          // closes after that; else it waits for the client's end
    void *(*play)(void *peer); // NULL: as the lines above say
    pthread_t thread;
    char request[4096]; // bytes that the client sent after the handshake
    size_t request_len;
};

static void
say(int fd, struct at_str bytes)
{
    T_EQ_INT(send(fd, bytes.ptr, bytes.len, MSG_NOSIGNAL), (ssize_t)bytes.len);
}

static void
say_head(const struct peer *peer, struct at_str head)
{
    size_t step = peer->step ? peer->step : head.len;
    if (peer->cut)
        head = at_str_head(head, peer->cut);
    for (size_t at = 0; at < head.len; at += step)
        say(peer->fd, at_str_head(at_str_skip(head, at),
                                  step < head.len - at ? step : head.len - at));
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
    say_head(peer, peer->head ? at_str(peer->head) : at_buf_str(&answer));
    at_buf_deinit(&answer);
}

static void *
play(void *arg)
{
    struct peer *peer = arg;
    answer_handshake(peer);
    ssize_t n =
        peer->cut ? 0 : recv(peer->fd, peer->request, sizeof(peer->request), 0);
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
    T_EQ_INT(pthread_create(&peer->thread, NULL, peer->play ? peer->play : play,
                            peer),
             0);
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
    {"a list of answers before it",
     AT_STR_ROW(TEXT("\x22[{\"id\":1,\"result\":{\"value\":\"no\"}}]") RIGHT),
     AT_OK, "", "", 0},
    {"what is no object before it",
     AT_STR_ROW(TEXT("\x01"
                     "7") TEXT("\x04null") TEXT("\x04\"id\"") RIGHT),
     AT_OK, "", "", 0},
    {"ids that only look like it before it",
     AT_STR_ROW(TEXT("\x16{\"id\":1.0,\"result\":{}}")
                    TEXT("\x17{\"id\":\"01\",\"result\":{}}")
                        TEXT("\x17{\"id\":true,\"result\":{}}")
                            TEXT("\x16{\"id\":[1],\"result\":{}}") RIGHT),
     AT_OK, "", "", 0},
    {"an event with its id before it",
     AT_STR_ROW(TEXT("\x15{\"id\":1,\"method\":\"a\"}") RIGHT), AT_OK, "",
     "a(0) ", 0},
    {"bytes before it", AT_STR_ROW("\x82\x02{}" RIGHT), AT_OK, "", "", 0},
    {"a ping and an event between its fragments",
     AT_STR_ROW("\x01\x10{\"id\":1,\"result\"\x89\x01p\x8a\x00\x80\x11:{"
                "\"value\":\"yes\"}}"),
     AT_OK, "", "", 0},
    {"no error",
     AT_STR_ROW(
         TEXT("\x2e{\"id\":1,\"error\":null,\"result\":{\"value\":\"yes\"}"
              "}")),
     AT_OK, "", "", 0},
    {"a refusal without a code",
     AT_STR_ROW(TEXT("\x14{\"id\":1,\"error\":\"x\"}")), AT_EDEVICE,
     "no reason", "", -1},
    {"a text after a close", AT_STR_ROW("\x88\x02\x03\xe8" RIGHT), AT_ENODEV,
     "with 1000", "", 0},
    {"a close in the middle of a message",
     AT_STR_ROW("\x01\x01{\x88\x02\x03\xe9"), AT_ENODEV, "with 1001", "", 0},
    {"a close that no peer may send", AT_STR_ROW("\x88\x02\x03\xed"), AT_EPROTO,
     "valid code", "", 0},
    {"a close with a reason of several lines",
     AT_STR_ROW("\x88\x06\x03\xe8"
                "a\n\x1b"
                "b"),
     AT_ENODEV, "with 1000: a", "", 0},
    {"a text that is not UTF-8", AT_STR_ROW("\x81\x01\xff"), AT_EPROTO, "UTF-8",
     "", 0},
    {"fragments that are too long together",
     AT_STR_ROW("\x01\x01{\x00\x7e\x07\xd0"), AT_ELIMIT, "too long", "", 0},
    {"all memory", AT_STR_ROW("\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"),
     AT_ELIMIT, "too long", "", 0},
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

// A conversation cut anywhere ends in an error: the client does not wait for
// the rest.
T_TEST(the_end_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        for (size_t len = 0; len < rows[i].says.len; len++) {
            struct peer peer = {.says = at_str_head(rows[i].says, len),
                                .ends = true};
            struct at_buf events = AT_BUF_INIT(4096);
            struct at_err err = AT_ERR_INIT;
            struct at_op op = op_in(10000);
            json_t *result;
            struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
            bool ok = at_rpc_call(&op, rpc, "ask", NULL, &result, &err);
            T_OK(ok || err.code == AT_ENODEV || err.code == rows[i].code);
            T_OK(!ok || rows[i].code == AT_OK);
            json_decref(result);
            if (!ok) // it stays lost
                T_NOT(at_rpc_call(&op, rpc, "ask", NULL, &result, NULL) &&
                      err.code == AT_ENODEV);
            at_rpc_free(rpc);
            pthread_join(peer.thread, NULL);
            at_buf_deinit(&events);
        }
    }
}

static bool
send_all(int fd, struct at_str bytes)
{
    while (bytes.len > 0) {
        ssize_t n = send(fd, bytes.ptr, bytes.len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes = at_str_skip(bytes, (size_t)n);
    }
    return true;
}

// A message of 10 MB, in frames of 64 KiB.
static void *
say_much(void *arg)
{
    struct peer *peer = arg;
    enum { FRAMES = 160, FRAME_BYTES = 65536 };
    struct at_buf frame = AT_BUF_INIT(2 * FRAME_BYTES);
    answer_handshake(peer);
    (void)!recv(peer->fd, peer->request, sizeof(peer->request), 0);
    say(peer->fd, AT_STR("\x01\x1b{\"id\":1,\"result\":{\"value\":\""));
    at_buf_add(&frame, "\x00\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10);
    for (int i = 0; i < FRAME_BYTES; i++)
        at_buf_add_char(&frame, 'x');
    bool there = true; // the client hangs up once it is too much
    for (int i = 0; i < FRAMES && there; i++)
        there = send_all(peer->fd, at_buf_str(&frame));
    (void)(there && send_all(peer->fd, AT_STR("\x80\x03\"}}")));
    at_buf_deinit(&frame);
    close(peer->fd);
    return NULL;
}

T_TEST(a_reply_of_10_mb)
{
    for (int small = 0; small < 2; small++) {
        struct peer peer = {.play = say_much};
        struct at_op op = op_in(20000);
        struct at_err err = AT_ERR_INIT;
        struct at_websocket *ws;
        struct at_websocket_dial large = dial;
        const struct at_rpc_events none = {NULL, NULL};
        json_t *result;
        large.message_max_bytes = small ? 10000000 : AT_RPC_MESSAGE_MAX_BYTES;
        T_OK(at_websocket_open(&op, start(&peer), &large, &ws, NULL));
        struct at_rpc *rpc = at_rpc_new(ws, AT_RPC_CDP, &none);
        bool ok = at_rpc_call(&op, rpc, "ask", NULL, &result, &err);
        T_EQ_INT(ok, !small);
        if (ok)
            T_EQ_SIZE(json_string_length(json_object_get(result, "value")),
                      160 * 65536);
        else
            T_EQ_INT(err.code, AT_ELIMIT);
        json_decref(result);
        at_rpc_free(rpc);
        pthread_join(peer.thread, NULL);
    }
}

// A peer that never pauses, with what asks for an answer or wants none.
static void *
flood(void *arg)
{
    struct peer *peer = arg;
    struct at_buf frames = AT_BUF_INIT(65536);
    answer_handshake(peer);
    while (frames.len < 60000)
        at_buf_add_str(&frames, peer->says);
    while (send(peer->fd, frames.data, frames.len, MSG_NOSIGNAL) > 0)
        continue;
    at_buf_deinit(&frames);
    close(peer->fd);
    return NULL;
}

T_TEST(a_flood_ends_with_the_deadline)
{
    static const struct at_str kinds[] = {
        AT_STR_ROW("\x89\x04ping"), AT_STR_ROW("\x8a\x00"),
        AT_STR_ROW("\x82\x01x"), AT_STR_ROW(TEXT("\x0e{\"method\":\"a\"}")),
        AT_STR_ROW(TEXT("\x14{\"id\":7,\"result\":{}}"))};
    for (size_t i = 0; i < T_LEN(kinds); i++) {
        struct peer peer = {.says = kinds[i], .play = flood};
        struct at_op open_op = op_in(10000);
        struct at_err err = AT_ERR_INIT;
        struct at_websocket *ws;
        const struct at_rpc_events none = {NULL, NULL};
        json_t *result;
        T_OK(at_websocket_open(&open_op, start(&peer), &dial, &ws, NULL));
        struct at_rpc *rpc = at_rpc_new(ws, AT_RPC_CDP, &none);
        struct at_op op = op_in(100);
        int64_t began_ns = at_now_ns();
        T_NOT(at_rpc_call(&op, rpc, "ask", NULL, &result, &err));
        T_OK(err.code == AT_ETIMEOUT || err.code == AT_ENODEV);
        T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
        struct at_op soon = op_in(100);
        (void)!at_rpc_take(&soon, rpc, NULL);
        T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
        at_rpc_free(rpc);
        pthread_join(peer.thread, NULL);
    }
}

T_TEST(a_deep_answer)
{
    struct at_buf says = AT_BUF_INIT(4096);
    struct at_buf events = AT_BUF_INIT(64);
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(10000);
    json_t *result;
    at_buf_add(&says, "\x81\x7e\x03\xe8", 4);
    for (int i = 0; i < 1000; i++)
        at_buf_add_char(&says, '[');
    struct peer peer = {.says = at_buf_str(&says), .ends = true};
    struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
    T_NOT(at_rpc_call(&op, rpc, "ask", NULL, &result, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_rpc_free(rpc);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&events);
    at_buf_deinit(&says);
}

// A reason is shown: it keeps to one line, and controls no terminal.
T_TEST(a_reason_is_text)
{
    struct peer peer = {.says = AT_STR("\x88\x06\x03\xe8"
                                       "a\n\x1b"
                                       "b"),
                        .ends = true};
    struct at_buf events = AT_BUF_INIT(64);
    struct at_op op = op_in(10000);
    json_t *result;
    const char *reason;
    struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
    T_NOT(at_rpc_call(&op, rpc, "ask", NULL, &result, NULL));
    T_EQ_INT(at_rpc_closed(rpc, &reason), 1000);
    for (const char *at = reason; *at; at++)
        T_OK((unsigned char)*at >= ' ');
    at_rpc_free(rpc);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&events);
}

// After a timeout the connection stays usable, and the late answer is dropped.
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

// Arrived messages are taken without waiting for more.
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

T_TEST(a_handshake_that_ends_at_every_byte)
{
    const size_t whole = strlen("HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Accept: "
                                "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
    for (size_t cut = 1; cut <= whole; cut++) {
        struct peer peer = {.cut = cut, .ends = true};
        struct at_err err = AT_ERR_INIT;
        struct at_op op = op_in(10000);
        struct at_websocket *ws;
        bool ok = at_websocket_open(&op, start(&peer), &dial, &ws, &err);
        T_EQ_INT(ok, cut == whole);
        T_OK(ok || err.code == AT_ENODEV);
        at_websocket_free(ws);
        pthread_join(peer.thread, NULL);
    }
}

T_TEST(a_handshake_byte_by_byte)
{
    struct peer peer = {.step = 1, .says = AT_STR(RIGHT), .ends = true};
    struct at_buf events = AT_BUF_INIT(64);
    struct at_op op = op_in(10000);
    json_t *result;
    struct at_rpc *rpc = open_rpc(&peer, AT_RPC_CDP, &events);
    T_OK(at_rpc_call(&op, rpc, "ask", NULL, &result, NULL));
    json_decref(result);
    at_rpc_free(rpc);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&events);
}

// A head without an end is kept only up to the limit of a head.
T_TEST(a_head_without_an_end)
{
    struct at_buf head = AT_BUF_INIT(100000);
    at_buf_add_text(&head, "HTTP/1.1 101 Ok\r\nX: ");
    while (head.len < AT_HTTP1_HEAD_MAX_BYTES + 1000)
        at_buf_add_char(&head, 'x');
    struct peer peer = {.head = at_buf_text(&head), .ends = true};
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(10000);
    struct at_websocket *ws;
    T_NOT(at_websocket_open(&op, start(&peer), &dial, &ws, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    pthread_join(peer.thread, NULL);
    at_buf_deinit(&head);
}

T_MAIN()
