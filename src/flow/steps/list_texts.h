// list_texts.h: the texts of a list, gathered while it scrolls
//
// One line a row, its texts separated by " | ", each row once: rows that say
// the same are as many as one screen has shown at once. A row that an edge had
// cut is completed once it is seen whole.
#ifndef AT_FLOW_STEPS_LIST_TEXTS_H
#define AT_FLOW_STEPS_LIST_TEXTS_H

#include "base/argv.h"
#include "base/buf.h"
#include "screen/tree.h"

struct at_list_texts {
    struct at_argv lines;
    size_t max;
    bool full; // there was another line
};

// Add the visible rows of list.
void at_list_texts_add(struct at_list_texts *texts, const struct at_tree *tree,
                       const struct at_node *list);
// Cut the texts with which nearly all rows end, such as those of their buttons,
// and append them to out.
void at_list_texts_cut_common(struct at_list_texts *texts, struct at_buf *out);

#endif
