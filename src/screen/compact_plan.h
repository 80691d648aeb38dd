// compact_plan.h: the lines of the compact tree, before they are formatted
#ifndef AT_SCREEN_COMPACT_PLAN_H
#define AT_SCREEN_COMPACT_PLAN_H

#include "screen/element_text.h"
#include "screen/tree.h"

struct at_compact_opts {
    size_t max_lines;  // 0: AT_COMPACT_MAX_LINES; all lines count
    size_t stated_max; // the limit named in the text; 0: max_lines
    size_t max_depth;  // levels of indentation, 0: unlimited
    bool only_interactive;
    bool bare;       // omit words that depend on other lines, such as places
    bool keeps_refs; // elements keep their refs; new elements get new ones
};

struct at_compact_line {
    const struct at_node *node; // borrowed from the tree
    struct at_element_words words;
    uint32_t indent;
    uint32_t hidden_interactive; // interactive descendants beyond max_depth
    uint32_t hidden_texts;
    char kind; // ref kind, 0 for a line without a ref
};

struct at_compact_plan {
    struct at_compact_line *lines; // owned
    size_t count;
};

// Plan the lines in reading order. Release with at_compact_plan_deinit().
void at_compact_plan_init(struct at_compact_plan *plan,
                          const struct at_tree *tree,
                          const struct at_compact_opts *opts);
void at_compact_plan_deinit(struct at_compact_plan *plan);

#endif
