// likeness.h: how similar two readings of the screen are
#ifndef AT_SCREEN_LIKENESS_H
#define AT_SCREEN_LIKENESS_H

#include "screen/tree.h"

enum { AT_LIKENESS_SAME_SCREEN = 67 };

// Return the share of visible texts found in both, as a percentage of the texts
// of the fuller tree; 0 for different apps, sizes or sources.
unsigned at_tree_likeness(const struct at_tree *a, const struct at_tree *b);

#endif
