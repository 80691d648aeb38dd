// progress.h: progress notifications of one running request
//
// A thread sends them at least AT_PROGRESS_MIN_MS apart and, while nothing new
// happens, every AT_PROGRESS_MAX_MS. Values always rise.
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

// token and sink are borrowed until the stop. NULL with err if threads or
// descriptors are exhausted.
struct at_progress *at_progress_start(const json_t *token,
                                      const struct at_sink *sink,
                                      struct at_err *err);
// After the return nothing more is sent. NULL is allowed.
void at_progress_stop(struct at_progress *progress);

// Report that step index (from 0) of total begins; text is for people. progress
// may be NULL.
void at_progress_step(struct at_progress *progress, size_t index, size_t total,
                      const char *text);

#endif
