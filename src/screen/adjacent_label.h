// adjacent_label.h: adjacent text as the label of a check box or switch
#ifndef AT_SCREEN_ADJACENT_LABEL_H
#define AT_SCREEN_ADJACENT_LABEL_H

#include "screen/tree.h"

// Set named_by of each unlabelled check box, radio button and switch to the
// text in its row, and set AT_NODE_NAMES_CONTROL on that text. A text is
// skipped if it can be touched, is already the label of another element, or is
// claimed by two controls. Only at_tree_finish() calls it, as the last step.
void at_tree_name_controls(struct at_tree *tree);

#endif
