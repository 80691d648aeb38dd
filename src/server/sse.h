// sse.h: server-sent events as bytes; pure
#ifndef AT_SERVER_SSE_H
#define AT_SERVER_SSE_H

#include "base/buf.h"
#include "base/str.h"

// Append "data: …\n\n" for a run's event: its JSON object with "run" as the
// first member. Encoded once for all readers; each prepends its own id.
void at_sse_write_data(struct at_str run, struct at_str json,
                       struct at_buf *out);
// Append "id: …\n". An event of a single run is identified by its number; for
// all runs, by epoch-number, where epoch is specific to this process.
void at_sse_write_id(struct at_str epoch, int64_t number, struct at_buf *out);
// Append an event of that name with meaningless data.
void at_sse_write_named(const char *name, struct at_buf *out);
// Append an event "change" with this JSON, which has no line feed.
void at_sse_write_change(struct at_str json, struct at_buf *out);
extern const char at_sse_comment[]; // a keepalive

// Parse the number of an id written by at_sse_write_id() with that epoch (""
// for a single run). Returns false for any other text.
AT_CHECKED bool at_sse_read_id(struct at_str id, struct at_str epoch,
                               int64_t *out);

#endif
