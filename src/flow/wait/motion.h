// motion.h: what changes on a screen by itself
//
// A clock, a counter or a ticker changes its text again and again, alone, at
// its own place. Two readings without an input in between show that: a place
// whose text has changed twice, or once before an input, ticks from then on. A
// change at a place that ticks is no change of the screen. Everything else is:
// elements that came, went or moved, states, fields, and a progress bar, which
// is on its way to something.
#ifndef AT_FLOW_WAIT_MOTION_H
#define AT_FLOW_WAIT_MOTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "screen/tree.h"

enum { AT_MOTION_PLACES = 16 }; // the latest are kept

struct at_motion {
    struct {
        uint64_t place;   // where in the tree, and what it is
        uint64_t shape;   // of the screen that it was seen on
        unsigned changes; // by itself
        unsigned seen;    // of them, on that screen; changes may be assumed
    } places[AT_MOTION_PLACES];
    size_t next;
};

enum at_motion_kind {
    AT_MOTION_NONE,  // the readings show the same
    AT_MOTION_TICKS, // only places that tick differ
    AT_MOTION_MOVES,
};

// Learn from two readings, one after the other, without an input in between.
void at_motion_learn(struct at_motion *motion, const struct at_tree *before,
                     const struct at_tree *after);
// The same from what another process has read, with inputs that are not known:
// only what looks like a clock ("12:04") or a countdown ticks then.
void at_motion_learn_clocks(struct at_motion *motion,
                            const struct at_tree *before,
                            const struct at_tree *after);
// An input comes: what has changed by itself until now ticks.
void at_motion_mark_input(struct at_motion *motion);
// Compare two readings. With TICKS, *out_node (may be NULL) is the first node
// of after that ticks.
enum at_motion_kind at_motion_compare(const struct at_motion *motion,
                                      const struct at_tree *before,
                                      const struct at_tree *after,
                                      const struct at_node **out_node);

// Does nothing differ but what was seen to tick, again and again, on this
// screen? A place that has changed late once may be what an input changes next.
bool at_motion_only_ticks(const struct at_motion *motion,
                          const struct at_tree *before,
                          const struct at_tree *after);

#endif
