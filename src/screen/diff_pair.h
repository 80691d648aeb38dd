// diff_pair.h: pairing the lines of two trees
//
// A pair is the same element: a ref certainly means it, or it has the same id,
// or the same place and class, or a content that is unique on both sides. Rows
// of a list are paired as a whole first, so that lines of strangers are not.
// Equal lines are paired too, since nothing can be said of them.
#ifndef AT_SCREEN_DIFF_PAIR_H
#define AT_SCREEN_DIFF_PAIR_H

#include "base/buf.h"
#include "screen/compact_plan.h"
#include "screen/identity.h"
#include "screen/ref.h"

#define AT_DIFF_NONE SIZE_MAX

struct at_diff_line {
    struct at_compact_line line; // without words that depend on other lines
    struct at_compact_line full; // as the whole tree has it
    bool hidden;                 // a list's row that its text does not show
    uint64_t text;               // hash of the line without its ref
    uint64_t structure;          // of the element, see struct at_identity
    size_t item;                 // the list row that it is in, or AT_DIFF_NONE
    size_t mate;                 // the other side's line, or AT_DIFF_NONE
    bool keeps;                  // it is the mate's element, and has its ref
    char ref[AT_REF_NAME_MAX];   // "" if it has none
};

// One row of a list on the screen.
struct at_diff_item {
    const struct at_node *node;
    uint64_t list;      // ids and classes of the list and above it
    uint64_t structure; // of node
    uint64_t content;   // hash of all its lines
    size_t mate;        // the other side's item, or AT_DIFF_NONE
    bool in_order;      // the mate may also be another one of equal content
};

struct at_diff_side {
    const struct at_tree *tree; // borrowed
    bool is_list;               // lines are those of a numbered list
    struct at_diff_line *lines; // owned
    size_t count;
    struct at_diff_item *items; // owned
    size_t item_count;
};

void at_diff_side_init(struct at_diff_side *side, const struct at_tree *tree,
                       bool only_interactive, bool is_list);
void at_diff_side_deinit(struct at_diff_side *side);

// Append a line without indentation, ref and newline: to be compared, or in
// full.
void at_diff_line_write(const struct at_diff_side *side,
                        const struct at_diff_line *line, struct at_buf *out);
void at_diff_line_write_full(const struct at_diff_side *side,
                             const struct at_diff_line *line,
                             struct at_buf *out);

// Pair the lines. Sets the refs of before's lines.
void at_diff_pair(struct at_diff_side *before, struct at_diff_side *after,
                  const struct at_ref_table *refs);

#endif
