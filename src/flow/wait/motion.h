// motion.h: changes that a screen makes without input
//
// A clock, a counter or a ticker changes its text repeatedly, alone and at one
// place. Two readings without input in between reveal it: a place whose text
// has changed twice, or once before an input, ticks from that time. A change at
// a ticking place does not count as a change of the screen. All others do:
// elements that appeared, disappeared or moved, states, fields, and progress
// bars, which have an end.
#ifndef AT_FLOW_WAIT_MOTION_H
#define AT_FLOW_WAIT_MOTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "screen/tree.h"

enum { AT_MOTION_PLACES = 16 }; // most recent ones

struct at_motion {
    struct {
        uint64_t place;   // hash of the position and kind
        uint64_t shape;   // shape of its screen
        unsigned changes; // changes without input
        unsigned seen;    // changes seen on that screen; others may be assumed
    } places[AT_MOTION_PLACES];
    size_t next;
};

enum at_motion_kind {
    AT_MOTION_NONE,  // the readings show the same
    AT_MOTION_TICKS, // only ticking places differ
    AT_MOTION_MOVES,
};

// Learn from two consecutive readings without an input in between.
void at_motion_learn(struct at_motion *motion, const struct at_tree *before,
                     const struct at_tree *after);
// Learn from the readings of another process, with unknown inputs: only texts
// like a clock ("12:04") or a countdown tick then.
void at_motion_learn_clocks(struct at_motion *motion,
                            const struct at_tree *before,
                            const struct at_tree *after);
// Note that an input follows: all places that have changed until now tick.
void at_motion_mark_input(struct at_motion *motion);
// Compare two readings. With TICKS, *out_node (may be NULL) is the first
// ticking node of after.
enum at_motion_kind at_motion_compare(const struct at_motion *motion,
                                      const struct at_tree *before,
                                      const struct at_tree *after,
                                      const struct at_node **out_node);

// Return true if only places differ that have ticked repeatedly on this screen.
// A place with one late change may be one that the next input changes.
bool at_motion_only_ticks(const struct at_motion *motion,
                          const struct at_tree *before,
                          const struct at_tree *after);

#endif
