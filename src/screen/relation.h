// relation.h: elements near, inside or below a text
#ifndef AT_SCREEN_RELATION_H
#define AT_SCREEN_RELATION_H

#include "screen/selector.h"

// Return true if the selector relates its element to a text.
bool at_relation_given(const struct at_selector *selector);

// Return the element that matches the selector's other parts (without any: an
// element that takes input) and its relation:
//
// - inside: in the smallest element that also contains the text.
// - below: lower than the text, nearest first.
// - near: in the smallest such element as well, nearest first.
//
// The index counts in that order. Without an index, several elements inside, or
// at the same distance, are ambiguous unless selector->any is set: AT_ENOTFOUND
// for a touch, AT_EASSERT for a look, since they exist. NULL with AT_ENOTFOUND
// if nothing matches, with AT_EUSAGE if too many elements have the text.
const struct at_node *at_relation_find(const struct at_selector *selector,
                                       const struct at_tree *tree,
                                       const struct at_ref_table *refs,
                                       struct at_err *err);

#endif
