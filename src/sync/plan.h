// plan.h: what to do about a scenario that is here, in Firestore, or both; pure
//
// A side has changed if its hash differs from that of the last time. Nothing
// that somebody wrote is lost: if both sides changed, both stay.
#ifndef AT_SYNC_PLAN_H
#define AT_SYNC_PLAN_H

#include <stdbool.h>
#include <stddef.h>

struct at_sync_side {
    const char *now;  // hash; NULL: it is not there
    const char *then; // at the last time; NULL: there was none
};

enum at_sync_action {
    AT_SYNC_NOTHING,
    AT_SYNC_ADOPT,  // both are alike: remember them
    AT_SYNC_FORGET, // both are gone
    AT_SYNC_PULL,   // Firestore's version comes here
    AT_SYNC_PUSH,   // this version goes to Firestore
    AT_SYNC_REMOVE_HERE,
    AT_SYNC_REMOVE_THERE,
    // Keep this version under another id, and then pull.
    AT_SYNC_KEEP_BOTH,
    AT_SYNC_ACTIONS,
};

// alike: both sides say the same, if both are there.
enum at_sync_action at_sync_plan(const struct at_sync_side *here,
                                 const struct at_sync_side *there, bool alike);
// Return true if so many removals look like a wrong project or an emptied
// collection. known: scenarios that were on both sides.
bool at_sync_is_purge(size_t removals, size_t known);

#endif
