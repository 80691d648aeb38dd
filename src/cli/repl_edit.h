// repl_edit.h: the line editor on a terminal; the only user of libedit
#ifndef AT_CLI_REPL_EDIT_H
#define AT_CLI_REPL_EDIT_H

#include "base/buf.h"
#include "base/err.h"
#include "cli/repl_complete.h"

struct at_repl_edit;

struct at_repl_edit_opts {
    const char *(*prompt)(void *user); // borrowed until the next call
    void (*complete)(void *user, struct at_str line, struct at_candidates *out);
    void *user;
};

enum at_repl_key { AT_REPL_LINE, AT_REPL_INTERRUPTED, AT_REPL_END };

// Only one at a time in a process. The caller owns *out_edit.
AT_CHECKED bool at_repl_edit_new(const struct at_repl_edit_opts *opts,
                                 struct at_repl_edit **out_edit,
                                 struct at_err *err);
void at_repl_edit_free(struct at_repl_edit *edit); // NULL is allowed

// Read a line without its newline, Ctrl-C, or the end of input. Restore the
// terminal before returning; until then Ctrl-C does not end the process.
enum at_repl_key at_repl_edit_read(struct at_repl_edit *edit,
                                   struct at_buf *out_line);
// Add a line for the arrow keys to return to.
void at_repl_edit_remember(struct at_repl_edit *edit, struct at_str line);

#endif
