// round.h: one round of the synchronisation
#ifndef AT_SYNC_ROUND_H
#define AT_SYNC_ROUND_H

#include "store/store.h"
#include "sync/firestore.h"

// The state between rounds.
struct at_sync_round {
    struct at_store_db *store;
    struct at_firestore *firestore;
    json_t *there;  // owned; documents as last seen, as at_firestore_list() has
    int64_t rounds; // since all were listed
    bool all;       // list all the next time
};

void at_sync_round_init(struct at_sync_round *round, struct at_store_db *store,
                        struct at_firestore *firestore);
void at_sync_round_deinit(struct at_sync_round *round);
// Actions for which somebody was quicker are left to the next round.
AT_CHECKED bool at_sync_round(const struct at_op *op,
                              struct at_sync_round *round, struct at_err *err);

#endif
