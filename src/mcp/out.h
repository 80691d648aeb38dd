// out.h: lines to a descriptor, written by a thread of its own
//
// Sending never blocks; what the peer does not read yet is queued. Functions
// may be called from any thread unless they say otherwise.
#ifndef AT_MCP_OUT_H
#define AT_MCP_OUT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_out;

// fd and wake_fd are borrowed. A byte is written to wake_fd (non-blocking)
// whenever there is room again and when the peer is gone.
struct at_out *at_out_start(int fd, int wake_fd, struct at_err *err);

// Queue line and a newline; takes line's bytes. Dropped where the peer is
// gone.
void at_out_send(struct at_out *out, struct at_buf *line);

bool at_out_full(struct at_out *out);   // AT_MCP_OUT_MAX_BYTES or more wait
bool at_out_broken(struct at_out *out); // the peer does not read any more
void at_out_wait(struct at_out *out);   // until neither full nor broken

// Nothing more will be sent: wait until everything is written, the peer is
// gone or op ends (false: the thread is stuck, out must not be freed).
AT_CHECKED bool at_out_finish(const struct at_op *op, struct at_out *out);
void at_out_free(struct at_out *out); // after finish; NULL is allowed

#endif
