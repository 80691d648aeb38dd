// more.h: whether the content of a scrollable goes on
#ifndef AT_SCREEN_MORE_H
#define AT_SCREEN_MORE_H

#include "screen/tree.h"

// Return where the tree itself has content of the scrollable that it does not
// show: "more above", "more below", both or to the sides, a literal; NULL if it
// has none. That says nothing about content that the device leaves out, as most
// lists do.
const char *at_more_word(const struct at_node *scrollable);

#endif
