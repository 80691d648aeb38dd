#include "screen/ref_texts.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "screen/hash.h"
#include "screen/label.h"

void
at_ref_texts_deinit(struct at_ref_texts *texts)
{
    free(texts->rows);
    *texts = (struct at_ref_texts){0};
}

static int
compare_texts(const void *a, const void *b)
{
    const struct at_ref_text *one = a;
    const struct at_ref_text *two = b;
    if (one->window != two->window)
        return one->window < two->window ? -1 : 1;
    return (one->hash > two->hash) - (one->hash < two->hash);
}

void
at_ref_texts_init(struct at_ref_texts *texts, const struct at_identities *ids,
                  const struct at_tree *tree)
{
    const struct at_node *root = tree->root;
    uint32_t window = 0;
    *texts = (struct at_ref_texts){0};
    texts->rows =
        at_realloc_array(NULL, tree->node_count + 1, sizeof(*texts->rows));
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root)) {
        struct at_str label = at_node_lasting_label(node);
        window = node->depth == 1 ? node->order : window;
        if (label.len == 0 || at_node_has(node, AT_NODE_CHROME) ||
            !at_node_visible(tree, node))
            continue;
        const struct at_node *item = at_identity_item(ids, node);
        texts->rows[texts->count++] = (struct at_ref_text){
            window, item ? item->order : 0, at_hash_str(AT_HASH_INIT, label)};
    }
    qsort(texts->rows, texts->count, sizeof(*texts->rows), compare_texts);
}

// Return the index of the window's first text, and their number.
static size_t
texts_of(const struct at_ref_texts *texts, uint32_t window, size_t *out_count)
{
    size_t low = 0;
    size_t high = texts->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (texts->rows[middle].window < window)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < texts->count && texts->rows[high].window == window)
        high++;
    *out_count = high - low;
    return low;
}

struct at_ref_overlap
at_ref_texts_compare(const struct at_ref_texts *before, uint32_t window_before,
                     const struct at_ref_texts *now, uint32_t window_now)
{
    size_t before_count;
    size_t now_count;
    size_t i = texts_of(before, window_before, &before_count);
    size_t j = texts_of(now, window_now, &now_count);
    size_t before_end = i + before_count;
    size_t now_end = j + now_count;
    struct at_ref_overlap overlap = {
        .all = before_count > now_count ? before_count : now_count};
    while (i < before_end && j < now_end) {
        uint64_t a = before->rows[i].hash;
        uint64_t b = now->rows[j].hash;
        overlap.common += a == b ? 1 : 0;
        i += a <= b ? 1 : 0;
        j += b <= a ? 1 : 0;
    }
    return overlap;
}

size_t
at_ref_texts_in_row(const struct at_ref_texts *texts, uint32_t row)
{
    size_t count = 0;
    for (size_t i = 0; i < texts->count; i++)
        count += texts->rows[i].row == row ? 1 : 0;
    return count;
}

bool
at_ref_texts_row_says(const struct at_ref_texts *texts, uint32_t row,
                      uint64_t hash)
{
    for (size_t i = 0; i < texts->count; i++) {
        if (texts->rows[i].row == row && texts->rows[i].hash == hash)
            return true;
    }
    return false;
}
