// keeper.h: ends suite runs once all of their runs have ended
//
// A thread that hears of runs that end, on any host: it stops what is
// queued of a suite run that is to end at its first failure, and closes suite
// runs. Several processes may keep the same store.
#ifndef AT_TESTER_SUITE_KEEPER_H
#define AT_TESTER_SUITE_KEEPER_H

#include "tester/runs/runs.h"

struct at_suite_keeper;

// NULL with err if descriptors are exhausted.
struct at_suite_keeper *at_suite_keeper_new(struct at_store_db *store,
                                            struct at_err *err);
// A function for at_store_listen().
void at_suite_keeper_changed(void *keeper,
                             const struct at_store_change *change);
// Start the thread. runs is borrowed until at_suite_keeper_stop().
AT_CHECKED bool at_suite_keeper_start(struct at_suite_keeper *keeper,
                                      struct at_runs *runs, struct at_err *err);
// End the thread. Changes are still heard, and ignored. NULL is allowed.
void at_suite_keeper_stop(struct at_suite_keeper *keeper);
void at_suite_keeper_free(struct at_suite_keeper *keeper); // NULL is allowed

#endif
