// likeness.h: how much two readings show of the same
#ifndef AT_SCREEN_LIKENESS_H
#define AT_SCREEN_LIKENESS_H

#include "screen/tree.h"

enum { AT_LIKENESS_SAME_SCREEN = 67 };

// Return how many of their visible texts are the same, in percent of the texts
// that the fuller one has; 0 if they are of different apps, sizes or sources.
unsigned at_tree_likeness(const struct at_tree *a, const struct at_tree *b);

#endif
