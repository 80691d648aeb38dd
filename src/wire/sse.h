// sse.h: server-sent events of a byte stream, as in the HTML standard
//
// Lines end with LF, CR or CRLF; comments, ids and retry times are dropped. An
// event may be cut anywhere between two calls.
#ifndef AT_WIRE_SSE_H
#define AT_WIRE_SSE_H

#include "base/buf.h"
#include "base/str.h"

struct at_sse {
    struct at_buf line;
    struct at_buf name;
    struct at_buf data; // its max limits the data of an event
    bool begun;         // the first line was seen
    bool after_cr;      // an LF now belongs to the previous line
    bool has_data;
    bool too_long;
    bool given; // name and data belong to the last event
};

struct at_sse_event {
    struct at_str name; // "" if absent
    struct at_str data; // lines joined by LF
    bool too_long;      // data is empty
};

#define AT_SSE_INIT(max_len)                                                   \
    {                                                                          \
        .line = AT_BUF_INIT((max_len) + 16), .name = AT_BUF_INIT(256),         \
        .data = AT_BUF_INIT(max_len)                                           \
    }

void at_sse_deinit(struct at_sse *sse);
// Consume bytes of *in until an event is complete. Return false once *in is
// empty. out's texts are valid until the next call.
bool at_sse_next(struct at_sse *sse, struct at_str *in,
                 struct at_sse_event *out);
// End the stream: an event that lacks its blank line counts.
bool at_sse_end(struct at_sse *sse, struct at_sse_event *out);

#endif
