// field_label.h: the text field that an adjacent text refers to
#ifndef AT_SCREEN_FIELD_LABEL_H
#define AT_SCREEN_FIELD_LABEL_H

#include "screen/tree.h"

// Return the visible text field that said (not a field itself) refers to: the
// field that contains it, else the only field with the same name or hint, else
// the nearest field that it labels (before it in the row, or above) or comments
// (below), with no other text in between. NULL: no such field, or two equally
// near.
const struct at_node *at_field_label_find(const struct at_tree *tree,
                                          const struct at_node *said);

#endif
