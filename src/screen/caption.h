// caption.h: the text that says what a number or a field is
#ifndef AT_SCREEN_CAPTION_H
#define AT_SCREEN_CAPTION_H

#include "screen/tree.h"

// Return the text that says what node is, if node itself does not: it is only a
// number, an amount or a time, or a field without label and hint. The nearest
// text in its line, else the one right above it; empty if there is none.
struct at_str at_node_caption(const struct at_tree *tree,
                              const struct at_node *node);

#endif
