// outputs.h: the last outputs of a session, stored to be read again
//
// There is at most one output of each kind. All functions may be called from
// any thread.
#ifndef AT_MCP_OUTPUTS_H
#define AT_MCP_OUTPUTS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

enum at_session_output {
    AT_SESSION_TREE,       // compact text
    AT_SESSION_SCREENSHOT, // PNG in full size
    AT_SESSION_TRACE,      // JSON
    AT_SESSION_OUTPUTS,
};

// The URI under which clients read an output: AT_SESSION_URI("%s", "tree").
#define AT_SESSION_URI(session, name) "agentest://session/" session "/" name

struct at_outputs {
    pthread_mutex_t lock; // guards all below
    struct at_buf bytes[AT_SESSION_OUTPUTS];
};

void at_outputs_init(struct at_outputs *outputs);
void at_outputs_deinit(struct at_outputs *outputs);

// Replace the output of that kind. Return false, leaving no output, if bytes
// exceed AT_SESSION_OUTPUT_MAX_BYTES.
bool at_outputs_put(struct at_outputs *outputs, enum at_session_output kind,
                    struct at_str bytes);
void at_outputs_clear(struct at_outputs *outputs);

// Append the output to out. Return false if it does not exist.
bool at_outputs_get(struct at_outputs *outputs, enum at_session_output kind,
                    struct at_buf *out);
// The kinds there are: bits 1 << kind.
unsigned at_outputs_kinds(struct at_outputs *outputs);

#endif
