// quote.h: text of a device, an app or another program inside our own words
//
// A screen's text and an app's names are written by strangers. Quoted, such a
// text cannot end its quotes, begin a line, move what stands around it, or
// hide: whoever reads the line, a person, a model or a terminal, sees where
// the stranger's words begin and end.
#ifndef AT_BASE_QUOTE_H
#define AT_BASE_QUOTE_H

#include "base/buf.h"

// Write text between double quotes. Quotes, backslashes, control characters,
// line separators, characters that are invisible or turn the direction of
// reading, and blanks and hyphens that look like those of ASCII are escaped as
// JSON does, so the result is a JSON string too. A
// joiner between two characters beyond ASCII is copied: Persian words and
// emoji need it. Everything else is copied.
void at_quote_write(struct at_str text, struct at_buf *out);

// Copy the beginning of a line that at_quote_write() wrote parts of, at most
// max_bytes and the mark of a cut: `"Delete al"...`. Quotes that the cut left
// open are closed, and no escape is cut in two.
void at_quote_cut(struct at_str line, size_t max_bytes, struct at_buf *out);

// Write text without quotes, for a terminal: a character that at_quote_write()
// would escape, other than a quote, a backslash, a newline or a tab, becomes a
// question mark, and so does a malformed byte.
void at_printable_write(struct at_str text, struct at_buf *out);
// The same as one line: newlines and tabs become blanks.
void at_line_write(struct at_str text, struct at_buf *out);

// Is the character a control character, a separator of lines, invisible, or one
// that turns the direction of reading? Joiners are among them.
bool at_cp_is_hidden(uint32_t cp);

// The two below are for the arguments of printf-like functions. Their result
// lives as long as the enclosing block; a longer text is cut.
struct at_quoted {
    char text[256];
};

// Quote text: `"Notes keeps stopping"`.
#define AT_QUOTED(str) at_quoted(&(struct at_quoted){{0}}, (str))
// Copy a name that has letters, digits and `._:/$-` only, as a package's has;
// quote any other.
#define AT_NAME(str) at_quoted_name(&(struct at_quoted){{0}}, (str))

const char *at_quoted(struct at_quoted *room, struct at_str text);
const char *at_quoted_name(struct at_quoted *room, struct at_str text);

#endif
