// sse.h: server-sent events as bytes; pure
#ifndef AT_SERVER_SSE_H
#define AT_SERVER_SSE_H

#include "base/buf.h"
#include "base/str.h"

// Append "data: …\n\n" of a run's event: its JSON object with "run" in front.
// Made once for all readers; each puts its own id before it.
void at_sse_write_data(struct at_str run, struct at_str json,
                       struct at_buf *out);
// Append "id: …\n". The id of an event of one run is its number; of all runs,
// epoch-number, where epoch is this process's.
void at_sse_write_id(struct at_str epoch, int64_t number, struct at_buf *out);
// Append an event of that name without data that matters.
void at_sse_write_named(const char *name, struct at_buf *out);
extern const char at_sse_comment[]; // a keepalive

// Read the number of an id that at_sse_write_id() has written with that epoch
// ("" for one run's). Return false for any other text.
AT_CHECKED bool at_sse_read_id(struct at_str id, struct at_str epoch,
                               int64_t *out);

#endif
