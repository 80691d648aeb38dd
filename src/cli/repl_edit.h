// repl_edit.h: a line of a terminal, edited; all that knows of libedit
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

// One at a time in a process. The caller owns *out_edit.
AT_CHECKED bool at_repl_edit_new(const struct at_repl_edit_opts *opts,
                                 struct at_repl_edit **out_edit,
                                 struct at_err *err);
void at_repl_edit_free(struct at_repl_edit *edit); // NULL is allowed

// A line without its newline, Ctrl-C, or the end of input. The terminal is as
// it was before when this returns, and Ctrl-C ends no process within.
enum at_repl_key at_repl_edit_read(struct at_repl_edit *edit,
                                   struct at_buf *out_line);
// What the arrow keys go back to.
void at_repl_edit_remember(struct at_repl_edit *edit, struct at_str line);

#endif
