// fulljson.h: the tree as the contract's LlmTreeNode JSON
#ifndef AT_SCREEN_FULLJSON_H
#define AT_SCREEN_FULLJSON_H

#include "base/buf.h"
#include "screen/tree.h"

// Append one JSON value, pruned as the contract says ("Tree pruning").
// max_depth 0: unlimited; only_interactive as in the compact text.
void at_fulljson_write(const struct at_tree *tree, size_t max_depth,
                       bool only_interactive, struct at_buf *out);

#endif
