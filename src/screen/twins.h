// twins.h: elements that are drawn several times at one place
#ifndef AT_SCREEN_TWINS_H
#define AT_SCREEN_TWINS_H

#include "screen/tree.h"

// Leave only the last of equal subtrees at one place to be seen: equal classes,
// ids, texts, states and rectangles throughout. A person sees one of them, and
// nothing tells a client which is which. For at_reach_prepare(), which has set
// what is seen before.
void at_twins_hide(struct at_tree *tree);

#endif
