// http1.c: writer of requests, parser of answers
#include "wire/http1.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hex.h"
#include "base/limits.h"

enum { LINE_MAX_BYTES = 256, CHUNK_DIGITS_MAX = 12 };

bool
at_http1_write(struct at_buf *out, const struct at_http1_request *request)
{
    bool has_body = request->body.len > 0 || strcmp(request->method, "GET");
    at_buf_add_fmt(out, "%s %s HTTP/1.1\r\nHost: %s\r\n", request->method,
                   request->target, request->host);
    if (request->token)
        at_buf_add_fmt(out, "Authorization: Bearer %s\r\n", request->token);
    if (request->content_type)
        at_buf_add_fmt(out, "Content-Type: %s\r\n", request->content_type);
    if (has_body)
        at_buf_add_fmt(out, "Content-Length: %zu\r\n", request->body.len);
    if (request->last)
        at_buf_add_text(out, "Connection: close\r\n");
    at_buf_add_text(out, "\r\n");
    at_buf_add_str(out, request->body);
    return !out->overflow;
}

// Split off a line that ends with CR LF. Return AT_PARSE_BAD for a bare LF, or
// a line over max bytes.
static enum at_parse
next_line(struct at_str *rest, size_t max, struct at_str *out)
{
    const char *end = rest->len ? memchr(rest->ptr, '\n', rest->len) : NULL;
    size_t len = end ? (size_t)(end - rest->ptr) : rest->len;
    if (len > max)
        return AT_PARSE_BAD;
    if (!end)
        return AT_PARSE_MORE;
    if (len == 0 || rest->ptr[len - 1] != '\r')
        return AT_PARSE_BAD;
    *out = at_str_head(*rest, len - 1);
    *rest = at_str_skip(*rest, len + 1);
    return AT_PARSE_DONE;
}

// Return true if there are no control characters other than tabs.
static bool
is_text(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return false;
    }
    return true;
}

static bool
is_token(struct at_str text)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!at_ascii_is_alnum(c) && (c == '\0' || !strchr(marks, c)))
            return false;
    }
    return text.len > 0;
}

// Parse "HTTP/1.1 200 OK"; the reason and the blank before it are optional.
static bool
read_status(struct at_str line, struct at_http1_head *out)
{
    int64_t status;
    if (!at_str_starts(line, AT_STR("HTTP/1.")) || line.len < 12 ||
        (line.ptr[7] != '0' && line.ptr[7] != '1') || line.ptr[8] != ' ' ||
        (line.len > 12 && line.ptr[12] != ' ') || !is_text(line))
        return false;
    if (!at_str_to_i64(at_str_n(line.ptr + 9, 3), 100, 599, &status))
        return false;
    out->status = (int)status;
    out->closes = line.ptr[7] == '0';
    return true;
}

static bool
split_field(struct at_str line, struct at_str *out_name,
            struct at_str *out_value)
{
    ptrdiff_t colon = at_str_find(line, AT_STR(":"));
    if (colon < 0)
        return false;
    *out_name = at_str_head(line, (size_t)colon);
    *out_value = at_str_trim(at_str_skip(line, (size_t)colon + 1));
    return is_token(*out_name) && is_text(*out_value);
}

// The body framing declared by the fields.
struct claims {
    bool has_length;
    bool chunked;
};

static bool
read_length(struct at_str value, struct claims *claims,
            struct at_http1_head *out)
{
    int64_t length;
    if (!at_str_to_i64(value, 0, INT64_MAX, &length) || value.ptr[0] == '+' ||
        (claims->has_length && (uint64_t)length != out->content_length))
        return false;
    claims->has_length = true;
    out->content_length = (uint64_t)length;
    return true;
}

static bool
read_field(struct at_str line, struct claims *claims, struct at_http1_head *out)
{
    struct at_str name;
    struct at_str value;
    struct at_str word;
    if (!split_field(line, &name, &value))
        return false;
    if (at_str_eq_nocase(name, AT_STR("Content-Length")))
        return read_length(value, claims, out);
    if (at_str_eq_nocase(name, AT_STR("Transfer-Encoding"))) {
        bool again = claims->chunked;
        claims->chunked = true;
        return !again && at_str_eq_nocase(value, AT_STR("chunked"));
    }
    if (at_str_eq_nocase(name, AT_STR("Connection"))) {
        while (at_str_next(&value, ',', &word))
            out->closes |= at_str_eq_nocase(at_str_trim(word), AT_STR("close"));
    }
    return true;
}

static enum at_http1_framing
framing_of(int status, const struct claims *claims)
{
    if (status < 200 || status == 204 || status == 304)
        return AT_HTTP1_NO_BODY;
    if (claims->chunked)
        return AT_HTTP1_CHUNKED;
    return claims->has_length ? AT_HTTP1_LENGTH : AT_HTTP1_UNTIL_CLOSE;
}

static enum at_parse
read_fields(struct at_str *rest, struct claims *claims,
            struct at_http1_head *out)
{
    const char *begin = rest->ptr;
    struct at_str line;
    for (size_t count = 0;; count++) {
        enum at_parse step = next_line(rest, AT_HTTP1_HEAD_MAX_BYTES, &line);
        if (step != AT_PARSE_DONE)
            return step;
        if (line.len == 0)
            break;
        if (count == AT_HTTP1_FIELDS_MAX || !read_field(line, claims, out))
            return AT_PARSE_BAD;
    }
    out->fields = at_str_n(begin, (size_t)(line.ptr - begin));
    return AT_PARSE_DONE;
}

static enum at_parse
parse_head(struct at_str *rest, struct at_http1_head *out)
{
    struct claims claims = {false, false};
    struct at_str line;
    enum at_parse step = next_line(rest, AT_HTTP1_HEAD_MAX_BYTES, &line);
    if (step == AT_PARSE_DONE && !read_status(line, out))
        step = AT_PARSE_BAD;
    if (step == AT_PARSE_DONE)
        step = read_fields(rest, &claims, out);
    if (step != AT_PARSE_DONE)
        return step;
    if (claims.chunked && claims.has_length)
        return AT_PARSE_BAD;
    out->framing = framing_of(out->status, &claims);
    out->closes |= out->framing == AT_HTTP1_UNTIL_CLOSE;
    return AT_PARSE_DONE;
}

enum at_parse
at_http1_head_parse(struct at_str in, struct at_http1_head *out, size_t *used)
{
    struct at_http1_head head = {.status = 0};
    struct at_str rest = in;
    enum at_parse step = parse_head(&rest, &head);
    size_t len = in.len - rest.len;
    *used = 0;
    if (len > AT_HTTP1_HEAD_MAX_BYTES ||
        (step == AT_PARSE_MORE && in.len > AT_HTTP1_HEAD_MAX_BYTES))
        return AT_PARSE_BAD;
    if (step == AT_PARSE_DONE) {
        *out = head;
        *used = len;
    }
    return step;
}

struct at_str
at_http1_field(const struct at_http1_head *head, const char *name)
{
    struct at_str rest = head->fields;
    struct at_str line;
    struct at_str each;
    struct at_str value;
    while (at_str_next_line(&rest, &line)) {
        if (split_field(line, &each, &value) &&
            at_str_eq_nocase(each, at_str(name)))
            return value;
    }
    return AT_STR("");
}

// The position in a chunked body.
enum part { PART_SIZE, PART_DATA, PART_DATA_END, PART_TRAILER };

struct at_http1_body
at_http1_body(const struct at_http1_head *head)
{
    return (struct at_http1_body){
        .framing = head->framing,
        .left = head->framing == AT_HTTP1_LENGTH ? head->content_length : 0,
        .part = PART_SIZE,
        .over = head->framing == AT_HTTP1_NO_BODY ||
                (head->framing == AT_HTTP1_LENGTH && head->content_length == 0),
    };
}

static enum at_parse
next_piece(struct at_http1_body *body, struct at_str *rest,
           struct at_str *out_piece)
{
    if (rest->len == 0)
        return AT_PARSE_MORE;
    size_t len = rest->len < body->left ? rest->len : (size_t)body->left;
    *out_piece = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    body->left -= len;
    return AT_PARSE_DONE;
}

// Parse "1a;name=value".
static bool
read_chunk_size(struct at_str line, uint64_t *out)
{
    size_t i = 0;
    *out = 0;
    for (; i < line.len && at_hex_digit(line.ptr[i]) >= 0; i++)
        *out = *out * 16 + (uint64_t)at_hex_digit(line.ptr[i]);
    struct at_str rest = at_str_trim(at_str_skip(line, i));
    return i > 0 && i <= CHUNK_DIGITS_MAX && is_text(rest) &&
           (rest.len == 0 || rest.ptr[0] == ';');
}

// Read the line before or after a chunk's data, or one of the trailer.
static enum at_parse
next_mark(struct at_http1_body *body, struct at_str *rest)
{
    struct at_str line;
    enum at_parse step = next_line(rest, LINE_MAX_BYTES, &line);
    if (step != AT_PARSE_DONE)
        return step;
    if (body->part == PART_SIZE) {
        if (!read_chunk_size(line, &body->left))
            return AT_PARSE_BAD;
        body->part = body->left > 0 ? PART_DATA : PART_TRAILER;
    } else if (body->part == PART_DATA_END) {
        body->part = PART_SIZE;
        return line.len == 0 ? AT_PARSE_DONE : AT_PARSE_BAD;
    } else {
        body->over = line.len == 0;
    }
    return AT_PARSE_DONE;
}

static enum at_parse
next_chunked(struct at_http1_body *body, struct at_str *rest,
             struct at_str *out_piece)
{
    if (body->part != PART_DATA)
        return next_mark(body, rest);
    enum at_parse step = next_piece(body, rest, out_piece);
    if (step == AT_PARSE_DONE && body->left == 0)
        body->part = PART_DATA_END;
    return step;
}

static enum at_parse
next_until_close(struct at_str *rest, struct at_str *out_piece)
{
    if (rest->len == 0)
        return AT_PARSE_MORE;
    *out_piece = *rest;
    *rest = AT_STR("");
    return AT_PARSE_DONE;
}

enum at_parse
at_http1_body_next(struct at_http1_body *body, struct at_str in,
                   struct at_str *out_piece, size_t *used)
{
    struct at_str rest = in;
    enum at_parse step;
    *out_piece = AT_STR("");
    if (body->framing == AT_HTTP1_CHUNKED) {
        step = next_chunked(body, &rest, out_piece);
    } else if (body->framing == AT_HTTP1_UNTIL_CLOSE) {
        step = next_until_close(&rest, out_piece);
    } else {
        step = next_piece(body, &rest, out_piece);
        body->over = body->left == 0;
    }
    *used = step == AT_PARSE_DONE ? in.len - rest.len : 0;
    return step;
}
