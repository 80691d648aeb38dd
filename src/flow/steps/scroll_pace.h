// scroll_pace.h: how far and how fast to scroll next; pure
//
// A search through a list may skip nothing: at least one row of each screen
// must be on the next one. How far a list moves after the finger has left it
// differs from app to app, so the first scroll is careful, each one is
// measured by the rows that both screens show, and the next one is as long as
// that allows. Where rows were skipped, the search goes back, carefully.
#ifndef AT_FLOW_STEPS_SCROLL_PACE_H
#define AT_FLOW_STEPS_SCROLL_PACE_H

#include "flow/steps/direction.h"
#include "screen/tree.h"

struct at_scroll_pace {
    int32_t percent;     // of the list's visible length that the finger moves
    int64_t duration_ms; // of the finger's way
    int64_t rest_ms;     // before it lifts
};

// The finger stands still before it lifts: Android takes 40 ms without a
// movement for a stop (VelocityTracker, ASSUME_POINTER_STOPPED_TIME).
#define AT_SCROLL_REST_MS 80

// A scroll that hardly rolls on, as the first one must be: not every device
// can let the finger rest.
#define AT_SCROLL_CAREFUL                                                      \
    {                                                                          \
        .percent = 60, .duration_ms = 600, .rest_ms = AT_SCROLL_REST_MS        \
    }

struct at_scroll_move {
    bool known;    // the screen before had labels to compare
    bool overlaps; // one of them is also on the screen after
    int32_t by_px; // how far the content has moved, if it overlaps
};

// Compare the list's labelled nodes before and after a scroll. A label that
// occurs twice on either screen does not count, nor does one that stays in its
// place while others move.
struct at_scroll_move at_scroll_measure(const struct at_node *before,
                                        const struct at_node *after,
                                        bool vertical);

// Set the pace of the next scroll by what the last one did; view_px is the
// visible length of the list.
void at_scroll_pace_adapt(struct at_scroll_pace *pace,
                          const struct at_scroll_move *move, int32_t view_px);

#endif
