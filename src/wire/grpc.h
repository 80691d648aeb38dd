// grpc.h: the part of gRPC above HTTP/2: framed messages, and a status in
// headers
//
// A body is a sequence of frames: a byte for compression, the length of the
// message (four bytes, big endian), the message. The result of a call is in
// `grpc-status` and `grpc-message`, which are trailers, or headers if the call
// failed at once. Facts: grpc.io's PROTOCOL-HTTP2.md.
#ifndef AT_WIRE_GRPC_H
#define AT_WIRE_GRPC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/parse.h"

enum { AT_GRPC_HEAD_LEN = 5 };

enum at_grpc_status {
    AT_GRPC_OK = 0,
    AT_GRPC_CANCELLED = 1,
    AT_GRPC_UNKNOWN = 2,
    AT_GRPC_INVALID_ARGUMENT = 3,
    AT_GRPC_DEADLINE_EXCEEDED = 4,
    AT_GRPC_PERMISSION_DENIED = 7,
    AT_GRPC_RESOURCE_EXHAUSTED = 8,
    AT_GRPC_UNIMPLEMENTED = 12,
    AT_GRPC_INTERNAL = 13,
    AT_GRPC_UNAVAILABLE = 14,
    AT_GRPC_UNAUTHENTICATED = 16,
    AT_GRPC_STATUS_COUNT = 17,
};

// Return "UNAUTHENTICATED" and so on; "UNKNOWN" for an unassigned number.
const char *at_grpc_status_name(int status);

// Parse one frame with a message of at most max_len bytes. Return AT_PARSE_BAD
// if it is longer or compressed, which we never request.
enum at_parse at_grpc_frame_parse(struct at_str in, size_t max_len,
                                  struct at_str *out_message, size_t *used);
// Return false and append nothing if out is full.
AT_CHECKED bool at_grpc_frame_write(struct at_buf *out, struct at_str message);

// The relevant headers and trailers of an answer.
struct at_grpc_meta {
    int http_status; // 0: none received
    bool is_grpc;    // content-type: application/grpc…
    bool has_status; // grpc-status was received
    int status;      // AT_GRPC_UNKNOWN for an unassigned number
    char message[AT_GRPC_MESSAGE_TEXT_MAX]; // decoded; valid UTF-8
};

// Read one header or trailer into meta, which starts as all zero. Unknown ones
// are ignored.
void at_grpc_meta_take(struct at_grpc_meta *meta, struct at_str name,
                       struct at_str value);

// Return the call's status: the server's, or one derived from the HTTP status
// if no gRPC server answered, or AT_GRPC_INTERNAL if both are missing.
enum at_grpc_status at_grpc_meta_status(const struct at_grpc_meta *meta);

// Percent-decode `grpc-message`: "%20" is a blank, a broken escape is kept, and
// malformed UTF-8 becomes '?'. Overlong text is cut at a character boundary.
void at_grpc_message_decode(struct at_str in, char *out, size_t cap);

enum { AT_GRPC_TIMEOUT_MAX = 16 };
// Write a `grpc-timeout`: at most eight digits and a unit.
void at_grpc_timeout_write(int64_t left_ms, char out[AT_GRPC_TIMEOUT_MAX]);

#endif
