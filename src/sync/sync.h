// sync.h: keeps the store's scenarios in step with Firestore's, on a thread
//
// Rounds follow each other after a pause, or soon after a scenario was changed
// here. Each write has a precondition on both sides; what changed on both is
// kept twice. One host of a pool is enough; several do no harm.
#ifndef AT_SYNC_SYNC_H
#define AT_SYNC_SYNC_H

#include "store/store.h"
#include "sync/firestore.h"

struct at_firestore_sync;

struct at_firestore_sync_opts {
    const char *target; // "PROJECT[:DATABASE]"
    int64_t every_ms;   // between rounds
    struct at_store_db *store;
    struct at_firestore_env env;
};

// All is borrowed. AT_EUSAGE: the target, or the account. The caller owns the
// result. Listens to the store.
AT_CHECKED bool at_firestore_sync_new(const struct at_firestore_sync_opts *opts,
                                      struct at_firestore_sync **out,
                                      struct at_err *err);
AT_CHECKED bool at_firestore_sync_start(struct at_firestore_sync *sync,
                                        struct at_err *err);
// Cancel the round and wait for its end. NULL is allowed.
void at_firestore_sync_stop(struct at_firestore_sync *sync);
// After the store's listeners were removed. NULL is allowed.
void at_firestore_sync_free(struct at_firestore_sync *sync);

#endif
