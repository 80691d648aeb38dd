// line_writer.h: a thread that writes lines to a descriptor
//
// Sending never blocks: lines that the peer does not read yet are queued. All
// functions may be called from any thread.
#ifndef AT_MCP_LINE_WRITER_H
#define AT_MCP_LINE_WRITER_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_line_writer;

// fd and wake_fd are borrowed. A byte is written to wake_fd (non-blocking)
// when there is room again and when the peer is gone.
struct at_line_writer *at_line_writer_start(int fd, int wake_fd,
                                            struct at_err *err);

// Queue line and a newline; takes line's bytes. Drops them if the peer is gone.
void at_line_writer_send(struct at_line_writer *out, struct at_buf *line);

// Return true if AT_MCP_OUT_MAX_BYTES or more are waiting.
bool at_line_writer_full(struct at_line_writer *out);
// Return true if the peer has stopped reading.
bool at_line_writer_broken(struct at_line_writer *out);
// Wait until it is not full, or broken.
void at_line_writer_wait(struct at_line_writer *out);

// Accept no more lines and wait until all are written, the peer is gone or op
// ends (false: the thread is stuck, out must not be freed).
AT_CHECKED bool at_line_writer_finish(const struct at_op *op,
                                      struct at_line_writer *out);
// Free it, after it has finished. NULL is allowed.
void at_line_writer_free(struct at_line_writer *out);

#endif
