// drawn.h: which of two elements is drawn on top, as far as that is known
//
// The platform guarantees that windows are stacked in order, that children are
// drawn over their parents and that siblings follow the drawing order reported
// by the device. Without that order the position among siblings is a guess:
// elevation, a custom drawing order and accessibility sorting change it.
#ifndef AT_SCREEN_DRAWN_H
#define AT_SCREEN_DRAWN_H

#include "screen/tree.h"

enum at_drawn {
    AT_DRAWN_UNDER,
    AT_DRAWN_MAYBE_UNDER, // a guess: it comes earlier in the tree
    AT_DRAWN_MAYBE_OVER,  // a guess: it comes later in the tree
    AT_DRAWN_OVER,
};

// Return where other is drawn relative to node. For two elements with the same
// bounds tree order is not evidence, except that the later of two twins is on
// top.
enum at_drawn at_drawn_of(const struct at_tree *tree,
                          const struct at_node *other,
                          const struct at_node *node);

bool at_drawn_inside(const struct at_node *node, const struct at_node *top);

#endif
