// caption.h: the text that explains a number or a field
#ifndef AT_SCREEN_CAPTION_H
#define AT_SCREEN_CAPTION_H

#include "screen/tree.h"

// Return the caption of a node that is not self-explanatory: a bare number,
// amount or time, or a field without label and hint. Prefer the nearest text in
// the same line, then the one right above; empty if neither exists.
struct at_str at_node_caption(const struct at_tree *tree,
                              const struct at_node *node);

#endif
