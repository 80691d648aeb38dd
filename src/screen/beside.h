// beside.h: boxes and switches that only a text beside them names
#ifndef AT_SCREEN_BESIDE_H
#define AT_SCREEN_BESIDE_H

#include "screen/tree.h"

// Give each check box, radio button and switch without a label the text in its
// row as named_by, and the text AT_NODE_NAMES_CONTROL. A text that can be
// touched itself or is another element's label names nothing, nor does one that
// two controls would take. Only at_tree_finish() calls it, last of all.
void at_tree_name_controls(struct at_tree *tree);

#endif
