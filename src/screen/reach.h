// reach.h: what of an element can be seen and touched, and what prevents it
//
// The one model of visibility and reachability: the tree's writers (what has a
// ref), look-ups, assertions and taps all ask here. The rules are those of the
// platform's touch dispatch, as far as a tree shows them:
//
// - Seen is the part of an element that is on the screen and inside of every
//   scrollable, web page and pane around it. Nothing is seen of a window behind
//   a modal one, nor of what another window covers whole. Bars of the system
//   cover nothing.
// - A touch goes to the window drawn last at its point, and there to the
//   touchable element drawn last. A disabled element takes touches, too.
// - An element can be touched where neither what takes touches inside it (a
//   scrollable does, too) nor touchable elements drawn after it nor windows in
//   front lie over it. screen/drawn.h tells which are drawn after it: where
//   that is only a guess, the element is touched beside them if it can be, else
//   all the same.
#ifndef AT_SCREEN_REACH_H
#define AT_SCREEN_REACH_H

#include "screen/tree.h"

enum at_reach_kind {
    AT_REACH_FREE,
    AT_REACH_OFF_SCREEN, // invisible, without size, or beyond the screen
    AT_REACH_CLIPPED,    // beyond the part that its scrollable shows
    AT_REACH_BEHIND,     // its window is behind a modal one
    AT_REACH_WINDOW,     // another window lies over all of it
    AT_REACH_ELEMENTS,   // touchable elements lie over all of it
    AT_REACH_UNCERTAIN,  // they may: where it is drawn among them is not known
};

struct at_reach {
    enum at_reach_kind kind;
    struct at_point at; // in FREE a point that touches it and nothing else, in
                        // UNCERTAIN one that nothing is known to lie over, in
                        // ELEMENTS the centre of what is seen of it
    // The window in front, the scrollable that clips it, or the element that
    // takes or may take a touch at its centre; borrowed, NULL without one.
    const struct at_node *over;
};

// Derive what is seen of every node (see struct at_node), and which node takes
// touches. Only at_tree_finish() calls it, once roles, the screen's size and
// the bars are known.
void at_reach_prepare(struct at_tree *tree);

// Find where node can be touched. Costs a walk over the touchable elements
// behind it in the tree.
struct at_reach at_reach_of(const struct at_tree *tree,
                            const struct at_node *node);

// Return the element that takes a touch at this point, NULL if none is known.
const struct at_node *at_reach_hit(const struct at_tree *tree,
                                   struct at_point at);

// Return what a touch of node acts on: node, or the closest element around it
// that takes touches and has a ref; NULL if nothing does.
const struct at_node *at_reach_receiver(const struct at_node *node);

// Is what a touch of node acts on enabled?
bool at_reach_enabled(const struct at_node *node);

#endif
