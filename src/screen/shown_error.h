// shown_error.h: tells error messages on the screen from mere error states
#ifndef AT_SCREEN_SHOWN_ERROR_H
#define AT_SCREEN_SHOWN_ERROR_H

#include "screen/tree.h"

// Set error_unseen of each node whose error is not part of any visible text.
// The content of a field does not count as such. Only at_tree_finish() calls
// it, after the visible parts are computed.
void at_tree_judge_errors(struct at_tree *tree);

// Return the literal that precedes the error: "error", or "invalid" if the
// message is not visible.
const char *at_node_error_word(const struct at_node *node);

#endif
