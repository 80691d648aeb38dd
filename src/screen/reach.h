// reach.h: which part of an element can be seen and touched, and what prevents
// it
//
// The one model of visibility and reachability, used by the tree's writers
// (which nodes get a ref), look-ups, assertions and taps. The rules are those
// of the platform's touch dispatch, as far as a tree shows them:
//
// - The visible part of an element is on the screen and inside of every
//   scrollable, web page and pane around it. Windows behind a modal one and
//   windows covered completely have no visible part. System bars cover nothing.
// - A touch goes to the topmost window at its point, and there to the topmost
//   touchable element. Disabled elements take touches too.
// - An element can be touched where it is not covered by touchable descendants
//   (including scrollables), by touchable elements drawn after it, or by
//   windows in front. screen/drawn.h determines the drawing order: where that
//   is a guess, touch the element outside of the overlap if possible, otherwise
//   inside it.
#ifndef AT_SCREEN_REACH_H
#define AT_SCREEN_REACH_H

#include "screen/tree.h"

enum at_reach_kind {
    AT_REACH_FREE,
    AT_REACH_OFF_SCREEN, // invisible, empty, or outside of the screen
    AT_REACH_CLIPPED,    // outside of its scrollable's visible part
    AT_REACH_BEHIND,     // its window is behind a modal one
    AT_REACH_WINDOW,     // another window covers all of it
    AT_REACH_ELEMENTS,   // touchable elements cover all of it
    AT_REACH_UNCERTAIN,  // touchable elements may cover it
};

struct at_reach {
    enum at_reach_kind kind;
    struct at_point at; // FREE: touches only this element; UNCERTAIN: has no
                        // known cover; ELEMENTS: visible centre
    // The window in front, the clipping scrollable, or the element that takes
    // or may take a touch at the centre; borrowed, may be NULL.
    const struct at_node *over;
};

// Compute the visible part of every node (see struct at_node) and which nodes
// take touches. Only at_tree_finish() calls it, after setting roles, screen
// size and bars.
void at_reach_prepare(struct at_tree *tree);

// Find a point where node can be touched. Costs a walk over the touchable
// elements behind it in the tree.
struct at_reach at_reach_of(const struct at_tree *tree,
                            const struct at_node *node);

// Return the element that takes a touch at this point, NULL if unknown.
const struct at_node *at_reach_hit(const struct at_tree *tree,
                                   struct at_point at);

// Return the element that responds to a touch of node: node itself, or the
// closest ancestor that takes touches and has a ref; NULL if there is none.
const struct at_node *at_reach_receiver(const struct at_node *node);

// Return true if the element that responds to a touch of node is enabled.
bool at_reach_enabled(const struct at_node *node);

#endif
