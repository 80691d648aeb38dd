// gaps.h: describe what a reading of the screen has left out
#ifndef AT_SCREEN_GAPS_H
#define AT_SCREEN_GAPS_H

#include "base/buf.h"
#include "screen/tree.h"

// Append one sentence without a full stop; false and nothing if the tree is
// complete as far as the device reports.
bool at_gaps_write(const struct at_tree *tree, struct at_buf *out);

// Did the device stop early? Then what is not in the tree may be there.
bool at_tree_is_cut(const struct at_tree *tree);

#endif
