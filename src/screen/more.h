// more.h: whether a scrollable has more content
#ifndef AT_SCREEN_MORE_H
#define AT_SCREEN_MORE_H

#include "screen/tree.h"

// Return a literal such as "more above" or "more below" for content of the
// scrollable that is in the tree but not visible, NULL if there is none. Most
// lists also have content that is not in the tree.
const char *at_more_word(const struct at_node *scrollable);

#endif
