#include "wire/grpc.h"

#include "tests/t.h"

#define BYTES(text) AT_STR_ROW(text)

enum { MAX = 300 };

static const struct {
    const char *name;
    struct at_str in;
    enum at_parse step;
    struct at_str message;
} frames[] = {
    {"nothing", BYTES(""), AT_PARSE_MORE, {0}},
    {"empty message", BYTES("\0\0\0\0\0"), AT_PARSE_DONE, BYTES("")},
    {"a message", BYTES("\0\0\0\0\2hi"), AT_PARSE_DONE, BYTES("hi")},
    {"a message and more", BYTES("\0\0\0\0\1a\0\0"), AT_PARSE_DONE, BYTES("a")},
    {"length is big endian", BYTES("\0\1\0\0\0a"), AT_PARSE_BAD, {0}},
    {"the longest, begun", BYTES("\0\0\0\1\x2c"), AT_PARSE_MORE, {0}},
    {"too long by one", BYTES("\0\0\0\1\x2d"), AT_PARSE_BAD, {0}},
    {"4 GB", BYTES("\0\xff\xff\xff\xff"), AT_PARSE_BAD, {0}},
    {"compressed", BYTES("\1\0\0\0\1a"), AT_PARSE_BAD, {0}},
    {"compressed, at its first byte", BYTES("\1"), AT_PARSE_BAD, {0}},
};

T_TEST(grpc_frames)
{
    for (size_t i = 0; i < T_LEN(frames); i++) {
        struct at_str message = {0};
        size_t used = 99;
        T_ROW(frames[i].name);
        T_EQ_INT(at_grpc_frame_parse(frames[i].in, MAX, &message, &used),
                 frames[i].step);
        if (frames[i].step != AT_PARSE_DONE) {
            T_EQ_SIZE(used, 0);
            continue;
        }
        T_EQ_MEM(message.ptr, message.len, frames[i].message.ptr,
                 frames[i].message.len);
        size_t whole = used;
        T_EQ_SIZE(whole, AT_GRPC_HEAD_LEN + message.len);
        for (size_t cut = 0; cut < whole; cut++) {
            T_EQ_INT(at_grpc_frame_parse(at_str_head(frames[i].in, cut), MAX,
                                         &message, &used),
                     AT_PARSE_MORE);
            T_EQ_SIZE(used, 0);
        }
    }
}

T_TEST(grpc_writes_what_it_reads)
{
    struct at_buf out = AT_BUF_INIT(10);
    T_OK(at_grpc_frame_write(&out, at_str("abc")));
    T_EQ_MEM(out.data, out.len, "\0\0\0\0\3abc", 8);
    T_NOT(at_grpc_frame_write(&out, at_str("")));
    T_EQ_SIZE(out.len, 8);
    at_buf_deinit(&out);
}

static const struct {
    const char *in;
    const char *text;
} messages[] = {
    {"", ""},
    {"Incorrect token", "Incorrect token"},
    {"100%25 of%20it", "100% of it"},
    {"%E4%B8%96%e7%95%8c", "世界"},
    {"a%", "a%"},
    {"a%4", "a%4"},
    {"a%4g", "a%4g"},
    {"%zz%41", "%zzA"},
    {"%FFx%C3", "?x?"},
    {"nul%00end", "nul?end"},
    {"%0d%0a", "\r\n"},
};

T_TEST(grpc_messages_decode)
{
    char text[64];
    for (size_t i = 0; i < T_LEN(messages); i++) {
        T_ROW(messages[i].in);
        at_grpc_message_decode(at_str(messages[i].in), text, sizeof(text));
        T_EQ_TEXT(text, messages[i].text);
    }
    // An escape is never read beyond the end.
    at_grpc_message_decode(at_str_head(AT_STR("a%41"), 3), text, sizeof(text));
    T_EQ_TEXT(text, "a%4");
}

T_TEST(grpc_messages_are_cut_at_a_character)
{
    static const char in[] = "%E4%B8%96%E7%95%8C";
    static const char *const cut[] = {"", "", "", "世", "世", "世", "世界"};
    char text[8];
    for (size_t cap = 1; cap <= 7; cap++) {
        at_grpc_message_decode(at_str(in), text, cap);
        T_EQ_TEXT(text, cut[cap - 1]);
    }
}

// Headers as "name: value" lines; what they say in the end.
static const struct {
    const char *headers;
    enum at_grpc_status status;
    const char *message;
} metas[] = {
    {":status: 200\ncontent-type: application/grpc\ngrpc-status: 0\n",
     AT_GRPC_OK, ""},
    {":status: 200\ncontent-type: application/grpc+proto\ngrpc-status: "
     "16\ngrpc-message: Incorrect%20token\n",
     AT_GRPC_UNAUTHENTICATED, "Incorrect token"},
    {"grpc-status: 17\n", AT_GRPC_UNKNOWN, ""},
    {"grpc-status: -1\n", AT_GRPC_UNKNOWN, ""},
    {"grpc-status: 99999999999999999999\n", AT_GRPC_UNKNOWN, ""},
    {"grpc-status: \n", AT_GRPC_UNKNOWN, ""},
    {":status: 200\ncontent-type: application/grpc\n", AT_GRPC_INTERNAL, ""},
    {":status: 200\ncontent-type: text/html\n", AT_GRPC_UNKNOWN, ""},
    {":status: 404\ncontent-type: text/html\n", AT_GRPC_UNIMPLEMENTED, ""},
    {":status: 401\n", AT_GRPC_UNAUTHENTICATED, ""},
    {":status: 403\n", AT_GRPC_PERMISSION_DENIED, ""},
    {":status: 503\n", AT_GRPC_UNAVAILABLE, ""},
    {":status: 200x\n", AT_GRPC_INTERNAL, ""},
    {"", AT_GRPC_INTERNAL, ""},
    {"x-grpc-status: 5\nserver: y\ngrpc-status: 12\n", AT_GRPC_UNIMPLEMENTED,
     ""},
};

static struct at_grpc_meta
meta_of(struct at_str headers)
{
    struct at_grpc_meta meta = {0};
    struct at_str line;
    while (at_str_next_line(&headers, &line)) {
        ptrdiff_t colon = at_str_find(line, AT_STR(": "));
        if (colon >= 0)
            at_grpc_meta_take(&meta, at_str_head(line, (size_t)colon),
                              at_str_skip(line, (size_t)colon + 2));
    }
    return meta;
}

T_TEST(grpc_headers_say_how_a_call_ended)
{
    for (size_t i = 0; i < T_LEN(metas); i++) {
        struct at_str headers = at_str(metas[i].headers);
        struct at_grpc_meta meta = meta_of(headers);
        T_ROW(metas[i].headers);
        T_EQ_INT(at_grpc_meta_status(&meta), metas[i].status);
        T_EQ_TEXT(meta.message, metas[i].message);
        for (size_t cut = 0; cut < headers.len; cut++) {
            meta = meta_of(at_str_head(headers, cut));
            int status = (int)at_grpc_meta_status(&meta);
            T_OK(status >= 0 && status < AT_GRPC_STATUS_COUNT);
            T_OK(meta.has_status || status != AT_GRPC_OK);
        }
    }
}

T_TEST(grpc_statuses_have_names)
{
    T_EQ_TEXT(at_grpc_status_name(AT_GRPC_OK), "OK");
    T_EQ_TEXT(at_grpc_status_name(AT_GRPC_DEADLINE_EXCEEDED),
              "DEADLINE_EXCEEDED");
    T_EQ_TEXT(at_grpc_status_name(AT_GRPC_UNIMPLEMENTED), "UNIMPLEMENTED");
    T_EQ_TEXT(at_grpc_status_name(AT_GRPC_UNAVAILABLE), "UNAVAILABLE");
    T_EQ_TEXT(at_grpc_status_name(16), "UNAUTHENTICATED");
    T_EQ_TEXT(at_grpc_status_name(17), "UNKNOWN");
    T_EQ_TEXT(at_grpc_status_name(-1), "UNKNOWN");
}

static const struct {
    int64_t left_ms;
    const char *text;
} timeouts[] = {
    {5000, "5000m"},
    {0, "1m"},
    {-7, "1m"},
    {99999999, "99999999m"},
    {100000000, "100000S"},
    {INT64_MAX, "99999999S"},
};

T_TEST(grpc_timeouts_have_eight_digits)
{
    char text[AT_GRPC_TIMEOUT_MAX];
    for (size_t i = 0; i < T_LEN(timeouts); i++) {
        at_grpc_timeout_write(timeouts[i].left_ms, text);
        T_EQ_TEXT(text, timeouts[i].text);
    }
}

T_MAIN()
