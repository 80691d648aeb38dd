// drawn.h: which of two elements is drawn over the other, as far as it is known
//
// Certain is what the platform guarantees: windows in front of each other,
// children over their parents, and siblings whose drawing order the device
// reports. The order of siblings in a tree is only a guess: elevation, a
// parent's own drawing order and sorting for accessibility change it.
#ifndef AT_SCREEN_DRAWN_H
#define AT_SCREEN_DRAWN_H

#include "screen/tree.h"

enum at_drawn {
    AT_DRAWN_UNDER,
    AT_DRAWN_MAYBE_UNDER, // earlier in the tree, and nothing else is known
    AT_DRAWN_MAYBE_OVER,  // later in the tree, and nothing else is known
    AT_DRAWN_OVER,
};

// Where is other drawn, relative to node? At one place the order of the tree
// says nothing; of twins there, the later one is drawn over the other.
enum at_drawn at_drawn_of(const struct at_tree *tree,
                          const struct at_node *other,
                          const struct at_node *node);

// Is node inside top?
bool at_drawn_inside(const struct at_node *node, const struct at_node *top);

#endif
