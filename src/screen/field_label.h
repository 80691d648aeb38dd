// field_label.h: the text field that a text beside, above or below it means
#ifndef AT_SCREEN_FIELD_LABEL_H
#define AT_SCREEN_FIELD_LABEL_H

#include "screen/tree.h"

// Return the visible text field that said, which isn't one, stands for: the one
// that it is part of, else the only one of the same name or hint, else the
// nearest one that it is the label of (before it in its row, or above it) or
// the message of (below it), with no other text between them. NULL: none, or
// two are equally near.
const struct at_node *at_field_label_find(const struct at_tree *tree,
                                          const struct at_node *said);

#endif
