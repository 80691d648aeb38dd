// patterns.h: texts that are secret by their form, hidden; pure
//
// Values after names such as password, Authorization or Cookie; bearer tokens;
// credentials and queries of addresses; keys by their beginnings (sk-, ghp_),
// JSON web tokens, private keys, long random words; e-mail addresses.
#ifndef AT_BUGREPORT_PATTERNS_H
#define AT_BUGREPORT_PATTERNS_H

#include "base/buf.h"

#define AT_BUGREPORT_HIDDEN "***"

// Append text with those parts replaced by AT_BUGREPORT_HIDDEN. What is left
// has no such part any more. Hide before a text is cut.
void at_bugreport_patterns_hide(struct at_str text, struct at_buf *out);
// Return true if a value with this name is secret: PASSWORD, api_key, Cookie …
bool at_bugreport_name_is_secret(struct at_str name);

#endif
