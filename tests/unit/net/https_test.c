// https_test.c: libcurl behind deadlines, limits and a cancel token, against a
// server that answers by script
#include "net/https.h"

#include <pthread.h>
#include <unistd.h>

#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/net/http_rig.h"

static struct at_op
op_in(int64_t ms, struct at_cancel *cancel)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, cancel};
}

static struct at_https_request
request_to(const struct http_rig *server, char *url, size_t size)
{
    snprintf(url, size, "http://127.0.0.1:%d/v1/chat", server->port);
    return (struct at_https_request){
        .method = "POST",
        .url = url,
        .body = AT_STR("{\"a\":1}"),
        .max_bytes = 1000,
    };
}

// Send one request of that kind to a server that answers so. The result as
// "200 [body] type" or "CODE: words", for rows to compare.
static const char *
outcome(const struct http_rig_reply *reply, int64_t idle_ms, int64_t op_ms)
{
    static char text[1200];
    struct http_rig_reply replies[] = {*reply, {0}};
    struct http_rig server;
    char url[128];
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(op_ms, NULL);
    struct at_https_answer answer;
    struct at_err err = AT_ERR_INIT;
    request.idle_ms = idle_ms;
    if (at_https_send(&op, https, &request, &answer, &err))
        snprintf(text, sizeof(text), "%d [%s] %s", answer.status,
                 at_buf_text(&answer.body),
                 answer.content_type ? answer.content_type : "");
    else
        snprintf(text, sizeof(text), "%s", at_code_info(err.code)->name);
    at_https_answer_deinit(&answer);
    at_https_free(https);
    http_rig_stop(&server);
    return text;
}

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

static const struct {
    const char *name;
    struct http_rig_reply reply;
    const char *want;
} rows[] = {
    {"length",
     {OK_HEAD "Content-Length: 2\r\n\r\n{}", HTTP_RIG_KEEP, 0},
     "200 [{}] application/json"},
    {"byte by byte",
     {OK_HEAD "Content-Length: 2\r\n\r\n{}", HTTP_RIG_KEEP, 1},
     "200 [{}] application/json"},
    {"chunks",
     {OK_HEAD "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n"
              "T: x\r\n\r\n",
      HTTP_RIG_KEEP, 3},
     "200 [{}] application/json"},
    {"up to the end",
     {OK_HEAD "\r\n{}", HTTP_RIG_CLOSE, 0},
     "200 [{}] application/json"},
    {"status only", {"HTTP/1.1 204 No\r\n\r\n", HTTP_RIG_CLOSE, 0}, "204 [] "},
    {"an error is an answer",
     {"HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\n<p>", HTTP_RIG_KEEP, 0},
     "502 [<p>] "},
    {"after a 100",
     {"HTTP/1.1 100 Continue\r\nContent-Type: a/b\r\n\r\n"
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      HTTP_RIG_KEEP, 0},
     "200 [] "},
    {"a redirect is not followed",
     {"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
      "Content-Length: 0\r\n\r\n",
      HTTP_RIG_KEEP, 0},
     "302 [] "},
    {"cut in a length",
     {OK_HEAD "Content-Length: 3\r\n\r\n{}", HTTP_RIG_CLOSE, 0},
     "PROTOCOL_ERROR"},
    {"cut in a chunk",
     {OK_HEAD "Transfer-Encoding: chunked\r\n\r\n5\r\n{}", HTTP_RIG_CLOSE, 0},
     "PROTOCOL_ERROR"},
    {"no chunk",
     {OK_HEAD "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}", HTTP_RIG_CLOSE, 0},
     "PROTOCOL_ERROR"},
    {"reset in the body",
     {OK_HEAD "Content-Length: 3\r\n\r\n{}", HTTP_RIG_RESET, 0},
     "PROTOCOL_ERROR"},
    {"reset before the answer", {"", HTTP_RIG_RESET, 0}, "PROTOCOL_ERROR"},
    {"no answer", {"", HTTP_RIG_CLOSE, 0}, "PROTOCOL_ERROR"},
    {"no HTTP", {"SSH-2.0-x\r\n", HTTP_RIG_CLOSE, 0}, "PROTOCOL_ERROR"},
    {"no gzip",
     {OK_HEAD "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
      HTTP_RIG_KEEP, 0},
     "PROTOCOL_ERROR"},
};

// Also over a connection that another request left open, and by other names.
T_TEST(only_public_addresses_are_connected_to_on_demand)
{
    static const char *const hosts[] = {"127.0.0.1", "localhost", "127.1",
                                        "0x7f.0.0.1", "2130706433"};
    static const struct http_rig_reply replies[] = {
        {OK_HEAD "Content-Length: 2\r\n\r\n{}", HTTP_RIG_KEEP, 0},
        {OK_HEAD "Content-Length: 2\r\n\r\n{}", HTTP_RIG_KEEP, 0},
        {0}};
    struct http_rig server;
    char url[128];
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(20000, NULL);
    struct at_https_answer answer;
    T_OK(at_https_send(&op, https, &request, &answer, NULL));
    at_https_answer_deinit(&answer);
    request.way.public_only = true;
    request.way.allow_http = true;
    for (size_t i = 0; i < T_LEN(hosts); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(hosts[i]);
        snprintf(url, sizeof(url), "http://%s:%d/", hosts[i], server.port);
        T_NOT(at_https_send(&op, https, &request, &answer, &err));
        at_https_answer_deinit(&answer);
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, "its address is loopback, and not public");
    }
    at_https_free(https);
    http_rig_stop(&server);
    T_EQ_SIZE(server.replied, 1);
    T_EQ_SIZE(server.connections, 1);
}

T_TEST(answers)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        T_EQ_TEXT(outcome(&rows[i].reply, 0, 10000), rows[i].want);
    }
}

T_TEST(silence_and_deadlines_end_it)
{
    static const struct http_rig_reply silent = {"", HTTP_RIG_HANG, 0};
    static const struct http_rig_reply half = {
        OK_HEAD "Content-Length: 9\r\n\r\n{", HTTP_RIG_HANG, 0};
    int64_t began_ns = at_now_ns();
    T_EQ_TEXT(outcome(&silent, 50, 10000), "TIMEOUT");
    T_EQ_TEXT(outcome(&half, 50, 10000), "TIMEOUT");
    T_EQ_TEXT(outcome(&silent, 0, 50), "TIMEOUT");
    T_EQ_TEXT(outcome(&half, 0, 50), "TIMEOUT");
    T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
}

static void *
fire(void *user)
{
    struct at_cancel *cancel = user;
    struct at_op nap = op_in(60000, NULL);
    (void)!at_op_wait_until(&nap, at_now_ns() + 300 * AT_NS_PER_MS, NULL);
    at_cancel_fire(cancel);
    return NULL;
}

T_TEST(a_token_ends_it_at_once)
{
    static const struct http_rig_reply replies[] = {{OK_HEAD, HTTP_RIG_HANG, 0},
                                                    {0}};
    struct http_rig server;
    pthread_t thread;
    char url[128];
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(20000, cancel);
    struct at_https_answer answer;
    struct at_err err = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    T_EQ_INT(pthread_create(&thread, NULL, fire, cancel), 0);
    T_NOT(at_https_send(&op, https, &request, &answer, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_OK(at_now_ns() - began_ns < 700 * AT_NS_PER_MS);
    at_https_answer_deinit(&answer);
    pthread_join(thread, NULL);
    // And it does not begin after that.
    T_NOT(at_https_send(&op, https, &request, &answer, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    at_https_answer_deinit(&answer);
    at_https_free(https);
    at_cancel_free(cancel);
    http_rig_stop(&server);
}

struct pieces {
    struct at_buf got;
    size_t refuse_at; // bytes; 0: never
};

static bool
take_piece(void *user, struct at_str bytes)
{
    struct pieces *pieces = user;
    at_buf_add_str(&pieces->got, bytes);
    return pieces->refuse_at == 0 || pieces->got.len < pieces->refuse_at;
}

T_TEST(pieces_come_only_of_good_answers)
{
    static const struct http_rig_reply replies[] = {
        {OK_HEAD "Content-Length: 6\r\n\r\nabcdef", HTTP_RIG_KEEP, 1},
        {"HTTP/1.1 429 Busy\r\nretry-after-ms: 7\r\nRetry-After: 1\r\n"
         "Request-Id: r1\r\nX-Should-Retry: true\r\nContent-Length: 4\r\n\r\n"
         "busy",
         HTTP_RIG_KEEP, 0},
        {OK_HEAD "Content-Length: 6\r\n\r\nabcdef", HTTP_RIG_KEEP, 1},
        {0},
    };
    struct pieces pieces = {.got = AT_BUF_INIT(AT_KIB)};
    struct http_rig server;
    char url[128];
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(20000, NULL);
    struct at_https_answer answer;
    struct at_err err = AT_ERR_INIT;
    request.piece = take_piece;
    request.user = &pieces;
    T_OK(at_https_send(&op, https, &request, &answer, &err));
    T_EQ_TEXT(at_buf_text(&pieces.got), "abcdef");
    T_EQ_TEXT(at_buf_text(&answer.body), "");
    at_https_answer_deinit(&answer);
    T_OK(at_https_send(&op, https, &request, &answer, &err));
    T_EQ_SIZE(pieces.got.len, 6);
    T_EQ_INT(answer.status, 429);
    T_EQ_TEXT(at_buf_text(&answer.body), "busy");
    T_EQ_TEXT(answer.retry_after, "1");
    T_EQ_TEXT(answer.retry_after_ms, "7");
    T_EQ_TEXT(answer.request_id, "r1");
    T_EQ_TEXT(answer.should_retry, "true");
    at_https_answer_deinit(&answer);
    pieces.refuse_at = 8;
    T_NOT(at_https_send(&op, https, &request, &answer, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    at_https_answer_deinit(&answer);
    at_https_free(https);
    http_rig_stop(&server);
    T_EQ_SIZE(server.connections, 1); // kept from the first to the last
    at_buf_deinit(&pieces.got);
}

T_TEST(a_request_has_what_was_asked_and_no_more)
{
    static const struct http_rig_reply replies[] = {
        {OK_HEAD "Content-Length: 0\r\n\r\n", HTTP_RIG_KEEP, 0},
        {OK_HEAD "Content-Length: 0\r\n\r\n", HTTP_RIG_KEEP, 0},
        {0},
    };
    struct http_rig server;
    struct at_argv headers = AT_ARGV_INIT;
    char url[128];
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(20000, NULL);
    struct at_https_answer answer;
    at_argv_add(&headers, "x-api-key: sk-1");
    at_argv_add(&headers, "content-type: application/json");
    request.headers = &headers;
    T_OK(at_https_send(&op, https, &request, &answer, NULL));
    at_https_answer_deinit(&answer);
    request.headers = NULL;
    request.method = "GET";
    request.body = AT_STR("");
    T_OK(at_https_send(&op, https, &request, &answer, NULL));
    at_https_answer_deinit(&answer);
    at_https_free(https);
    http_rig_stop(&server);
    T_HAS(server.requests[0], "POST /v1/chat HTTP/1.1\r\n");
    T_HAS(server.requests[0], "User-Agent: test/1\r\n");
    T_HAS(server.requests[0], "x-api-key: sk-1\r\n");
    T_HAS(server.requests[0], "content-type: application/json\r\n");
    T_HAS(server.requests[0], "\r\n\r\n{\"a\":1}");
    T_NULL(strstr(server.requests[0], "Expect"));
    T_NULL(strstr(server.requests[0], "urlencoded"));
    T_HAS(server.requests[1], "GET /v1/chat HTTP/1.1\r\n");
    T_NULL(strstr(server.requests[1], "sk-1"));
    at_argv_deinit(&headers);
}

// libcurl would ask first whether a long body is wanted, and wait a second.
T_TEST(a_long_body_is_sent_at_once)
{
    static const struct http_rig_reply replies[] = {
        {OK_HEAD "Content-Length: 2\r\n\r\n{}", HTTP_RIG_CLOSE, 0},
        {.bytes = NULL},
    };
    struct http_rig server;
    struct at_buf body = AT_BUF_INIT(4 * AT_MIB);
    struct at_https_answer answer;
    char url[128];
    T_OK(at_buf_reserve(&body, 2 * AT_MIB) != NULL);
    body.len = 2 * AT_MIB;
    http_rig_start(&server, replies);
    struct at_https *https = at_https_new("test/1");
    struct at_https_request request = request_to(&server, url, sizeof(url));
    struct at_op op = op_in(10000, NULL);
    request.body = at_buf_str(&body);
    T_OK(at_https_send(&op, https, &request, &answer, NULL));
    T_EQ_INT(answer.status, 200);
    at_https_answer_deinit(&answer);
    at_https_free(https);
    http_rig_stop(&server);
    T_HAS(server.requests[0], "Content-Length: 2097152\r\n");
    T_NULL(strstr(server.requests[0], "Expect"));
    at_buf_deinit(&body);
}

// A body and a head beyond their limits; with neither is more than that taken.
T_TEST(limits)
{
    struct at_buf body = AT_BUF_INIT(AT_MIB);
    struct at_buf head = AT_BUF_INIT(AT_MIB);
    at_buf_add_text(&body, OK_HEAD "\r\n");
    at_buf_add_text(&head, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 101; i++)
        at_buf_add_text(&body, "0123456789");
    while (head.len < AT_HTTPS_HEAD_MAX_BYTES)
        at_buf_add_text(&head, "X-Filler: 0123456789012345678901234567890\r\n");
    at_buf_add_text(&head, "\r\n");
    struct http_rig_reply long_body = {at_buf_text(&body), HTTP_RIG_CLOSE, 0};
    struct http_rig_reply long_head = {at_buf_text(&head), HTTP_RIG_CLOSE, 0};
    T_EQ_TEXT(outcome(&long_body, 0, 10000), "LIMIT_EXCEEDED");
    T_EQ_TEXT(outcome(&long_head, 0, 10000), "LIMIT_EXCEEDED");
    at_buf_cut(&body, body.len - 10);
    struct http_rig_reply enough = {at_buf_text(&body), HTTP_RIG_CLOSE, 0};
    T_EQ_SIZE(strlen(outcome(&enough, 0, 10000)), 1000 + 4 + 2 + 17);
    at_buf_deinit(&body);
    at_buf_deinit(&head);
}

// A closed port of this machine, free just now.
static int
free_port(void)
{
    uint16_t port;
    int fd;
    T_OK(at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL));
    close(fd);
    return port;
}

// In a URL '@' is such a port.
static void
write_url(const char *row, char *out, size_t size)
{
    const char *mark = strstr(row, ":@/");
    if (mark)
        snprintf(out, size, "%.*s%d%s", (int)(mark + 1 - row), row, free_port(),
                 mark + 2);
    else
        snprintf(out, size, "%s", row);
}

static const struct {
    const char *url;
    bool allow_http;
    const char *header; // a text, or NULL
    enum at_code code;
    const char *words;
} refused[] = {
    {"http://example.com/v1", false, NULL, AT_EUSAGE,
     "'http://example.com' would send the key in the clear"},
    {"http://127.evil.example/v1", false, NULL, AT_EUSAGE, "in the clear"},
    {"http://localhost.evil.example/v1", false, NULL, AT_EUSAGE,
     "in the clear"},
    {"ftp://127.0.0.1/v1", true, NULL, AT_EUSAGE, "only https and http"},
    {"file:///etc/passwd", true, NULL, AT_EUSAGE, ""},
    {"https://me:pw@127.0.0.1/v1", false, NULL, AT_EUSAGE,
     "give the key by its variable"},
    {"", false, NULL, AT_EUSAGE, "the address is not a URL"},
    {"https://", false, NULL, AT_EUSAGE, "the address is not a URL"},
    {"http://127.0.0.1:@/v1", false, NULL, AT_ENODEV, "'127.0.0.1:"},
    {"http://[::1]:@/v1", false, NULL, AT_ENODEV, "'[::1]:"},
    {"http://127.0.0.1:@/v1", false, "x-api-key: sk-1\nb: c", AT_EUSAGE,
     "line break"},
};

T_TEST(addresses_that_are_refused)
{
    struct at_https *https = at_https_new("test/1");
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_argv headers = AT_ARGV_INIT;
        struct at_https_answer answer;
        struct at_err err = AT_ERR_INIT;
        struct at_op op = op_in(10000, NULL);
        char url[128];
        write_url(refused[i].url, url, sizeof(url));
        struct at_https_request request = {
            .method = "GET",
            .url = url,
            .headers = &headers,
            .max_bytes = 100,
            .way.allow_http = refused[i].allow_http,
        };
        if (refused[i].header)
            at_argv_add(&headers, refused[i].header);
        T_ROW(refused[i].url);
        T_NOT(at_https_send(&op, https, &request, &answer, &err));
        T_EQ_INT(err.code, refused[i].code);
        T_HAS(err.msg, refused[i].words);
        T_NULL(strstr(err.msg, "pw"));
        T_NULL(strstr(err.msg, "sk-1"));
        at_https_answer_deinit(&answer);
        at_argv_deinit(&headers);
    }
    at_https_free(https);
    at_https_free(NULL);
}

T_MAIN()
