// quote.h: quoting of untrusted text in our own messages
//
// Screen texts and app names are untrusted. A quoted text cannot end its
// quotes, start a line, reorder the text around it or hide, so a person, model
// or terminal can tell where it starts and ends.
#ifndef AT_BASE_QUOTE_H
#define AT_BASE_QUOTE_H

#include "base/buf.h"

// Write text between double quotes. Quotes, backslashes, control characters,
// line separators, characters that are invisible or change the reading
// direction, and non-ASCII blanks and hyphens that look like ASCII ones are
// escaped as in JSON, so the result is a JSON string as well. All other text is
// copied, including a joiner between two non-ASCII characters, which Persian
// words and emoji need.
void at_quote_write(struct at_str text, struct at_buf *out);

// Copy the start of a line that includes output of at_quote_write(): at most
// max_bytes plus the mark of a cut, as in `"Delete al"...`. Open quotes are
// closed, and escapes are not split.
void at_quote_cut(struct at_str line, size_t max_bytes, struct at_buf *out);

// Write text without quotes, for a terminal. Characters that at_quote_write()
// would escape (except quotes, backslashes, newlines and tabs) and malformed
// bytes become question marks.
void at_printable_write(struct at_str text, struct at_buf *out);
// Like at_printable_write(), as one line: newlines and tabs become blanks.
void at_line_write(struct at_str text, struct at_buf *out);

// Return true for a control character, a line separator, an invisible
// character, or one that changes the reading direction. Joiners are included.
bool at_cp_is_hidden(uint32_t cp);

// For arguments of printf-like functions: the results live as long as the
// enclosing block, and longer texts are cut.
struct at_quoted {
    char text[256];
};

// Quote text, as in `"Notes keeps stopping"`.
#define AT_QUOTED(str) at_quoted(&(struct at_quoted){{0}}, (str))
// Copy a name of only letters, digits and `._:/$-`, such as a package name;
// quote any other.
#define AT_NAME(str) at_quoted_name(&(struct at_quoted){{0}}, (str))

const char *at_quoted(struct at_quoted *room, struct at_str text);
const char *at_quoted_name(struct at_quoted *room, struct at_str text);

#endif
