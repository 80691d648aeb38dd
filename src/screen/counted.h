// counted.h: labels that differ only in their numbers
#ifndef AT_SCREEN_COUNTED_H
#define AT_SCREEN_COUNTED_H

#include "base/str.h"

// Return true if the texts differ only in their numbers ("Basket (1)", "Basket
// (12)"). Each has at least one; digits joined by '.' or ',' are one number.
bool at_counted_same(struct at_str a, struct at_str b);

// Return true if the text has a letter of any script.
bool at_counted_has_words(struct at_str text);

// Return true if the text states a price, by a currency sign or a code of three
// capitals.
bool at_counted_is_money(struct at_str text);

#endif
