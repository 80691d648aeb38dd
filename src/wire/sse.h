// sse.h: server-sent events from a stream of bytes, as the HTML standard has
// them
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
    struct at_buf data; // its max is the longest data of an event
    bool begun;         // the first line has been seen
    bool after_cr;      // an LF now belongs to the line before it
    bool has_data;
    bool too_long;
    bool given; // name and data are those of the last event
};

struct at_sse_event {
    struct at_str name; // "" if it has none
    struct at_str data; // its lines joined by LF
    bool too_long;      // data is empty
};

#define AT_SSE_INIT(max_len)                                                   \
    {                                                                          \
        .line = AT_BUF_INIT((max_len) + 16), .name = AT_BUF_INIT(256),         \
        .data = AT_BUF_INIT(max_len)                                           \
    }

void at_sse_deinit(struct at_sse *sse);
// Take bytes off *in until an event is complete. Returns false once *in is
// empty. out's texts are valid until the next call.
bool at_sse_next(struct at_sse *sse, struct at_str *in,
                 struct at_sse_event *out);
// The stream has ended: an event whose blank line is missing counts.
bool at_sse_end(struct at_sse *sse, struct at_sse_event *out);

#endif
