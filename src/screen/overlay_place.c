// overlay_place.c: finds the frame that a source's coordinates are relative to
//
// React Native measures within its window's visible frame, which may or may not
// start below the status bar; no constant tells. Each pair of an item and an
// element of equal size votes for the offset between them, and pairs with equal
// words have more weight. The right offset wins, because all correct pairs
// agree on it.
#include "screen/overlay_priv.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
    SLACK_PX = 2, // dp are rounded once on each side
    WORDS_WEIGHT = 16,
    RANGE_PX = 4096, // frames start at the display's edge or right of it
    PAIRS_MAX = 400000,
};

// Votes for offsets from -SLACK_PX to RANGE_PX.
struct votes {
    int32_t *at; // owned
};

struct poll {
    struct at_node *const *elements;
    size_t count;
    const struct at_overlay *overlay;
};

static bool
is_one_size(struct at_rect a, struct at_rect b)
{
    int64_t width = ((int64_t)a.right - a.left) - ((int64_t)b.right - b.left);
    int64_t height = ((int64_t)a.bottom - a.top) - ((int64_t)b.bottom - b.top);
    return width <= SLACK_PX && -width <= SLACK_PX && height <= SLACK_PX &&
           -height <= SLACK_PX;
}

static void
vote(struct votes *votes, int64_t distance, int32_t weight)
{
    if (distance >= -SLACK_PX && distance <= RANGE_PX)
        votes->at[distance + SLACK_PX] += weight;
}

static int32_t
votes_near(const struct votes *votes, int32_t distance)
{
    int32_t sum = 0;
    for (int32_t i = distance - SLACK_PX; i <= distance + SLACK_PX; i++) {
        if (i >= -SLACK_PX && i <= RANGE_PX)
            sum += votes->at[i + SLACK_PX];
    }
    return sum;
}

// With equal votes choose the smallest offset, because list rows also match
// when shifted by one row. Return the number of votes, 0 for none.
static int32_t
elect(const struct votes *votes, int32_t *out_distance)
{
    int32_t most = 0;
    for (int32_t i = 0; i <= RANGE_PX; i++) {
        int32_t sum = votes_near(votes, i);
        bool sharper =
            sum == most && i - *out_distance <= SLACK_PX &&
            votes->at[i + SLACK_PX] > votes->at[*out_distance + SLACK_PX];
        if (sum > most || (sum > 0 && sharper)) {
            most = sum;
            *out_distance = i;
        }
    }
    return most;
}

// Count the votes for the left if left_px is -1, else those for the top among
// pairs that agree on left_px.
static void
hold(const struct poll *poll, int32_t left_px, struct votes *votes)
{
    size_t pairs = 0;
    for (const struct at_overlay_item *it = poll->overlay->first; it;
         it = it->next) {
        if (at_rect_empty(it->bounds))
            continue;
        for (size_t i = 0; i < poll->count && pairs < PAIRS_MAX; i++, pairs++) {
            const struct at_node *node = poll->elements[i];
            if (!is_one_size(node->bounds, it->bounds))
                continue;
            bool same = at_overlay_same_words(node, it);
            int32_t weight = same ? WORDS_WEIGHT : 1;
            int64_t dx = (int64_t)node->bounds.left - it->bounds.left;
            int64_t dy = (int64_t)node->bounds.top - it->bounds.top;
            if (left_px < 0)
                vote(votes, dx, weight);
            else if (dx - left_px <= SLACK_PX && left_px - dx <= SLACK_PX)
                vote(votes, dy, weight);
        }
    }
}

bool
at_overlay_place(struct at_node *const *elements, size_t count,
                 const struct at_overlay *overlay, int32_t *out_left_px,
                 int32_t *out_top_px)
{
    const struct poll poll = {elements, count, overlay};
    size_t size = (RANGE_PX + SLACK_PX + 1) * sizeof(int32_t);
    struct votes left = {at_alloc(size)};
    struct votes top = {at_alloc(size)};
    *out_left_px = 0;
    *out_top_px = 0;
    hold(&poll, -1, &left);
    bool found = elect(&left, out_left_px) > 0;
    if (found)
        hold(&poll, *out_left_px, &top);
    // one of many pairs may be equal in size by chance
    found = found && elect(&top, out_top_px) >= (count > 1 ? 2 : 1);
    free(left.at);
    free(top.at);
    return found;
}
