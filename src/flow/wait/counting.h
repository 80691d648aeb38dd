// counting.h: a lone number that came with the action, and may be progress
//
// "12 of 340 files" says nothing in itself: what grows while it is watched is
// an indicator, in any language, until it goes or stands still. Pure: the
// caller gives the time.
#ifndef AT_FLOW_WAIT_COUNTING_H
#define AT_FLOW_WAIT_COUNTING_H

#include "screen/tree.h"

enum {
    AT_COUNTING_FIRST_MS = 1000, // until a number that stands still is no count
    AT_COUNTING_STILL_MS = 1500, // until one that has grown has ended
    AT_COUNTING_TEXT_BYTES = 64,
};

enum at_count {
    AT_COUNT_NONE,  // there is none, or it stands still
    AT_COUNT_MAYBE, // it may still grow
    AT_COUNT_GROWS,
};

// All zero where nothing is known yet.
struct at_counting {
    char text[AT_COUNTING_TEXT_BYTES];
    int64_t changed_ns; // when it came, or grew last
    bool grows;
    bool over; // it was something else
};

// Note the text of a new reading that may count (screen/loading.h), "" where
// there is none.
enum at_count at_counting_note(struct at_counting *counting, struct at_str text,
                               int64_t now_ns);

#endif
