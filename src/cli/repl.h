// repl.h: commands line by line, in one process, on one warm host
#ifndef AT_CLI_REPL_H
#define AT_CLI_REPL_H

#include "base/err.h"
#include "cli/call.h"

enum { AT_REPL_NAME_MAX = 256 };

// Words of its own that end it, up to NULL.
extern const char *const at_repl_words[];

// Read commands until there are no more. On a terminal with an editor; else
// plain lines, and false where one of them has failed.
AT_CHECKED bool at_repl_run(struct at_call *call, struct at_err *err);

#endif
