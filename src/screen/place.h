// place.h: where an element is, for elements that nothing names
//
// An unlabelled element says its place: a corner of the labelled line that
// holds it or of the screen, or the text nearest to it. An id counts as a name
// unless others that nothing names have it too. Labelled elements that are
// written alike are told apart by their ids, where those differ.
#ifndef AT_SCREEN_PLACE_H
#define AT_SCREEN_PLACE_H

#include "screen/compact_plan.h"

// Add these words to a plan's lines, in time proportional to their number.
void at_place_lines(const struct at_tree *tree, struct at_compact_plan *plan);

#endif
