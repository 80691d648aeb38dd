// words.h: splits a line into words like a shell
//
// Words are separated by blanks; '…' is literal; "…" and backslashes work as in
// a POSIX shell; a '#' at the start of a word ends the line. Nothing is
// expanded: no variables, no patterns.
#ifndef AT_BASE_WORDS_H
#define AT_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Append the line's words to out. Fails with AT_EUSAGE if a quote is open or
// the line ends with a backslash; out then has the preceding words.
AT_CHECKED bool at_words_split(struct at_str line, struct at_argv *out,
                               struct at_err *err);

// Split an incomplete line while it is being typed: its last word ("" after a
// blank) may have an open quote. *out_begin is the offset of that word in line.
// Return false if it is in a comment.
bool at_words_split_open(struct at_str line, struct at_argv *out,
                         size_t *out_begin);

// Append word so that a shell and at_words_split() read it back unchanged.
void at_words_quote(struct at_str word, struct at_buf *out);

#endif
