#include "flow/steps/scroll_pace.h"

#include <stdlib.h>

#include "screen/label.h"

enum {
    SAMPLE_MAX = 64,      // labelled nodes of a screen; more only cost time
    LONGEST_PERCENT = 84, // the finger stays clear of the list's edges
    SHORTEST_PERCENT = 20,
    FASTEST_MS = 250,
    SLOWEST_MS = 800,
    WANTED_PERCENT = 85, // share of the visible length, to keep a row in view
    TOO_FAR_PERCENT = 93,
    SHORT_PERCENT = 76,
    ROLLS_PERCENT = 105, // share of the swipe: content rolls on
};

struct sample {
    const struct at_node *node;
    struct at_str label;
};

static size_t
take_sample(const struct at_node *top, struct sample rows[SAMPLE_MAX])
{
    size_t count = 0;
    for (const struct at_node *node = at_node_next(top, top);
         node && count < SAMPLE_MAX; node = at_node_next(node, top)) {
        struct at_str label = at_node_own_label(node);
        if (label.len > 0)
            rows[count++] = (struct sample){node, label};
    }
    return count;
}

// Return the only row with this label, or NULL.
static const struct at_node *
find_only(const struct sample *rows, size_t count, struct at_str label)
{
    const struct at_node *found = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!at_str_eq(rows[i].label, label))
            continue;
        if (found)
            return NULL;
        found = rows[i].node;
    }
    return found;
}

static int32_t
distance(const struct at_node *before, const struct at_node *after,
         bool vertical)
{
    return vertical ? abs(before->bounds.bottom - after->bounds.bottom)
                    : abs(before->bounds.right - after->bounds.right);
}

struct at_scroll_move
at_scroll_measure(const struct at_node *before, const struct at_node *after,
                  bool vertical)
{
    struct sample was[SAMPLE_MAX];
    struct sample now[SAMPLE_MAX];
    size_t was_count = take_sample(before, was);
    size_t now_count = take_sample(after, now);
    struct at_scroll_move move = {.known = was_count > 0 && now_count > 0};
    for (size_t i = 0; i < was_count; i++) {
        const struct at_node *same = find_only(now, now_count, was[i].label);
        if (!same || !find_only(was, was_count, was[i].label))
            continue;
        int32_t by = distance(was[i].node, same, vertical);
        if (by > move.by_px)
            move.by_px = by;
    }
    // a header that keeps its place does not prove that rows overlap
    move.overlaps = move.by_px > 0;
    return move;
}

static int32_t
within(int32_t value, int32_t min, int32_t max)
{
    return value < min ? min : value > max ? max : value;
}

static void
slow_down(struct at_scroll_pace *pace)
{
    int64_t slower = pace->duration_ms * 4 / 3;
    pace->duration_ms = slower < SLOWEST_MS ? slower : SLOWEST_MS;
}

static void
speed_up(struct at_scroll_pace *pace)
{
    int64_t faster = pace->duration_ms * 2 / 3;
    pace->duration_ms = faster > FASTEST_MS ? faster : FASTEST_MS;
}

void
at_scroll_pace_adapt(struct at_scroll_pace *pace,
                     const struct at_scroll_move *move, int32_t view_px)
{
    const struct at_scroll_pace careful = AT_SCROLL_CAREFUL;
    if (!move->known || view_px <= 0) {
        *pace = careful;
        return;
    }
    if (!move->overlaps) {
        pace->percent = within(pace->percent / 2, SHORTEST_PERCENT, 100);
        return;
    }
    int32_t percent = (int32_t)((int64_t)move->by_px * 100 / view_px);
    if (percent > TOO_FAR_PERCENT)
        slow_down(pace);
    else if (percent < SHORT_PERCENT ||
             percent <= pace->percent * ROLLS_PERCENT / 100)
        speed_up(pace);
    int32_t wanted = percent > 0 ? pace->percent * WANTED_PERCENT / percent
                                 : LONGEST_PERCENT;
    pace->percent = within(wanted, SHORTEST_PERCENT, LONGEST_PERCENT);
}
