// grpc.h: the part of gRPC above HTTP/2: messages in frames, a status in
// headers
//
// A body is a row of frames: a byte that says whether the message is
// compressed, its length (four bytes, big endian), the message. How a call
// ended is in `grpc-status` and `grpc-message`, among the trailers, or among
// the headers of a call that failed at once. Facts: grpc.io's
// PROTOCOL-HTTP2.md.
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

// "UNAUTHENTICATED"; "UNKNOWN" for a number that has no name.
const char *at_grpc_status_name(int status);

// One frame of at most max_len bytes of message. AT_PARSE_BAD if it is longer,
// or compressed: nobody here asks for compression.
enum at_parse at_grpc_frame_parse(struct at_str in, size_t max_len,
                                  struct at_str *out_message, size_t *used);
// false, with nothing appended, where out is full.
AT_CHECKED bool at_grpc_frame_write(struct at_buf *out, struct at_str message);

// The headers and the trailers of an answer.
struct at_grpc_meta {
    int http_status; // 0: none came
    bool is_grpc;    // content-type: application/grpc…
    bool has_status; // of the call
    int status;      // AT_GRPC_UNKNOWN where it is none that has a name
    char message[AT_GRPC_MESSAGE_TEXT_MAX]; // decoded; valid UTF-8
};

// Read one header or trailer into meta, which is all zero at first. Others are
// ignored.
void at_grpc_meta_take(struct at_grpc_meta *meta, struct at_str name,
                       struct at_str value);

// Return the call's status: the server's, or one derived from HTTP's if no gRPC
// server answered, or AT_GRPC_INTERNAL if the answer has neither.
enum at_grpc_status at_grpc_meta_status(const struct at_grpc_meta *meta);

// Percent-decode, as servers encode `grpc-message`: "%20" is a blank, a broken
// escape stays as it is, and malformed UTF-8 becomes '?'. Text that does not
// fit is cut at a character boundary.
void at_grpc_message_decode(struct at_str in, char *out, size_t cap);

enum { AT_GRPC_TIMEOUT_MAX = 16 };
// `grpc-timeout`: at most eight digits and a unit.
void at_grpc_timeout_write(int64_t left_ms, char out[AT_GRPC_TIMEOUT_MAX]);

#endif
