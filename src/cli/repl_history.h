// repl_history.h: the lines typed in earlier processes
//
// <STATE>/run/<SESSION>/history, for this user only; the newest
// AT_REPL_HISTORY_MAX lines.
#ifndef AT_CLI_REPL_HISTORY_H
#define AT_CLI_REPL_HISTORY_H

#include "base/buf.h"
#include "base/err.h"

// Append the lines, oldest first, each with its newline.
void at_repl_history_read(const char *path, struct at_buf *out);
// Append a line. If two processes do so at once, one line may be lost.
AT_CHECKED bool at_repl_history_add(const char *path, struct at_str line,
                                    struct at_err *err);

#endif
