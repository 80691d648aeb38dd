#include "wire/http1.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\n"

static const struct {
    const char *name;
    const char *in;
    enum at_parse step;
    int status;
    enum at_http1_framing framing;
    uint64_t length;
    bool closes;
} heads[] = {
    {"nothing", "", AT_PARSE_MORE, 0, 0, 0, false},
    {"length", OK_HEAD "Content-Length: 12\r\n\r\n", AT_PARSE_DONE, 200,
     AT_HTTP1_LENGTH, 12, false},
    {"name in any case", OK_HEAD "content-LENGTH:7\r\n\r\n", AT_PARSE_DONE, 200,
     AT_HTTP1_LENGTH, 7, false},
    {"the same length twice",
     OK_HEAD "Content-Length: 3\r\nContent-Length: 3\r\n\r\n", AT_PARSE_DONE,
     200, AT_HTTP1_LENGTH, 3, false},
    {"close", OK_HEAD "Content-Length: 0\r\nConnection: x, Close\r\n\r\n",
     AT_PARSE_DONE, 200, AT_HTTP1_LENGTH, 0, true},
    {"chunked", OK_HEAD "Transfer-Encoding: chunked\r\n\r\n", AT_PARSE_DONE,
     200, AT_HTTP1_CHUNKED, 0, false},
    {"until close", OK_HEAD "A: b\r\n\r\n", AT_PARSE_DONE, 200,
     AT_HTTP1_UNTIL_CLOSE, 0, true},
    {"1.0", "HTTP/1.0 404 Not Found\r\nContent-Length: 1\r\n\r\n",
     AT_PARSE_DONE, 404, AT_HTTP1_LENGTH, 1, true},
    {"no reason", "HTTP/1.1 503\r\nContent-Length: 1\r\n\r\n", AT_PARSE_DONE,
     503, AT_HTTP1_LENGTH, 1, false},
    {"204 has no body", "HTTP/1.1 204 No\r\n\r\n", AT_PARSE_DONE, 204,
     AT_HTTP1_NO_BODY, 0, false},
    {"100 has no body", "HTTP/1.1 100 Go\r\n\r\n", AT_PARSE_DONE, 100,
     AT_HTTP1_NO_BODY, 0, false},
    {"other protocol", "SSH-2.0-x\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"HTTP/2", "HTTP/2.0 200 OK\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"status 99", "HTTP/1.1 099 OK\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"status 600", "HTTP/1.1 600 OK\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", AT_PARSE_BAD, 0, 0, 0,
     false},
    {"status in words", "HTTP/1.1 OKE OK\r\n\r\n", AT_PARSE_BAD, 0, 0, 0,
     false},
    {"LF alone", "HTTP/1.1 200 OK\n\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"CR within", OK_HEAD "A: b\rc\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"blank before the colon", OK_HEAD "Content-Length : 1\r\n\r\n",
     AT_PARSE_BAD, 0, 0, 0, false},
    {"folded", OK_HEAD "A: b\r\n c: d\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"no name", OK_HEAD ": b\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"no colon", OK_HEAD "what\r\n\r\n", AT_PARSE_BAD, 0, 0, 0, false},
    {"two lengths", OK_HEAD "Content-Length: 3\r\nContent-Length: 4\r\n\r\n",
     AT_PARSE_BAD, 0, 0, 0, false},
    {"length below 0", OK_HEAD "Content-Length: -1\r\n\r\n", AT_PARSE_BAD, 0, 0,
     0, false},
    {"length with a sign", OK_HEAD "Content-Length: +1\r\n\r\n", AT_PARSE_BAD,
     0, 0, 0, false},
    {"length beyond 64 bits",
     OK_HEAD "Content-Length: 99999999999999999999\r\n\r\n", AT_PARSE_BAD, 0, 0,
     0, false},
    {"no length", OK_HEAD "Content-Length:\r\n\r\n", AT_PARSE_BAD, 0, 0, 0,
     false},
    {"length and chunked",
     OK_HEAD "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
     AT_PARSE_BAD, 0, 0, 0, false},
    {"chunked twice",
     OK_HEAD "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
     AT_PARSE_BAD, 0, 0, 0, false},
    {"gzip", OK_HEAD "Transfer-Encoding: gzip, chunked\r\n\r\n", AT_PARSE_BAD,
     0, 0, 0, false},
};

T_TEST(heads_whole_and_cut)
{
    for (size_t i = 0; i < T_LEN(heads); i++) {
        struct at_str in = at_str(heads[i].in);
        struct at_http1_head head;
        size_t used = 99;
        T_ROW(heads[i].name);
        T_EQ_INT(at_http1_head_parse(in, &head, &used), heads[i].step);
        if (heads[i].step != AT_PARSE_DONE) {
            T_EQ_SIZE(used, 0);
            continue;
        }
        T_EQ_SIZE(used, in.len);
        T_EQ_INT(head.status, heads[i].status);
        T_EQ_INT(head.framing, heads[i].framing);
        T_EQ_INT(head.closes, heads[i].closes);
        if (head.framing == AT_HTTP1_LENGTH)
            T_EQ_SIZE(head.content_length, heads[i].length);
        for (size_t cut = 0; cut < in.len; cut++) {
            T_EQ_INT(at_http1_head_parse(at_str_head(in, cut), &head, &used),
                     AT_PARSE_MORE);
            T_EQ_SIZE(used, 0);
        }
    }
}

T_TEST(a_field_is_found)
{
    struct at_http1_head head;
    size_t used;
    struct at_str in = AT_STR(OK_HEAD "X-Size:  1x2 \r\nB: \r\nx-size: 3\r\n"
                                      "\r\nX-Late: 1\r\n\r\n");
    T_EQ_INT(at_http1_head_parse(in, &head, &used), AT_PARSE_DONE);
    T_EQ_STR(at_http1_field(&head, "x-size"), "1x2");
    T_EQ_STR(at_http1_field(&head, "b"), "");
    T_EQ_STR(at_http1_field(&head, "X-Late"), "");
}

// A head as long as it may be, and one byte longer.
static enum at_parse
parse_long(size_t len, bool whole)
{
    struct at_buf text = AT_BUF_INIT(len);
    struct at_http1_head head;
    size_t used;
    at_buf_add_text(&text, OK_HEAD "A: ");
    while (text.len < len - (whole ? 4 : 0))
        at_buf_add_char(&text, 'a');
    if (whole)
        at_buf_add_text(&text, "\r\n\r\n");
    enum at_parse step = at_http1_head_parse(at_buf_str(&text), &head, &used);
    at_buf_deinit(&text);
    return step;
}

T_TEST(a_head_has_its_limit)
{
    T_EQ_INT(parse_long(AT_HTTP1_HEAD_MAX_BYTES, true), AT_PARSE_DONE);
    T_EQ_INT(parse_long(AT_HTTP1_HEAD_MAX_BYTES + 1, true), AT_PARSE_BAD);
    T_EQ_INT(parse_long(AT_HTTP1_HEAD_MAX_BYTES, false), AT_PARSE_MORE);
    T_EQ_INT(parse_long(AT_HTTP1_HEAD_MAX_BYTES + 1, false), AT_PARSE_BAD);
}

static enum at_parse
parse_fields(size_t count)
{
    struct at_buf text = AT_BUF_INIT(AT_HTTP1_HEAD_MAX_BYTES);
    struct at_http1_head head;
    size_t used;
    at_buf_add_text(&text, OK_HEAD);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(&text, "A: b\r\n");
    at_buf_add_text(&text, "\r\n");
    enum at_parse step = at_http1_head_parse(at_buf_str(&text), &head, &used);
    at_buf_deinit(&text);
    return step;
}

T_TEST(fields_have_their_limit)
{
    T_EQ_INT(parse_fields(AT_HTTP1_FIELDS_MAX), AT_PARSE_DONE);
    T_EQ_INT(parse_fields(AT_HTTP1_FIELDS_MAX + 1), AT_PARSE_BAD);
}

static const struct {
    const char *name;
    enum at_http1_framing framing;
    uint64_t length;
    const char *in;
    enum at_parse step; // DONE: to its end
    const char *body;
    const char *rest;
} bodies[] = {
    {"length", AT_HTTP1_LENGTH, 5, "hello", AT_PARSE_DONE, "hello", ""},
    {"the next answer stays", AT_HTTP1_LENGTH, 2, "hiHTTP", AT_PARSE_DONE, "hi",
     "HTTP"},
    {"no byte", AT_HTTP1_LENGTH, 0, "", AT_PARSE_DONE, "", ""},
    {"none", AT_HTTP1_NO_BODY, 0, "x", AT_PARSE_DONE, "", "x"},
    {"too short", AT_HTTP1_LENGTH, 6, "hello", AT_PARSE_MORE, "hello", ""},
    {"until close", AT_HTTP1_UNTIL_CLOSE, 0, "hello", AT_PARSE_MORE, "hello",
     ""},
    {"chunks", AT_HTTP1_CHUNKED, 0,
     "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n", AT_PARSE_DONE,
     "abc0123456789", ""},
    {"a trailer", AT_HTTP1_CHUNKED, 0, "1\r\na\r\n00\r\nA: b\r\n\r\nHTTP",
     AT_PARSE_DONE, "a", "HTTP"},
    {"blanks before the extension", AT_HTTP1_CHUNKED, 0,
     "1 ;x\r\na\r\n0\r\n\r\n", AT_PARSE_DONE, "a", ""},
    {"no size", AT_HTTP1_CHUNKED, 0, "\r\nabc", AT_PARSE_BAD, "", ""},
    {"a size below 0", AT_HTTP1_CHUNKED, 0, "-1\r\nabc", AT_PARSE_BAD, "", ""},
    {"0x3", AT_HTTP1_CHUNKED, 0, "0x3\r\nabc\r\n", AT_PARSE_BAD, "", ""},
    {"a size of 13 digits", AT_HTTP1_CHUNKED, 0, "1000000000000\r\n",
     AT_PARSE_BAD, "", ""},
    {"a chunk that is longer than said", AT_HTTP1_CHUNKED, 0,
     "1\r\nab\r\n0\r\n\r\n", AT_PARSE_BAD, "a", ""},
    {"LF alone", AT_HTTP1_CHUNKED, 0, "1\na\n0\n\n", AT_PARSE_BAD, "", ""},
};

// Feed pieces of that many bytes; what is not used is offered again.
static enum at_parse
feed(struct at_http1_body *body, struct at_str in, size_t piece_len,
     struct at_buf *out, struct at_str *out_rest)
{
    size_t given = piece_len < in.len ? piece_len : in.len;
    size_t taken = 0;
    enum at_parse step = AT_PARSE_MORE;
    while (!body->over) {
        struct at_str piece;
        size_t used;
        step = at_http1_body_next(body, at_str_n(in.ptr + taken, given - taken),
                                  &piece, &used);
        if (step == AT_PARSE_BAD)
            return step;
        at_buf_add_str(out, piece);
        taken += used;
        if (step == AT_PARSE_MORE && given == in.len)
            return step;
        if (step == AT_PARSE_MORE)
            given = given + piece_len < in.len ? given + piece_len : in.len;
    }
    *out_rest = at_str_skip(in, taken);
    return AT_PARSE_DONE;
}

T_TEST(bodies_in_pieces)
{
    for (size_t i = 0; i < T_LEN(bodies); i++) {
        struct at_http1_head head = {.framing = bodies[i].framing,
                                     .content_length = bodies[i].length};
        struct at_str in = at_str(bodies[i].in);
        T_ROW(bodies[i].name);
        for (size_t len = 1; len <= in.len + 1; len++) {
            struct at_http1_body body = at_http1_body(&head);
            struct at_buf out = AT_BUF_INIT(64);
            struct at_str rest = AT_STR("");
            T_EQ_INT(feed(&body, in, len, &out, &rest), bodies[i].step);
            T_EQ_TEXT(at_buf_text(&out), bodies[i].body);
            T_EQ_STR(rest, bodies[i].rest);
            at_buf_deinit(&out);
        }
    }
}

T_TEST(a_chunk_line_has_its_limit)
{
    struct at_http1_head head = {.framing = AT_HTTP1_CHUNKED};
    struct at_http1_body body = at_http1_body(&head);
    struct at_str piece;
    char line[1024];
    size_t used;
    memset(line, ';', sizeof(line));
    line[0] = '1';
    T_EQ_INT(at_http1_body_next(&body, at_str_n(line, 200), &piece, &used),
             AT_PARSE_MORE);
    T_EQ_INT(at_http1_body_next(&body, at_str_n(line, 1024), &piece, &used),
             AT_PARSE_BAD);
}

T_TEST(requests_are_written)
{
    struct at_buf out = AT_BUF_INIT(4096);
    struct at_http1_request get = {.method = "GET",
                                   .target = "/status",
                                   .host = "127.0.0.1",
                                   .token = "secret"};
    struct at_http1_request post = {.method = "POST",
                                    .target = "/tap",
                                    .host = "h",
                                    .content_type = "application/json",
                                    .body = AT_STR("{}"),
                                    .last = true};
    T_OK(at_http1_write(&out, &get));
    T_OK(at_http1_write(&out, &post));
    T_EQ_TEXT(at_buf_text(&out), "GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                 "Authorization: Bearer secret\r\n\r\n"
                                 "POST /tap HTTP/1.1\r\nHost: h\r\n"
                                 "Content-Type: application/json\r\n"
                                 "Content-Length: 2\r\n"
                                 "Connection: close\r\n\r\n{}");
    at_buf_deinit(&out);
}

T_TEST(a_request_too_long_is_reported)
{
    struct at_buf out = AT_BUF_INIT(20);
    struct at_http1_request get = {
        .method = "GET", .target = "/status", .host = "127.0.0.1"};
    T_NOT(at_http1_write(&out, &get));
    at_buf_deinit(&out);
}

T_MAIN()
