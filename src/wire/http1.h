// http1.h: client side of HTTP/1.1: writes requests, parses answers
//
// Strict: ambiguous input is refused. Facts: RFC 9112.
#ifndef AT_WIRE_HTTP1_H
#define AT_WIRE_HTTP1_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"

struct at_http1_request {
    const char *method; // "GET"
    const char *target; // "/status"
    const char *host;
    const char *token;        // sent as a bearer token; NULL: none
    const char *content_type; // type of body; NULL: not sent
    struct at_str body;       // empty: none, and no Content-Length for a GET
    bool last;                // close the connection afterwards
};

// Append a complete request. The caller's strings must not contain CR or LF.
// Return false if out is full.
AT_CHECKED bool at_http1_write(struct at_buf *out,
                               const struct at_http1_request *request);

enum at_http1_framing {
    AT_HTTP1_NO_BODY,
    AT_HTTP1_LENGTH,
    AT_HTTP1_CHUNKED,
    AT_HTTP1_UNTIL_CLOSE,
};

struct at_http1_head {
    int status; // 100 to 599; after 1xx another head follows
    enum at_http1_framing framing;
    uint64_t content_length; // AT_HTTP1_LENGTH only
    bool closes;             // the connection carries no further answer
    struct at_str fields;    // raw lines of the fields; borrowed from the input
};

// Parse the head of an answer to any request but HEAD and CONNECT. Return
// AT_PARSE_BAD if it is malformed, longer than AT_HTTP1_HEAD_MAX_BYTES, has
// more than AT_HTTP1_FIELDS_MAX fields or conflicting lengths.
enum at_parse at_http1_head_parse(struct at_str in, struct at_http1_head *out,
                                  size_t *used);

// Return the first field of that name, ignoring case; empty if there is none.
struct at_str at_http1_field(const struct at_http1_head *head,
                             const char *name);

struct at_http1_body {
    enum at_http1_framing framing;
    uint64_t left; // bytes left in the body or chunk
    int part;      // position in a chunked body
    bool over;     // the answer is complete
};

// Return the initial state of the body that follows head.
struct at_http1_body at_http1_body(const struct at_http1_head *head);

// Return the next piece of the body, which may be empty (only framing was read,
// or the body is over). AT_PARSE_BAD: a chunk is malformed. Must not be called
// once over is set. A body that extends to the close never sets over; its
// reader sees the close.
enum at_parse at_http1_body_next(struct at_http1_body *body, struct at_str in,
                                 struct at_str *out_piece, size_t *used);

#endif
