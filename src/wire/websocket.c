// websocket.c: handshake, frames, and messages assembled from them
#include "wire/websocket.h"

#include <string.h>

#include "base/base64.h"
#include "base/rd.h"
#include "base/sha1.h"

enum {
    FIN = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    MASKED = 0x80,
    LENGTH = 0x7f,
    LENGTH_16 = 126,
    LENGTH_64 = 127,
    CONTROL = 0x08,
    CONTROL_MAX_BYTES = 125,
    MASK_BYTES = 4,
    HEAD_MAX_BYTES = 14,
};

// Close codes of section 7.4.1.
enum {
    CLOSE_PROTOCOL = 1002,
    CLOSE_NO_STATUS = 1005,
    CLOSE_NOT_UTF8 = 1007,
    CLOSE_TOO_BIG = 1009,
};

static void
write_base64(const uint8_t *bytes, size_t len, struct at_buf *out)
{
    (void)at_base64_write(at_str_n((const char *)bytes, len), out);
}

// Return false if a space or line end would break the request apart.
static bool
is_word(const char *text)
{
    const char *at = text;
    while ((unsigned char)*at > ' ' && *at != 0x7f)
        at++;
    return at > text && *at == '\0';
}

bool
at_ws_write_request(struct at_buf *out, const struct at_ws_request *request)
{
    struct at_buf key = AT_BUF_INIT(64);
    if (!is_word(request->target) || !is_word(request->host) ||
        (request->origin && !is_word(request->origin)))
        return false;
    write_base64(request->nonce, sizeof(request->nonce), &key);
    bool ok = at_buf_add_fmt(out,
                             "GET %s HTTP/1.1\r\n"
                             "Host: %s\r\n"
                             "Upgrade: websocket\r\n"
                             "Connection: Upgrade\r\n"
                             "Sec-WebSocket-Key: %s\r\n"
                             "Sec-WebSocket-Version: 13\r\n",
                             request->target, request->host, at_buf_text(&key));
    if (ok && request->origin)
        ok = at_buf_add_fmt(out, "Origin: %s\r\n", request->origin);
    at_buf_deinit(&key);
    return ok && at_buf_add_text(out, "\r\n");
}

// Return true if the comma-separated list has word, ignoring case.
static bool
has_word(struct at_str list, const char *word)
{
    struct at_str part;
    while (at_str_next(&list, ',', &part)) {
        if (at_str_eq_nocase(at_str_trim(part), at_str(word)))
            return true;
    }
    return false;
}

bool
at_ws_accepts(const struct at_http1_head *head, const uint8_t nonce[16])
{
    static const char guid[] =
        "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // section 1.3
    unsigned char hash[AT_SHA1_BYTES];
    struct at_buf text = AT_BUF_INIT(128);
    write_base64(nonce, 16, &text);
    at_buf_add_text(&text, guid);
    at_sha1(at_buf_str(&text), hash);
    at_buf_clear(&text);
    write_base64(hash, sizeof(hash), &text);
    bool ok = head->status == 101 &&
              has_word(at_http1_field(head, "upgrade"), "websocket") &&
              has_word(at_http1_field(head, "connection"), "upgrade") &&
              at_http1_field(head, "sec-websocket-extensions").len == 0 &&
              at_http1_field(head, "sec-websocket-protocol").len == 0 &&
              at_str_eq(at_http1_field(head, "sec-websocket-accept"),
                        at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}

static size_t
write_head(uint8_t head[HEAD_MAX_BYTES], enum at_ws_opcode opcode, size_t len,
           const uint8_t mask[MASK_BYTES])
{
    size_t at = 0;
    size_t more = 0; // number of bytes of an extended length
    head[at++] = (uint8_t)(FIN | opcode);
    if (len > UINT16_MAX)
        more = 8;
    else if (len > CONTROL_MAX_BYTES)
        more = 2;
    head[at++] = (uint8_t)(MASKED | (more == 8   ? LENGTH_64
                                     : more == 2 ? LENGTH_16
                                                 : (int)len));
    while (more-- > 0)
        head[at++] = (uint8_t)((uint64_t)len >> (8 * more));
    memcpy(head + at, mask, MASK_BYTES);
    return at + MASK_BYTES;
}

// Mask eight bytes at a time, two repetitions of the mask.
static void
copy_masked(char *to, struct at_str from, const uint8_t mask[MASK_BYTES])
{
    uint64_t pattern;
    size_t at = 0;
    memcpy(&pattern, mask, MASK_BYTES);
    memcpy((char *)&pattern + MASK_BYTES, mask, MASK_BYTES);
    for (; at + sizeof(pattern) <= from.len; at += sizeof(pattern)) {
        uint64_t word;
        memcpy(&word, from.ptr + at, sizeof(word));
        word ^= pattern;
        memcpy(to + at, &word, sizeof(word));
    }
    for (; at < from.len; at++)
        to[at] = (char)((uint8_t)from.ptr[at] ^ mask[at % MASK_BYTES]);
}

bool
at_ws_write_frame(struct at_buf *out, enum at_ws_opcode opcode,
                  struct at_str payload, const uint8_t mask[MASK_BYTES])
{
    uint8_t head[HEAD_MAX_BYTES];
    size_t head_len = write_head(head, opcode, payload.len, mask);
    if (!at_buf_reserve(out, head_len + payload.len))
        return false;
    at_buf_add(out, head, head_len);
    char *to = at_buf_reserve(out, payload.len);
    copy_masked(to, payload, mask);
    out->len += payload.len;
    return true;
}

void
at_ws_reader_deinit(struct at_ws_reader *reader)
{
    at_buf_deinit(&reader->message);
}

struct frame {
    bool fin;
    enum at_ws_opcode opcode;
    uint64_t len;
    size_t head_len;
};

static enum at_parse
fail(struct at_ws_reader *reader, uint16_t code, const char *fault)
{
    reader->fault = fault;
    reader->fault_code = code;
    return AT_PARSE_BAD;
}

static enum at_parse
bad(struct at_ws_reader *reader, const char *fault)
{
    return fail(reader, CLOSE_PROTOCOL, fault);
}

static bool
is_control(enum at_ws_opcode opcode)
{
    return (opcode & CONTROL) != 0;
}

static bool
is_known(enum at_ws_opcode opcode)
{
    return opcode <= AT_WS_BINARY ||
           (opcode >= AT_WS_CLOSE && opcode <= AT_WS_PONG);
}

// Check the first two bytes of a frame as far as they can be judged alone.
static enum at_parse
judge_start(struct at_ws_reader *reader, uint8_t first, uint8_t second,
            struct frame *out)
{
    out->fin = (first & FIN) != 0;
    out->opcode = first & OPCODE;
    out->len = second & LENGTH;
    if (first & RESERVED)
        return bad(reader, "a reserved bit is set");
    if (!is_known(out->opcode))
        return bad(reader, "an unknown opcode");
    if (second & MASKED)
        return bad(reader, "a server's frame is masked");
    if (is_control(out->opcode) && (!out->fin || out->len > CONTROL_MAX_BYTES))
        return bad(reader, "a control frame is fragmented or too long");
    if (is_control(out->opcode))
        return AT_PARSE_DONE;
    if (reader->under_way != (out->opcode == AT_WS_CONTINUATION))
        return bad(reader, reader->under_way ? "a message begins within another"
                                             : "a fragment without a start");
    return AT_PARSE_DONE;
}

// Read the length, and the minimum allowed for its form.
static uint64_t
read_length(struct at_rd *rd, uint8_t second, uint64_t *out_least)
{
    uint8_t len = second & LENGTH;
    *out_least = 0;
    if (len < LENGTH_16)
        return len;
    *out_least =
        len == LENGTH_16 ? CONTROL_MAX_BYTES + 1 : (uint64_t)UINT16_MAX + 1;
    return len == LENGTH_16 ? at_rd_u16be(rd) : at_rd_u64be(rd);
}

bool
at_ws_is_whole(struct at_str in)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    uint64_t least;
    at_rd_u8(&rd);
    uint64_t len = read_length(&rd, at_rd_u8(&rd), &least);
    return rd.ok && len <= rd.len;
}

static enum at_parse
read_head(struct at_ws_reader *reader, struct at_rd *rd, struct frame *out)
{
    size_t whole = rd->len;
    uint64_t least;
    uint8_t first = at_rd_u8(rd);
    uint8_t second = at_rd_u8(rd);
    if (!rd->ok)
        return AT_PARSE_MORE;
    if (judge_start(reader, first, second, out) == AT_PARSE_BAD)
        return AT_PARSE_BAD;
    out->len = read_length(rd, second, &least);
    if (!rd->ok)
        return AT_PARSE_MORE;
    if (out->len < least)
        return bad(reader, "a length is not the shortest");
    if (!is_control(out->opcode) &&
        out->len > reader->message.max - reader->message.len)
        return fail(reader, CLOSE_TOO_BIG, "a message is too long");
    out->head_len = whole - rd->len;
    return AT_PARSE_DONE;
}

static bool
is_close_code(uint16_t code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static enum at_parse
read_close(struct at_ws_reader *reader, struct at_str payload,
           struct at_ws_message *out)
{
    if (payload.len == 0) {
        *out = (struct at_ws_message){AT_WS_CLOSE, AT_STR(""), CLOSE_NO_STATUS};
        return AT_PARSE_DONE;
    }
    struct at_rd rd = at_rd(payload.ptr, payload.len);
    uint16_t code = at_rd_u16be(&rd);
    if (!rd.ok || !is_close_code(code))
        return bad(reader, "a close frame without a valid code");
    struct at_str reason = at_str_skip(payload, 2);
    if (!at_utf8_valid(reason))
        return fail(reader, CLOSE_NOT_UTF8, "a reason that is not UTF-8");
    *out = (struct at_ws_message){AT_WS_CLOSE, reason, code};
    return AT_PARSE_DONE;
}

// Return a complete message, or add a fragment to it.
static enum at_parse
take_data(struct at_ws_reader *reader, const struct frame *frame,
          struct at_str payload, struct at_ws_message *out)
{
    bool whole = frame->fin && !reader->under_way;
    enum at_ws_opcode opcode =
        reader->under_way ? reader->opcode : frame->opcode;
    if (!whole) {
        at_buf_add_str(&reader->message, payload);
        reader->opcode = opcode;
        reader->under_way = true;
    }
    *out = (struct at_ws_message){.opcode = opcode};
    if (!frame->fin)
        return AT_PARSE_DONE;
    reader->under_way = false;
    out->payload = whole ? payload : at_buf_str(&reader->message);
    if (!out->payload.ptr)
        out->payload = AT_STR("");
    if (opcode == AT_WS_TEXT && !at_utf8_valid(out->payload))
        return fail(reader, CLOSE_NOT_UTF8, "a text that is not UTF-8");
    return AT_PARSE_DONE;
}

enum at_parse
at_ws_read(struct at_ws_reader *reader, struct at_str in,
           struct at_ws_message *out, size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct frame frame = {0};
    *used = 0;
    if (!reader->under_way)
        at_buf_clear(&reader->message);
    enum at_parse parse = read_head(reader, &rd, &frame);
    if (parse != AT_PARSE_DONE)
        return parse;
    struct at_str payload = at_rd_bytes(&rd, (size_t)frame.len);
    if (!rd.ok)
        return AT_PARSE_MORE;
    if (frame.opcode == AT_WS_CLOSE)
        parse = read_close(reader, payload, out);
    else if (is_control(frame.opcode))
        *out = (struct at_ws_message){frame.opcode, payload, 0};
    else
        parse = take_data(reader, &frame, payload, out);
    if (parse == AT_PARSE_DONE)
        *used = frame.head_len + (size_t)frame.len;
    return parse;
}
