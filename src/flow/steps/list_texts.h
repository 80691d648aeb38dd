// list_texts.h: the texts of a list, gathered while it scrolls
//
// Each row is one line, with its texts separated by " | ", and is added once.
// Equal rows are as many as one screen has shown at the same time. A row that
// was cut at an edge is completed once it is fully visible.
#ifndef AT_FLOW_STEPS_LIST_TEXTS_H
#define AT_FLOW_STEPS_LIST_TEXTS_H

#include "base/argv.h"
#include "base/buf.h"
#include "screen/tree.h"

struct at_list_texts {
    struct at_argv lines;
    size_t max;
    bool full; // a line was dropped
};

// Add the visible rows of list.
void at_list_texts_add(struct at_list_texts *texts, const struct at_tree *tree,
                       const struct at_node *list);
// Move the texts at the end of nearly all rows, such as those of their buttons,
// from the rows to out.
void at_list_texts_cut_common(struct at_list_texts *texts, struct at_buf *out);

#endif
