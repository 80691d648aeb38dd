// progress.h: progress notifications of one running request
//
// Sends at most AT_PROGRESS_MIN_MS apart and, while nothing new happens, at
// least every AT_PROGRESS_MAX_MS, from a thread of its own; values always
// rise.
#ifndef AT_MCP_PROGRESS_H
#define AT_MCP_PROGRESS_H

#include <jansson.h>
#include <stddef.h>

#include "base/err.h"
#include "mcp/sink.h"

enum {
    AT_PROGRESS_MIN_MS = 300,
    AT_PROGRESS_MAX_MS = 4000,
};

struct at_progress;

// token is borrowed until free, sink too. NULL with err where no thread or
// descriptor is left.
struct at_progress *at_progress_start(const json_t *token,
                                      const struct at_sink *sink,
                                      struct at_err *err);
// Nothing is sent after it returns. NULL is allowed.
void at_progress_stop(struct at_progress *progress);

// Step index (from 0) of total begins; text is for people. NULL is allowed.
void at_progress_step(struct at_progress *progress, size_t index, size_t total,
                      const char *text);

#endif
