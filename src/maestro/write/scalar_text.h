// scalar_text.h: a text as a YAML scalar that Maestro reads as just this text;
// pure
#ifndef AT_MAESTRO_WRITE_SCALAR_TEXT_H
#define AT_MAESTRO_WRITE_SCALAR_TEXT_H

#include "base/buf.h"
#include "base/str.h"

// Return true unless text has NUL bytes or is malformed UTF-8.
bool at_maestro_is_writable(struct at_str text);

// Append a writable text: as it is if it is a plain word for every reader,
// else in double quotes, on one line, with \ escapes for what is invisible.
void at_maestro_scalar_write(struct at_str text, struct at_buf *out);

// Append text so that ${ in it is not expanded: \${.
void at_maestro_literal_write(struct at_str text, struct at_buf *out);

#endif
