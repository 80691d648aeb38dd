#include "base/alloc.h"
#include "screen/helper_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The result is a tree: each node is where its parent says.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree;
    size_t count = 0;
    if (!at_helper_json_parse(in, &tree, &err)) {
        at_assert(!tree && err.code != AT_OK);
        return 0;
    }
    for (const struct at_node *it = tree->root->first_child; it;
         it = at_node_next(it, tree->root)) {
        at_assert(it->depth == it->parent->depth + 1);
        count++;
    }
    at_assert(count == tree->node_count && count > 0);
    at_tree_free(tree);
    return 0;
}
