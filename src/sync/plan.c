// plan.c: the decision about one scenario
#include "sync/plan.h"

#include <string.h>

enum { PURGE_MIN = 10 };

static bool
has_changed(const struct at_sync_side *side)
{
    return !side->then || strcmp(side->now, side->then) != 0;
}

enum at_sync_action
at_sync_plan(const struct at_sync_side *here, const struct at_sync_side *there,
             bool alike)
{
    bool known = here->then && there->then;
    if (!here->now && !there->now)
        return known ? AT_SYNC_FORGET : AT_SYNC_NOTHING;
    // One side is gone: an edit of the other counts more than the removal.
    if (!there->now)
        return known && !has_changed(here) ? AT_SYNC_REMOVE_HERE : AT_SYNC_PUSH;
    if (!here->now)
        return known && !has_changed(there) ? AT_SYNC_REMOVE_THERE
                                            : AT_SYNC_PULL;
    bool mine = !known || has_changed(here);
    bool theirs = !known || has_changed(there);
    if (!mine && !theirs)
        return AT_SYNC_NOTHING;
    if (alike)
        return AT_SYNC_ADOPT;
    if (mine && theirs)
        return AT_SYNC_KEEP_BOTH;
    return mine ? AT_SYNC_PUSH : AT_SYNC_PULL;
}

bool
at_sync_is_purge(size_t removals, size_t known)
{
    return removals > PURGE_MIN && removals > known / 2;
}
