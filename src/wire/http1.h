// http1.h: the client's side of HTTP/1.1: requests out, answers in
//
// Strict: input that two readers could understand differently is refused.
// Facts: RFC 9112.
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
    const char *content_type; // of body; NULL: not sent
    struct at_str body;       // empty: none, and no Content-Length for a GET
    bool last;                // the connection is to be closed after it
};

// Append a whole request. The caller's strings have no CR and no LF. Returns
// false if out is full.
AT_CHECKED bool at_http1_write(struct at_buf *out,
                               const struct at_http1_request *request);

enum at_http1_framing {
    AT_HTTP1_NO_BODY,
    AT_HTTP1_LENGTH,
    AT_HTTP1_CHUNKED,
    AT_HTTP1_UNTIL_CLOSE,
};

struct at_http1_head {
    int status; // 100 to 599; after one of 1xx another head follows
    enum at_http1_framing framing;
    uint64_t content_length; // AT_HTTP1_LENGTH
    bool closes;             // no other answer comes on this connection
    struct at_str fields;    // their lines; borrowed from the input
};

// The head of an answer to any request but HEAD and CONNECT. AT_PARSE_BAD if it
// is malformed, longer than AT_HTTP1_HEAD_MAX_BYTES or of more than
// AT_HTTP1_FIELDS_MAX fields, or has two lengths.
enum at_parse at_http1_head_parse(struct at_str in, struct at_http1_head *out,
                                  size_t *used);

// The first field of that name, in any case; empty if there is none.
struct at_str at_http1_field(const struct at_http1_head *head,
                             const char *name);

struct at_http1_body {
    enum at_http1_framing framing;
    uint64_t left; // of the body, or of the chunk
    int part;      // of a chunked body
    bool over;     // the answer is complete
};

// Return the state at the start of the body that follows head.
struct at_http1_body at_http1_body(const struct at_http1_head *head);

// The next bytes of the body, which may be none (framing, or the end: see
// over). AT_PARSE_BAD if a chunk is malformed. Not to be called once over. A
// body up to the close is never over: its reader sees the close.
enum at_parse at_http1_body_next(struct at_http1_body *body, struct at_str in,
                                 struct at_str *out_piece, size_t *used);

#endif
