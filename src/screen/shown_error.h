// shown_error.h: is the message of an error on the screen, or only a state?
#ifndef AT_SCREEN_SHOWN_ERROR_H
#define AT_SCREEN_SHOWN_ERROR_H

#include "screen/tree.h"

// Set error_unseen of each node whose error no visible text has. What is typed
// into a field is no such text. Only at_tree_finish() calls it, once it is
// known what is seen.
void at_tree_judge_errors(struct at_tree *tree);

// Return the word before the error, a literal: "error", or "invalid" if a
// person sees no such message.
const char *at_node_error_word(const struct at_node *node);

#endif
