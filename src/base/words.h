// words.h: a line as a shell cuts it into words
//
// Blanks separate; '…' takes all as it is; "…" and a backslash as in a POSIX
// shell; a '#' at a word's beginning ends the line. Nothing is expanded: no
// variables, no patterns.
#ifndef AT_BASE_WORDS_H
#define AT_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Append the line's words to out. AT_EUSAGE if a quote is not closed or the
// line ends in a backslash; out then has the words before.
AT_CHECKED bool at_words_split(struct at_str line, struct at_argv *out,
                               struct at_err *err);

// Split a line that is still being typed: its last word, "" after a blank, may
// have an open quote. *out_begin is the offset of that word in line. Returns
// false if it is in a comment.
bool at_words_split_open(struct at_str line, struct at_argv *out,
                         size_t *out_begin);

// Append word so that a shell, and at_words_split(), reads it back.
void at_words_quote(struct at_str word, struct at_buf *out);

#endif
