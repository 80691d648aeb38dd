// fulljson.h: the tree as the contract's LlmTreeNode JSON
#ifndef AT_SCREEN_FULLJSON_H
#define AT_SCREEN_FULLJSON_H

#include "base/buf.h"
#include "screen/tree.h"

struct at_fulljson_opts {
    size_t max_depth;      // 0: unlimited
    bool only_interactive; // same as in the compact text
    size_t text_max;       // longer texts end with "…"; 0: unlimited
};

// Append one JSON value, pruned as described in the contract ("Tree pruning").
void at_fulljson_write(const struct at_tree *tree,
                       const struct at_fulljson_opts *opts, struct at_buf *out);

#endif
