// grpc.c: gRPC frames and statuses
#include "wire/grpc.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/rd.h"

static const char *const status_names[] = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};
_Static_assert(AT_LEN(status_names) == AT_GRPC_STATUS_COUNT, "a name each");

// gRPC statuses for HTTP statuses, for answers without a gRPC status (the
// protocol's http-grpc-status-mapping.md).
static const struct {
    int http;
    enum at_grpc_status status;
} http_rows[] = {
    {400, AT_GRPC_INTERNAL},          {401, AT_GRPC_UNAUTHENTICATED},
    {403, AT_GRPC_PERMISSION_DENIED}, {404, AT_GRPC_UNIMPLEMENTED},
    {429, AT_GRPC_UNAVAILABLE},       {502, AT_GRPC_UNAVAILABLE},
    {503, AT_GRPC_UNAVAILABLE},       {504, AT_GRPC_UNAVAILABLE},
};

const char *
at_grpc_status_name(int status)
{
    if (status < 0 || status >= AT_GRPC_STATUS_COUNT)
        status = AT_GRPC_UNKNOWN;
    return status_names[status];
}

enum at_parse
at_grpc_frame_parse(struct at_str in, size_t max_len,
                    struct at_str *out_message, size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    uint8_t compressed = at_rd_u8(&rd);
    uint32_t len;
    *used = 0;
    if (rd.ok && compressed != 0)
        return AT_PARSE_BAD;
    len = at_rd_u32be(&rd);
    if (!rd.ok)
        return AT_PARSE_MORE;
    if (len > max_len)
        return AT_PARSE_BAD;
    struct at_str message = at_rd_bytes(&rd, len);
    if (!rd.ok)
        return AT_PARSE_MORE;
    *out_message = message;
    *used = AT_GRPC_HEAD_LEN + len;
    return AT_PARSE_DONE;
}

bool
at_grpc_frame_write(struct at_buf *out, struct at_str message)
{
    if (message.len > UINT32_MAX ||
        !at_buf_reserve(out, AT_GRPC_HEAD_LEN + message.len))
        return false;
    at_buf_add_char(out, 0);
    at_wr_u32be(out, (uint32_t)message.len);
    return at_buf_add_str(out, message);
}

// Decode the first byte of in. *used is the length of its encoding.
static char
decode_byte(struct at_str in, size_t *used)
{
    int high = in.len >= 3 && in.ptr[0] == '%' ? at_hex_digit(in.ptr[1]) : -1;
    int low = high >= 0 ? at_hex_digit(in.ptr[2]) : -1;
    *used = low >= 0 ? 3 : 1;
    return low >= 0 ? (char)(high << 4 | low) : in.ptr[0];
}

void
at_grpc_message_decode(struct at_str in, char *out, size_t cap)
{
    // leave room for a partial character, which at_str_cut() removes
    struct at_buf bytes = AT_BUF_INIT(cap + 3);
    struct at_buf text = AT_BUF_INIT(cap + 3);
    size_t used;

    at_assert(cap > 0);
    while (in.len > 0 && at_buf_add_char(&bytes, decode_byte(in, &used)))
        in = at_str_skip(in, used);
    for (struct at_str rest = at_buf_str(&bytes); rest.len > 0;) {
        size_t n = at_utf8_next(rest, NULL);
        // a NUL would terminate the text
        if (n == 0 || rest.ptr[0] == '\0')
            at_buf_add_char(&text, '?');
        else
            at_buf_add(&text, rest.ptr, n);
        rest = at_str_skip(rest, n ? n : 1);
    }
    at_str_cut(out, cap, at_buf_str(&text));
    at_buf_deinit(&text);
    at_buf_deinit(&bytes);
}

void
at_grpc_meta_take(struct at_grpc_meta *meta, struct at_str name,
                  struct at_str value)
{
    int64_t number;
    if (at_str_is(name, ":status")) {
        if (at_str_to_i64(value, 100, 999, &number))
            meta->http_status = (int)number;
    } else if (at_str_is(name, "content-type")) {
        meta->is_grpc = at_str_starts(value, AT_STR("application/grpc"));
    } else if (at_str_is(name, "grpc-status")) {
        bool named = at_str_to_i64(value, 0, AT_GRPC_STATUS_COUNT - 1, &number);
        meta->has_status = true;
        meta->status = named ? (int)number : AT_GRPC_UNKNOWN;
    } else if (at_str_is(name, "grpc-message")) {
        at_grpc_message_decode(value, meta->message, sizeof(meta->message));
    }
}

enum at_grpc_status
at_grpc_meta_status(const struct at_grpc_meta *meta)
{
    if (meta->has_status)
        return (enum at_grpc_status)meta->status;
    for (size_t i = 0; i < AT_LEN(http_rows); i++)
        if (http_rows[i].http == meta->http_status)
            return http_rows[i].status;
    // a gRPC server that omits the status, or a peer that does not speak gRPC
    return meta->is_grpc || meta->http_status == 0 ? AT_GRPC_INTERNAL
                                                   : AT_GRPC_UNKNOWN;
}

void
at_grpc_timeout_write(int64_t left_ms, char out[AT_GRPC_TIMEOUT_MAX])
{
    static const int64_t max = 99999999;
    int64_t left_s = left_ms / 1000;
    if (left_ms <= max)
        snprintf(out, AT_GRPC_TIMEOUT_MAX, "%" PRId64 "m",
                 left_ms > 1 ? left_ms : 1);
    else
        snprintf(out, AT_GRPC_TIMEOUT_MAX, "%" PRId64 "S",
                 left_s < max ? left_s : max);
}
