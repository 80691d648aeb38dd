// relation.h: elements by their place among others: near, inside, below a text
#ifndef AT_SCREEN_RELATION_H
#define AT_SCREEN_RELATION_H

#include "screen/selector.h"

// Does the selector say where its element is?
bool at_relation_given(const struct at_selector *selector);

// Return the element that the selector's other parts match, or any that takes
// input where there are none, and that is
// - inside: in the smallest element that has both it and the text;
// - below: lower than the text, the nearest first;
// - near: in the smallest such element, too, and then the nearest first.
// The index counts in that order. Without one it is refused if several are
// inside, or as near, unless any will do: with AT_ENOTFOUND for a touch, and
// with AT_EASSERT for a look, since they are there. NULL with AT_ENOTFOUND if
// there is none; with AT_EUSAGE if too many elements have the text.
const struct at_node *at_relation_find(const struct at_selector *selector,
                                       const struct at_tree *tree,
                                       const struct at_ref_table *refs,
                                       struct at_err *err);

#endif
