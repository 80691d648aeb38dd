// patterns_rules.h: the rules of patterns.c; for patterns*.c
#ifndef AT_BUGREPORT_PATTERNS_RULES_H
#define AT_BUGREPORT_PATTERNS_RULES_H

#include "base/buf.h"

// If what begins at this place has the rule's form, append it with its secret
// parts hidden, and return the length that was read; else 0.
typedef size_t at_bugreport_rule(struct at_str text, size_t at,
                                 struct at_buf *out);

at_bugreport_rule at_bugreport_hide_private_key; // PEM
at_bugreport_rule at_bugreport_hide_url;
at_bugreport_rule at_bugreport_hide_bearer; // "Bearer TOKEN"
at_bugreport_rule at_bugreport_hide_named;  // "password: VALUE"
at_bugreport_rule at_bugreport_hide_email;
at_bugreport_rule at_bugreport_hide_key;    // "sk-…"
at_bugreport_rule at_bugreport_hide_random; // long, of mixed characters

bool at_bugreport_in_word(char c); // letters, digits, '_', beyond ASCII
bool at_bugreport_is_one_of(char c, const char *chars); // not for a NUL

#endif
