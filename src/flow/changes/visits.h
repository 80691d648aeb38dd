// visits.h: the client's earlier screens
//
// A visit is a tree and the number of its refs (at_ref_table_generation()).
#ifndef AT_FLOW_CHANGES_VISITS_H
#define AT_FLOW_CHANGES_VISITS_H

#include "screen/fingerprint.h"
#include "screen/ref.h"

struct at_tree_snapshot;

struct at_visit {
    uint32_t generation;
    struct at_tree_snapshot *snapshot; // owned
};

struct at_visits {
    struct at_visit rows[AT_REF_VISITS + 1]; // oldest first
    size_t count;
};

void at_visits_deinit(struct at_visits *visits);
// Take over the snapshot. Visits whose refs are no longer kept are dropped.
void at_visits_add(struct at_visits *visits, const struct at_ref_table *refs,
                   uint32_t generation, struct at_tree_snapshot *snapshot);
// Remove visit, whose snapshot passes to the caller, and take over newest's.
void at_visits_replace(struct at_visits *visits, struct at_visit *visit,
                       const struct at_visit *newest);

// Return the visit of the same screen that is most similar to the tree, and
// more so than the last text; or NULL. Visits whose fingerprint a newer text
// has are ignored. Borrowed until the next one is added.
struct at_visit *at_visits_find(struct at_visits *visits,
                                const struct at_ref_table *refs,
                                const struct at_tree *tree,
                                const struct at_tree *shown);
// Return the newest one with that fingerprint, or NULL.
struct at_visit *at_visits_find_fingerprint(struct at_visits *visits,
                                            const struct at_ref_table *refs,
                                            const char *text);

#endif
