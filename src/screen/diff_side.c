// diff_side.c: the lines of one tree and the list rows that contain them
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/compact.h"
#include "screen/diff_pair.h"
#include "screen/elements.h"
#include "screen/hash.h"
#include "screen/listed.h"

void
at_diff_line_write(const struct at_diff_side *side,
                   const struct at_diff_line *line, struct at_buf *out)
{
    if (side->is_list)
        at_listed_write(line->line.node, NULL, out);
    else
        at_compact_write_line(&line->line, out);
}

void
at_diff_line_write_full(const struct at_diff_side *side,
                        const struct at_diff_line *line, struct at_buf *out)
{
    if (side->is_list)
        at_listed_write(line->line.node, NULL, out);
    else
        at_compact_write_line(&line->full, out);
}

static void
add_compact(struct at_diff_side *side, bool only_interactive)
{
    const struct at_compact_opts full_opts = {.only_interactive =
                                                  only_interactive};
    const struct at_compact_opts bare_opts = {
        .only_interactive = only_interactive, .bare = true};
    struct at_compact_plan full;
    struct at_compact_plan bare;
    at_compact_plan_init(&full, side->tree, &full_opts);
    at_compact_plan_init(&bare, side->tree, &bare_opts);
    at_assert(full.count == bare.count);
    side->lines = at_realloc_array(NULL, bare.count, sizeof(*side->lines));
    side->count = bare.count;
    for (size_t i = 0; i < bare.count; i++)
        side->lines[i] =
            (struct at_diff_line){.line = bare.lines[i], .full = full.lines[i]};
    at_compact_plan_deinit(&full);
    at_compact_plan_deinit(&bare);
}

static void
add_list(struct at_diff_side *side, bool only_interactive)
{
    struct at_elements elements;
    at_elements_init(&elements, side->tree, only_interactive);
    side->lines = at_realloc_array(NULL, elements.count, sizeof(*side->lines));
    side->count = elements.count;
    for (size_t i = 0; i < elements.count; i++) {
        const struct at_element *row = &elements.rows[i];
        side->lines[i] = (struct at_diff_line){
            .line = {.node = row->node,
                     .indent = (uint32_t)row->indent,
                     .kind = 'e'},
            .hidden = !at_elements_shows(&elements, i),
        };
    }
    at_elements_deinit(&elements);
}

static size_t
item_index(struct at_diff_side *side, const struct at_identities *ids,
           size_t *index_of, const struct at_node *node)
{
    const struct at_node *item = at_identity_item(ids, node);
    if (!item)
        return AT_DIFF_NONE;
    if (index_of[item->order] == AT_DIFF_NONE) {
        struct at_identity id = at_identity_of(ids, item);
        index_of[item->order] = side->item_count;
        side->items[side->item_count++] = (struct at_diff_item){
            .node = item,
            .list = id.ancestry,
            .structure = id.structure,
            .content = AT_HASH_INIT,
            .mate = AT_DIFF_NONE,
        };
    }
    return index_of[item->order];
}

static void
read_lines(struct at_diff_side *side, const struct at_identities *ids,
           size_t *index_of)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    for (size_t i = 0; i < side->count; i++) {
        struct at_diff_line *line = &side->lines[i];
        at_buf_clear(&text);
        at_diff_line_write(side, line, &text);
        line->text = at_hash_str(AT_HASH_INIT, at_buf_str(&text));
        line->structure = at_identity_of(ids, line->line.node).structure;
        line->mate = AT_DIFF_NONE;
        line->item = item_index(side, ids, index_of, line->line.node);
        if (line->item == AT_DIFF_NONE)
            continue;
        struct at_diff_item *item = &side->items[line->item];
        item->content = at_hash_u64(item->content, line->text);
        item->content = at_hash_u64(item->content, line->structure);
    }
    at_buf_deinit(&text);
}

void
at_diff_side_init(struct at_diff_side *side, const struct at_tree *tree,
                  bool only_interactive, bool is_list)
{
    struct at_identities ids;
    size_t nodes = tree->node_count + 1;
    size_t *index_of = at_realloc_array(NULL, nodes, sizeof(*index_of));
    *side = (struct at_diff_side){.tree = tree, .is_list = is_list};
    if (is_list)
        add_list(side, only_interactive);
    else
        add_compact(side, only_interactive);
    for (size_t i = 0; i < nodes; i++)
        index_of[i] = AT_DIFF_NONE;
    side->items = at_realloc_array(NULL, side->count, sizeof(*side->items));
    at_identities_init(&ids, tree, AT_IDENTITY_INTERACTIVE);
    read_lines(side, &ids, index_of);
    at_identities_deinit(&ids);
    free(index_of);
}

void
at_diff_side_deinit(struct at_diff_side *side)
{
    free(side->lines);
    free(side->items);
    *side = (struct at_diff_side){0};
}
