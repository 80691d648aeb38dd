#include "screen/twins.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/hash.h"

struct twin {
    uint64_t hash; // hash of the whole subtree
    const struct at_node *window;
    struct at_node *node;
};

static uint64_t
hash_rect(uint64_t hash, struct at_rect rect)
{
    hash = at_hash_u64(hash, (uint64_t)(int64_t)rect.left);
    hash = at_hash_u64(hash, (uint64_t)(int64_t)rect.top);
    hash = at_hash_u64(hash, (uint64_t)(int64_t)rect.right);
    return at_hash_u64(hash, (uint64_t)(int64_t)rect.bottom);
}

static uint64_t
hash_node(const struct at_node *node)
{
    uint64_t hash = hash_rect(AT_HASH_INIT, node->bounds);
    hash = at_hash_u64(hash, node->flags);
    hash = at_hash_str(hash, node->class_name);
    hash = at_hash_str(hash, node->resource_id);
    hash = at_hash_str(hash, node->text);
    return at_hash_str(hash, node->description);
}

static bool
same_texts(const struct at_node *a, const struct at_node *b)
{
    return at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(a->resource_id, b->resource_id) &&
           at_str_eq(a->text, b->text) &&
           at_str_eq(a->description, b->description) &&
           at_str_eq(a->hint, b->hint) && at_str_eq(a->state, b->state) &&
           at_str_eq(a->tooltip, b->tooltip) && at_str_eq(a->pane, b->pane) &&
           at_str_eq(a->error, b->error) && at_str_eq(a->range, b->range) &&
           at_str_eq(a->given_label, b->given_label) &&
           at_str_eq(a->given_id, b->given_id);
}

static bool
same_node(const struct at_node *a, const struct at_node *b)
{
    return at_rect_eq(a->bounds, b->bounds) && a->flags == b->flags &&
           a->role == b->role && a->actions == b->actions && same_texts(a, b);
}

static bool
same_subtree(const struct at_node *a, const struct at_node *b)
{
    const struct at_node *i = a;
    const struct at_node *j = b;
    while (i && j && same_node(i, j) &&
           i->depth - a->depth == j->depth - b->depth) {
        i = at_node_next(i, a);
        j = at_node_next(j, b);
    }
    return !i && !j;
}

static int
compare_twins(const void *a, const void *b)
{
    const struct twin *one = a;
    const struct twin *two = b;
    if (one->window != two->window)
        return one->window->order < two->window->order ? -1 : 1;
    if (one->hash != two->hash)
        return one->hash < two->hash ? -1 : 1;
    return one->node->order < two->node->order ? -1 : 1;
}

// Hash children before parents by walking in reverse preorder.
static void
hash_all(struct at_tree *tree, uint64_t *hashes, struct twin *out)
{
    const struct at_node *window = NULL;
    struct at_node *node = tree->root->first_child;
    for (size_t i = 0; node; i++) {
        window = node->parent == tree->root ? node : window;
        hashes[node->order] = hash_node(node);
        out[i] = (struct twin){.window = window, .node = node};
        node = (struct at_node *)at_node_next(node, tree->root);
    }
    for (size_t i = tree->node_count; i-- > 0;) {
        const struct at_node *at = out[i].node;
        out[i].hash = hashes[at->order];
        hashes[at->parent->order] =
            at_hash_u64(hashes[at->parent->order], hashes[at->order]);
    }
}

static void
hide(struct at_node *top)
{
    for (struct at_node *it = top; it;
         it = (struct at_node *)at_node_next(it, top))
        it->seen = (struct at_rect){0, 0, 0, 0};
}

static bool
may_be_twin(const struct at_node *node)
{
    return !at_rect_empty(node->seen) && node->parent->parent;
}

void
at_twins_hide(struct at_tree *tree)
{
    size_t count = tree->node_count;
    uint64_t *hashes = at_realloc_array(NULL, count + 1, sizeof(*hashes));
    struct twin *twins = at_realloc_array(NULL, count + 1, sizeof(*twins));
    hashes[0] = 0;
    hash_all(tree, hashes, twins);
    qsort(twins, count, sizeof(*twins), compare_twins);
    for (size_t i = 0; i + 1 < count; i++) {
        struct twin *it = &twins[i];
        const struct twin *next = &twins[i + 1];
        if (it->window == next->window && it->hash == next->hash &&
            may_be_twin(it->node) && !at_rect_empty(next->node->seen) &&
            same_subtree(it->node, next->node))
            hide(it->node);
    }
    free(hashes);
    free(twins);
}
