// twins.h: elements drawn several times at one place
#ifndef AT_SCREEN_TWINS_H
#define AT_SCREEN_TWINS_H

#include "screen/tree.h"

// Hide all but the last of equal subtrees at one place: equal classes, ids,
// texts, states and rectangles throughout. A person sees one of them, and a
// client cannot distinguish them. For at_reach_prepare(), which has already set
// the visible parts.
void at_twins_hide(struct at_tree *tree);

#endif
