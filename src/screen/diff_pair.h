// diff_pair.h: which line of one compact tree is which of another
#ifndef AT_SCREEN_DIFF_PAIR_H
#define AT_SCREEN_DIFF_PAIR_H

#include "screen/compact_plan.h"
#include "screen/ref.h"

#define AT_DIFF_NONE SIZE_MAX

struct at_diff_line {
    const struct at_compact_line *line; // borrowed from the side's plan
    uint64_t text;                      // hash of the line without its ref
    uint64_t bare;             // of the element: see struct at_identity
    size_t mate;               // the other side's line, or AT_DIFF_NONE
    bool keeps;                // the mate's ref means this very element
    char ref[AT_REF_NAME_MAX]; // "" where it has none
};

struct at_diff_side {
    const struct at_tree *tree; // borrowed
    struct at_compact_plan plan;
    struct at_diff_line *lines; // owned, plan.count of them
};

void at_diff_side_init(struct at_diff_side *side, const struct at_tree *tree,
                       const struct at_compact_opts *opts);
void at_diff_side_deinit(struct at_diff_side *side);

// Pair the lines, in time O(n log n): what refs (given out for before) mean in
// after; then equal lines; then what stands at the same place, or is the only
// one of its id, class and ancestry that is left. before's lines get the refs
// that they have.
void at_diff_pair(struct at_diff_side *before, struct at_diff_side *after,
                  const struct at_ref_table *refs);

#endif
