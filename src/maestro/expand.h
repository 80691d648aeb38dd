// expand.h: the ${} of Maestro's texts; pure
//
// A script begins at "${" without a backslash before it, and reaches to the
// last "}" before the next "$" or the end. So "${A} and {b}" is one script,
// and a script cannot hold a "$". Without such a "}" the text stays as it is.
// Escapes are removed from the result, from what scripts gave too.
#ifndef AT_MAESTRO_EXPAND_H
#define AT_MAESTRO_EXPAND_H

#include "base/buf.h"
#include "base/str.h"

struct at_maestro_piece {
    bool is_script;
    struct at_str text; // a script's without the braces
};

// Take the piece that begins at *at, 0 at first. Return false at the end.
bool at_maestro_expand_next(struct at_str text, size_t *at,
                            struct at_maestro_piece *out);
bool at_maestro_has_script(struct at_str text);

// Append text without the backslash before each "${…}".
void at_maestro_unescape(struct at_str text, struct at_buf *out);

// Return true if a script is nothing but a name, and not one of the language
// or of Maestro itself (at_maestro_is_global()). What it gives is known without
// an engine: the variable's value, or "undefined".
bool at_maestro_plain_name(struct at_str script, struct at_str *out_name);

// Return true for a name that scripts find without anybody's defining it:
// "Math", "output". A variable of that name is ignored.
bool at_maestro_is_global(struct at_str name);

#endif
