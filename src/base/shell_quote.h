// shell_quote.h: quoting of words for the device's shell
#ifndef AT_BASE_SHELL_QUOTE_H
#define AT_BASE_SHELL_QUOTE_H

#include "base/buf.h"
#include "base/err.h"

// Append text as one word for the device's sh (mksh, toybox): unquoted if it is
// plain, else in single quotes, with each single quote as '\''. An empty text
// is ''. Fails with AT_EUSAGE for a NUL, which cannot be quoted.
AT_CHECKED bool at_quote(struct at_buf *out, struct at_str text,
                         struct at_err *err);

// Append a command line: a NULL-terminated list of words, quoted and separated
// by blanks.
AT_CHECKED bool at_quote_words(struct at_buf *out, const char *const *words,
                               struct at_err *err);

#endif
