// shell_quote.h: quote text as one word of the device's shell
#ifndef AT_BASE_SHELL_QUOTE_H
#define AT_BASE_SHELL_QUOTE_H

#include "base/buf.h"
#include "base/err.h"

// Append text as one word of the device's sh (mksh, toybox), whatever it
// holds: plain where it is plain, else in single quotes, with each single
// quote as '\''. An empty text is ''. A NUL cannot be quoted: AT_EUSAGE.
AT_CHECKED bool at_quote(struct at_buf *out, struct at_str text,
                         struct at_err *err);

// A whole command line: words up to NULL, quoted, one blank between.
AT_CHECKED bool at_quote_words(struct at_buf *out, const char *const *words,
                               struct at_err *err);

#endif
