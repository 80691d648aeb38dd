// repl_history.h: the lines that were typed, beyond the process
//
// <STATE>/run/<SESSION>/history, for this user alone; the newest
// AT_REPL_HISTORY_MAX lines.
#ifndef AT_CLI_REPL_HISTORY_H
#define AT_CLI_REPL_HISTORY_H

#include "base/buf.h"
#include "base/err.h"

// The lines, oldest first, each with its newline. Empty where there are none.
void at_repl_history_read(const char *path, struct at_buf *out);
// Add a line at the end. Two processes may lose one another's last.
AT_CHECKED bool at_repl_history_add(const char *path, struct at_str line,
                                    struct at_err *err);

#endif
