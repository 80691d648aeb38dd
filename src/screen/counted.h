// counted.h: labels that differ in their numbers alone
#ifndef AT_SCREEN_COUNTED_H
#define AT_SCREEN_COUNTED_H

#include "base/str.h"

// Do the texts differ in numbers alone ("Basket (1)", "Basket (12)")? Each has
// at least one; digits with '.' or ',' between them are one number.
bool at_counted_same(struct at_str a, struct at_str b);

// Has the text a letter, in any script?
bool at_counted_has_words(struct at_str text);

// Does the text tell money, by a sign of a currency or a code of three
// capitals?
bool at_counted_is_money(struct at_str text);

#endif
