// place.h: places of unnamed elements
//
// An unlabelled element is described by its place: a corner of the labelled
// line that contains it or of the screen, or the nearest text. An id counts as
// a name unless other unnamed elements share it. Labelled elements with equal
// lines are distinguished by their ids, if those differ.
#ifndef AT_SCREEN_PLACE_H
#define AT_SCREEN_PLACE_H

#include "screen/compact_plan.h"

// Add the place words to a plan's lines, in linear time.
void at_place_lines(const struct at_tree *tree, struct at_compact_plan *plan);

#endif
