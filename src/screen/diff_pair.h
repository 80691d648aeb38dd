// diff_pair.h: pairing the lines of two trees
//
// A pair is one element: a ref identifies it on both sides, or it has the same
// id, the same place and class, or content that is unique on both sides. List
// rows are paired as a whole first, to keep lines of different rows apart.
// Equal lines are paired too, since there is nothing to report about them.
#ifndef AT_SCREEN_DIFF_PAIR_H
#define AT_SCREEN_DIFF_PAIR_H

#include "base/buf.h"
#include "screen/compact_plan.h"
#include "screen/identity.h"
#include "screen/ref.h"

#define AT_DIFF_NONE SIZE_MAX

struct at_diff_line {
    struct at_compact_line line; // without words that depend on other lines
    struct at_compact_line full; // the line as printed in the whole tree
    bool hidden;                 // list row whose text is not printed
    uint64_t text;               // hash of the line without its ref
    uint64_t structure;          // see struct at_identity
    size_t item;                 // index of its list row, or AT_DIFF_NONE
    size_t mate;                 // index on the other side, or AT_DIFF_NONE
    bool keeps;                  // same element as its mate, and keeps the ref
    char ref[AT_REF_NAME_MAX];   // "" for a line without a ref
};

// A list row on the screen.
struct at_diff_item {
    const struct at_node *node;
    uint64_t list;      // hash of ids and classes of the list and its ancestors
    uint64_t structure; // structure hash of node
    uint64_t content;   // hash of all its lines
    size_t mate;        // index of the item on the other side, or AT_DIFF_NONE
    bool in_order;      // guessed by order among rows of equal content
};

struct at_diff_side {
    const struct at_tree *tree; // borrowed
    bool is_list;               // the lines come from a numbered list
    struct at_diff_line *lines; // owned
    size_t count;
    struct at_diff_item *items; // owned
    size_t item_count;
};

void at_diff_side_init(struct at_diff_side *side, const struct at_tree *tree,
                       bool only_interactive, bool is_list);
void at_diff_side_deinit(struct at_diff_side *side);

// Append a line without indentation, ref and newline, either for comparison or
// in full.
void at_diff_line_write(const struct at_diff_side *side,
                        const struct at_diff_line *line, struct at_buf *out);
void at_diff_line_write_full(const struct at_diff_side *side,
                             const struct at_diff_line *line,
                             struct at_buf *out);

// Pair the lines and set the refs of before's lines.
void at_diff_pair(struct at_diff_side *before, struct at_diff_side *after,
                  const struct at_ref_table *refs);

#endif
