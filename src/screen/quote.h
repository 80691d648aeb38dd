// quote.h: text from a screen between double quotes
#ifndef AT_SCREEN_QUOTE_H
#define AT_SCREEN_QUOTE_H

#include "base/buf.h"

// Quotes, backslashes, newlines, tabs, control characters, line separators and
// marks that turn the reading direction are escaped as JSON does, so the
// result is a JSON string too; everything else stands as it is. No text can
// end the quotes or the line.
void at_quote_write(struct at_str text, struct at_buf *out);

#endif
