// repl.h: commands line by line, in one process, on one warm pool of devices
#ifndef AT_CLI_REPL_H
#define AT_CLI_REPL_H

#include "base/err.h"
#include "cli/invocation.h"

enum { AT_REPL_NAME_MAX = 256 };

// The words that end it, up to NULL.
extern const char *const at_repl_words[];

// Read commands to the end of input: on a terminal with an editor; else plain
// lines, and fail if one of them has failed.
AT_CHECKED bool at_repl_run(struct at_invocation *invocation,
                            struct at_err *err);

#endif
