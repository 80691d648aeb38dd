#include "wire/websocket.h"

#include <stdio.h>
#include <string.h>

#include "base/sha1.h"
#include "tests/t.h"

#define BYTES(text) AT_STR_ROW(text)

enum { MAX_BYTES = 1000 };

// A server's frames, and the messages made of them: "opcode:payload " each, a
// close as "8:code,reason ", a fragment without a message as "- ".
static const struct {
    const char *name;
    struct at_str in;
    const char *want;
    uint16_t fault; // 0: none
} rows[] = {
    {"nothing", BYTES(""), "", 0},
    // RFC 6455, section 5.7
    {"a text", BYTES("\x81\x05Hello"), "1:Hello ", 0},
    {"a fragmented text", BYTES("\x01\x03Hel\x80\x02lo"), "- 1:Hello ", 0},
    {"a ping", BYTES("\x89\x05Hello"), "9:Hello ", 0},
    {"a pong", BYTES("\x8a\x05Hello"), "10:Hello ", 0},
    {"bytes", BYTES("\x82\x02\x00\xff"), "2:\\0\xff ", 0},
    {"an empty text", BYTES("\x81\x00"), "1: ", 0},
    {"a ping between fragments",
     BYTES("\x01\x01"
           "a\x89\x01p\x00\x01"
           "b\x80\x01"
           "c"),
     "- 9:p - 1:abc ", 0},
    {"two messages",
     BYTES("\x81\x01"
           "a\x81\x01"
           "b"),
     "1:a 1:b ", 0},
    {"a character cut by fragments", BYTES("\x01\x01\xc3\x80\x01\xa9"),
     "- 1:\xc3\xa9 ", 0},
    {"a close", BYTES("\x88\x02\x03\xe8"), "8:1000, ", 0},
    {"a close with a reason", BYTES("\x88\x05\x03\xf3you"), "8:1011,you ", 0},
    {"a close without a code", BYTES("\x88\x00"), "8:1005, ", 0},
    {"an application's code", BYTES("\x88\x02\x0f\xa0"), "8:4000, ", 0},
    {"a close of one byte", BYTES("\x88\x01\x03"), "", 1002},
    {"a code that is never sent", BYTES("\x88\x02\x03\xed"), "", 1002},
    {"a code below all", BYTES("\x88\x02\x00\x01"), "", 1002},
    {"a reason that is not UTF-8", BYTES("\x88\x03\x03\xe8\xff"), "", 1007},
    {"a text that is not UTF-8", BYTES("\x81\x01\xff"), "", 1007},
    {"the same in fragments", BYTES("\x01\x01\xc3\x80\x01z"), "- ", 1007},
    {"masked", BYTES("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), "", 1002},
    {"a reserved bit", BYTES("\xc1\x00"), "", 1002},
    {"the second reserved bit", BYTES("\xa1\x00"), "", 1002},
    {"the third reserved bit", BYTES("\x91\x00"), "", 1002},
    {"a reserved bit of a control frame", BYTES("\xc9\x00"), "", 1002},
    {"a reserved bit of a later fragment",
     BYTES("\x01\x01"
           "a\xc0\x00"),
     "- ", 1002},
    {"an unknown opcode", BYTES("\x83\x00"), "", 1002},
    {"an unknown control opcode", BYTES("\x8b\x00"), "", 1002},
    {"a fragmented ping", BYTES("\x09\x00"), "", 1002},
    {"a long ping", BYTES("\x89\x7e\x00\x7e"), "", 1002},
    {"a ping with a long length", BYTES("\x89\x7f\x00\x00"), "", 1002},
    {"a long close", BYTES("\x88\x7e\x00\x7e"), "", 1002},
    {"a fragmented pong", BYTES("\x0a\x00"), "", 1002},
    {"a fragmented close", BYTES("\x08\x02\x03\xe8"), "", 1002},
    {"a masked close", BYTES("\x88\x82"), "", 1002},
    {"a close between fragments",
     BYTES("\x01\x01"
           "a\x88\x02\x03\xe8"),
     "- 8:1000, ", 0},
    {"fragments without bytes", BYTES("\x01\x00\x00\x00\x80\x00"),
     "- - 1: ", 0},
    {"bytes in fragments with a ping and a pong",
     BYTES("\x02\x01\xff\x89\x00\x8a\x00\x80\x01\xfe"), "- 9: 10: 2:\xff\xfe ",
     0},
    {"a text, half a character, and no more", BYTES("\x81\x01\xc3"), "", 1007},
    {"a surrogate", BYTES("\x81\x03\xed\xa0\x80"), "", 1007},
    {"a reason of half a character", BYTES("\x88\x03\x03\xe8\xc3"), "", 1007},
    {"a fragment without beginning", BYTES("\x80\x00"), "", 1002},
    {"a message within another",
     BYTES("\x01\x01"
           "a\x81\x01"
           "b"),
     "- ", 1002},
    {"16 bits for 125 bytes", BYTES("\x81\x7e\x00\x7d"), "", 1002},
    {"64 bits for 65535 bytes",
     BYTES("\x81\x7f\x00\x00\x00\x00\x00\x00\xff\xff"), "", 1002},
    {"too long", BYTES("\x81\x7e\x03\xe9"), "", 1009},
    {"all memory", BYTES("\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"), "", 1009},
    {"nearly all memory", BYTES("\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff"), "",
     1009},
};

static void
note(const struct at_ws_message *message, struct at_buf *out)
{
    if (!message->payload.ptr) {
        at_buf_add_text(out, "- ");
        return;
    }
    at_buf_add_fmt(out, "%d:", message->opcode);
    if (message->opcode == AT_WS_CLOSE)
        at_buf_add_fmt(out, "%d,", message->close_code);
    for (size_t i = 0; i < message->payload.len; i++) {
        if (message->payload.ptr[i] == '\0')
            at_buf_add_text(out, "\\0");
        else
            at_buf_add_char(out, message->payload.ptr[i]);
    }
    at_buf_add_char(out, ' ');
}

// Read what comes in pieces of that size, and return the fault's code.
static uint16_t
read_all(struct at_str in, size_t step, struct at_buf *out)
{
    struct at_ws_reader reader = AT_WS_READER_INIT(MAX_BYTES);
    struct at_ws_message message;
    enum at_parse parse = AT_PARSE_MORE;
    size_t at = 0;
    size_t have = 0;
    while (parse != AT_PARSE_BAD && have < in.len) {
        have = have + step < in.len ? have + step : in.len;
        size_t used;
        while ((parse = at_ws_read(&reader, at_str_n(in.ptr + at, have - at),
                                   &message, &used)) == AT_PARSE_DONE) {
            T_OK(at_ws_is_whole(at_str_n(in.ptr + at, have - at)));
            note(&message, out);
            at += used;
        }
        T_EQ_SIZE(used, 0);
    }
    uint16_t fault = parse == AT_PARSE_BAD ? reader.fault_code : 0;
    T_OK((fault != 0) == (reader.fault != NULL));
    at_ws_reader_deinit(&reader);
    return fault;
}

T_TEST(frames_in_pieces_of_every_size)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        for (size_t step = 1; step <= rows[i].in.len + 1; step++) {
            struct at_buf got = AT_BUF_INIT(4096);
            T_EQ_INT(read_all(rows[i].in, step, &got), rows[i].fault);
            T_EQ_TEXT(at_buf_text(&got), rows[i].want);
            at_buf_deinit(&got);
        }
    }
}

// Section 7.4: those that may be on the wire; 1004 to 1006 and 1015 never are.
T_TEST(close_codes)
{
    for (int code = 0; code <= UINT16_MAX; code++) {
        bool valid = (code >= 1000 && code <= 1003) ||
                     (code >= 1007 && code <= 1014) ||
                     (code >= 3000 && code <= 4999);
        const char frame[4] = {'\x88', 2, (char)(code >> 8), (char)code};
        struct at_buf got = AT_BUF_INIT(64);
        T_EQ_INT(read_all(at_str_n(frame, 4), 4, &got), valid ? 0 : 1002);
        at_buf_deinit(&got);
    }
}

T_TEST(opcodes)
{
    for (int opcode = 0; opcode < 16; opcode++) {
        bool known =
            (opcode >= 1 && opcode <= 2) || (opcode >= 8 && opcode <= 10);
        const char frame[2] = {(char)(0x80 | opcode), 0};
        struct at_buf got = AT_BUF_INIT(64);
        T_EQ_INT(read_all(at_str_n(frame, 2), 2, &got), known ? 0 : 1002);
        at_buf_deinit(&got);
    }
}

static void
add_frame(struct at_buf *out, int first, size_t len)
{
    at_buf_add_char(out, (char)first);
    if (len > 125) {
        at_buf_add_char(out, 126);
        at_buf_add_char(out, (char)(len >> 8));
    }
    at_buf_add_char(out, (char)len);
    for (size_t i = 0; i < len; i++)
        at_buf_add_char(out, 'x');
}

// A message that never ends has its limit in its sum, whatever comes between.
T_TEST(fragments_are_limited_together)
{
    struct at_buf in = AT_BUF_INIT(4096);
    struct at_buf got = AT_BUF_INIT(4096);
    add_frame(&in, 0x01, 600);
    add_frame(&in, 0x89, 125);
    add_frame(&in, 0x00, MAX_BYTES - 600);
    add_frame(&in, 0x00, 0);
    add_frame(&in, 0x80, 0);
    T_EQ_INT(read_all(at_buf_str(&in), 7, &got), 0);
    T_OK(got.len > MAX_BYTES);
    at_buf_cut(&in, in.len - 2);
    add_frame(&in, 0x80, 1);
    T_EQ_INT(read_all(at_buf_str(&in), 7, &got), 1009);
    at_buf_deinit(&in);
    at_buf_deinit(&got);
}

static void
unmask(struct at_buf *frame, size_t head_len)
{
    unsigned char *bytes = (unsigned char *)frame->data;
    const unsigned char *mask = bytes + head_len - 4;
    for (size_t i = 0; i < frame->len - head_len; i++)
        bytes[head_len + i] ^= mask[i % 4];
    memmove(bytes + head_len - 4, bytes + head_len, frame->len - head_len);
    bytes[1] &= 0x7f;
    at_buf_cut(frame, frame->len - 4);
}

// A frame that loses its mask is what a server would have sent.
T_TEST(written_frames_are_read_back)
{
    static const struct {
        size_t len;
        size_t head_len;
    } sizes[] = {{0, 6},     {1, 6},      {7, 6},     {8, 6},
                 {9, 6},     {125, 6},    {126, 8},   {127, 8},
                 {65535, 8}, {65536, 14}, {65541, 14}};
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        struct at_buf text = AT_BUF_INIT(100000);
        struct at_buf frame = AT_BUF_INIT(100000);
        struct at_ws_reader reader = AT_WS_READER_INIT(100000);
        struct at_ws_message message;
        size_t used;
        for (size_t k = 0; k < sizes[i].len; k++)
            at_buf_add_char(&text, (char)('a' + k % 26));
        T_OK(at_ws_write_frame(&frame, AT_WS_TEXT, at_buf_str(&text), mask));
        T_EQ_SIZE(frame.len, sizes[i].head_len + sizes[i].len);
        unmask(&frame, sizes[i].head_len);
        T_EQ_INT(at_ws_read(&reader, at_buf_str(&frame), &message, &used),
                 AT_PARSE_DONE);
        T_EQ_SIZE(used, frame.len);
        T_EQ_MEM(message.payload.ptr, message.payload.len, at_buf_text(&text),
                 text.len);
        at_ws_reader_deinit(&reader);
        at_buf_deinit(&frame);
        at_buf_deinit(&text);
    }
}

// RFC 6455, section 5.7: "A single-frame masked text message".
T_TEST(masks_as_the_rfc_does)
{
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    struct at_buf frame = AT_BUF_INIT(64);
    T_OK(at_ws_write_frame(&frame, AT_WS_TEXT, AT_STR("Hello"), mask));
    T_EQ_MEM(frame.data, frame.len,
             "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11);
    struct at_buf full = AT_BUF_INIT(8);
    T_NOT(at_ws_write_frame(&full, AT_WS_TEXT, AT_STR("Hello"), mask));
    T_EQ_SIZE(full.len, 0);
    at_buf_deinit(&full);
    at_buf_deinit(&frame);
}

// Section 1.3: "the sample nonce".
static const uint8_t nonce[16] = "the sample nonce";

#define ANSWER(status, fields) BYTES("HTTP/1.1 " status "\r\n" fields "\r\n")
#define ACCEPT "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
#define UPGRADE "Upgrade: websocket\r\nConnection: Upgrade\r\n"

static const struct {
    const char *name;
    struct at_str head;
    bool accepts;
} answers[] = {
    {"the RFC's own", ANSWER("101 Switching Protocols", UPGRADE ACCEPT), true},
    {"other cases and words",
     ANSWER("101 Ok", "upgrade: WebSocket\r\nconnection: keep-alive, "
                      "upgrade\r\n" ACCEPT),
     true},
    {"no upgrade", ANSWER("101 Ok", "Connection: Upgrade\r\n" ACCEPT), false},
    {"no connection", ANSWER("101 Ok", "Upgrade: websocket\r\n" ACCEPT), false},
    {"no accept", ANSWER("101 Ok", UPGRADE), false},
    {"another's accept",
     ANSWER("101 Ok",
            UPGRADE "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOp=\r\n"),
     false},
    {"an extension that nobody offered",
     ANSWER("101 Ok",
            UPGRADE ACCEPT "Sec-WebSocket-Extensions: permessage-deflate\r\n"),
     false},
    {"a protocol that nobody offered",
     ANSWER("101 Ok", UPGRADE ACCEPT "Sec-WebSocket-Protocol: chat\r\n"),
     false},
    {"another status", ANSWER("200 Ok", UPGRADE ACCEPT), false},
    {"an accept of more",
     ANSWER("101 Ok", UPGRADE "Sec-WebSocket-Accept: "
                              "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, x\r\n"),
     false},
    {"refused", ANSWER("401 Unauthorized", "Content-Length: 0\r\n"), false},
};

T_TEST(handshake_answers)
{
    for (size_t i = 0; i < T_LEN(answers); i++) {
        struct at_http1_head head;
        size_t used;
        T_ROW(answers[i].name);
        T_EQ_INT(at_http1_head_parse(answers[i].head, &head, &used),
                 AT_PARSE_DONE);
        T_EQ_INT(at_ws_accepts(&head, nonce), answers[i].accepts);
    }
}

T_TEST(handshake_request)
{
    struct at_ws_request request = {.target = "/inspector/debug?page=1",
                                    .host = "localhost:8081",
                                    .origin = "http://localhost:8081"};
    struct at_buf out = AT_BUF_INIT(4096);
    memcpy(request.nonce, nonce, sizeof(nonce));
    T_OK(at_ws_write_request(&out, &request));
    T_EQ_TEXT(at_buf_text(&out),
              "GET /inspector/debug?page=1 HTTP/1.1\r\n"
              "Host: localhost:8081\r\n"
              "Upgrade: websocket\r\n"
              "Connection: Upgrade\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              "Sec-WebSocket-Version: 13\r\n"
              "Origin: http://localhost:8081\r\n\r\n");
    at_buf_deinit(&out);
}

// A peer's text may be a part of the address.
T_TEST(no_request_with_a_line_of_the_peers)
{
    static const struct at_ws_request requests[] = {
        {.target = "/x\r\nEvil: 1", .host = "localhost"},
        {.target = "/a b", .host = "localhost"},
        {.target = "", .host = "localhost"},
        {.target = "/x", .host = "localhost\r\nEvil: 1"},
        {.target = "/x", .host = "local\x7fhost"},
        {.target = "/x", .host = "localhost", .origin = "http://a\nb"},
    };
    for (size_t i = 0; i < T_LEN(requests); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        T_NOT(at_ws_write_request(&out, &requests[i]));
        T_EQ_SIZE(out.len, 0);
        at_buf_deinit(&out);
    }
}

// FIPS 180-4's examples, and the lengths around a block.
T_TEST(sha1_examples)
{
    static const struct {
        struct at_str in;
        const char *want;
    } hashes[] = {
        {BYTES(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {BYTES("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {BYTES("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
        {BYTES("0123456789012345678901234567890123456789012345678901234"),
         "9f3a4ce7f66b1b74c34da2c5d732c39f81e0f8df"},
        {BYTES("01234567890123456789012345678901234567890123456789012345"),
         "0a40b8fbdaafb7c29651618ac15d27e772287130"},
    };
    for (size_t i = 0; i < T_LEN(hashes); i++) {
        unsigned char hash[AT_SHA1_BYTES];
        char text[2 * AT_SHA1_BYTES + 1];
        at_sha1(hashes[i].in, hash);
        for (size_t k = 0; k < AT_SHA1_BYTES; k++)
            snprintf(text + 2 * k, 3, "%02x", hash[k]);
        T_EQ_TEXT(text, hashes[i].want);
    }
}

T_MAIN()
