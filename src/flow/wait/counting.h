// counting.h: a single number that appeared with the action, and may be
// progress
//
// "12 of 340 files" alone proves nothing. If the number grows between readings,
// it is treated as a loading indicator, in any language, until it disappears or
// stops growing. Pure: the caller passes the time.
#ifndef AT_FLOW_WAIT_COUNTING_H
#define AT_FLOW_WAIT_COUNTING_H

#include "screen/tree.h"

enum {
    AT_COUNTING_FIRST_MS = 1000, // limit of the first change
    AT_COUNTING_STILL_MS = 1500, // limit of further changes
    AT_COUNTING_TEXT_BYTES = 64,
};

enum at_count {
    AT_COUNT_NONE,  // no number, or it does not grow
    AT_COUNT_MAYBE, // it may grow again
    AT_COUNT_GROWS,
};

// All zero: nothing is known yet.
struct at_counting {
    char text[AT_COUNTING_TEXT_BYTES];
    int64_t changed_ns; // when it appeared or last grew
    bool grows;
    bool over; // it was not progress
};

// Note the candidate text of a new reading (screen/loading.h), or "".
enum at_count at_counting_note(struct at_counting *counting, struct at_str text,
                               int64_t now_ns);

#endif
