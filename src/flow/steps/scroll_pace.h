// scroll_pace.h: how far and how fast to scroll next; pure
//
// A search through a list must not skip any row: each screen must share at
// least one row with the next one. Apps differ in how far a list rolls on after
// the finger has left it. The first scroll is therefore careful, each one is
// measured by the rows that both screens show, and the next one is as long as
// the result allows. If rows were skipped, the search goes back carefully.
#ifndef AT_FLOW_STEPS_SCROLL_PACE_H
#define AT_FLOW_STEPS_SCROLL_PACE_H

#include "screen/tree.h"

struct at_scroll_pace {
    int32_t percent;     // length of the swipe in the list's visible length
    int64_t duration_ms; // duration of the movement
    int64_t rest_ms;     // pause before the finger lifts
};

// The finger rests before it lifts: Android treats 40 ms without a movement as
// a stop (VelocityTracker, ASSUME_POINTER_STOPPED_TIME).
#define AT_SCROLL_REST_MS 80

// The first scroll, which must hardly roll on: not every device can rest.
#define AT_SCROLL_CAREFUL                                                      \
    {                                                                          \
        .percent = 60, .duration_ms = 600, .rest_ms = AT_SCROLL_REST_MS        \
    }

struct at_scroll_move {
    bool known;    // the previous screen has labels to compare
    bool overlaps; // both screens share at least one label
    int32_t by_px; // movement of the content, if it overlaps
};

// Compare the list's labelled nodes before and after a scroll. Labels that
// occur twice on either screen are ignored, and so are those that keep their
// place while others move.
struct at_scroll_move at_scroll_measure(const struct at_node *before,
                                        const struct at_node *after,
                                        bool vertical);

// Set the pace of the next scroll from the result of the last one; view_px is
// the visible length of the list.
void at_scroll_pace_adapt(struct at_scroll_pace *pace,
                          const struct at_scroll_move *move, int32_t view_px);

#endif
