// toml_lex.h: the words of TOML: strings, comments, values
#ifndef AT_WIRE_TOML_LEX_H
#define AT_WIRE_TOML_LEX_H

#include "wire/toml_scan.h"

// Return the character at an offset from the place, NUL behind the end.
char at_toml_peek(const struct at_toml *toml, size_t ahead);
// Fail with the place and what should be there.
bool at_toml_fail(const struct at_toml *toml, const char *expected,
                  struct at_err *err);
// Advance to the end of the line if a comment begins here.
AT_CHECKED bool at_toml_skip_comment(struct at_toml *toml, struct at_err *err);
// Advance behind a string of one of the four kinds.
AT_CHECKED bool at_toml_skip_string(struct at_toml *toml, struct at_err *err);

#endif
