#include "screen/likeness.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/hash.h"
#include "screen/label.h"

// Return the sorted hashes of the visible texts. The caller owns them.
static uint64_t *
texts_of(const struct at_tree *tree, size_t *out_count)
{
    uint64_t *texts =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*texts));
    const struct at_node *root = tree->root;
    *out_count = 0;
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root)) {
        struct at_str label = at_node_lasting_label(node);
        if (label.len > 0 && !at_node_has(node, AT_NODE_CHROME) &&
            at_node_visible(tree, node))
            texts[(*out_count)++] = at_hash_str(AT_HASH_INIT, label);
    }
    qsort(texts, *out_count, sizeof(*texts), at_hash_compare);
    return texts;
}

static size_t
count_common(const uint64_t *a, size_t a_count, const uint64_t *b,
             size_t b_count)
{
    size_t common = 0;
    size_t i = 0;
    size_t j = 0;
    while (i < a_count && j < b_count) {
        int by = at_hash_compare(&a[i], &b[j]);
        common += by == 0 ? 1 : 0;
        i += by <= 0 ? 1 : 0;
        j += by >= 0 ? 1 : 0;
    }
    return common;
}

unsigned
at_tree_likeness(const struct at_tree *a, const struct at_tree *b)
{
    size_t a_count;
    size_t b_count;
    if (a->width_px != b->width_px || a->height_px != b->height_px ||
        a->source != b->source ||
        !at_str_eq(a->front_package, b->front_package))
        return 0;
    uint64_t *one = texts_of(a, &a_count);
    uint64_t *two = texts_of(b, &b_count);
    size_t common = count_common(one, a_count, two, b_count);
    size_t most = a_count > b_count ? a_count : b_count;
    free(one);
    free(two);
    return most > 0 ? (unsigned)(100 * common / most) : 0;
}
