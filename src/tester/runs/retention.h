// retention.h: removes folders of runs, by age and size
//
// Pictures of reports may be private. Runs older than
// AGENTEST_REPORTS_DAYS (30; 0: no limit) lose their folder and their events,
// and so do the oldest while all folders take more than
// AGENTEST_REPORTS_MAX_BYTES (2 GiB; 0: no limit). The newest run stays, and so
// do those that have not ended. The run's document stays, with "expired". Runs
// that have ended also lose what a killed process has left of their flow.
#ifndef AT_TESTER_RUNS_RETENTION_H
#define AT_TESTER_RUNS_RETENTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"
#include "tester/env.h"

struct at_retention_run {
    char id[AT_STORE_ID_LEN + 1];
    int64_t begun_ms; // the id's own time
    uint64_t bytes;
    bool stays;   // the newest, or one that has not ended
    bool expired; // set by at_retention_plan()
};

struct at_retention_policy {
    int64_t days;       // 0: any
    uint64_t max_bytes; // 0: any
};

// Say which runs, given the newest first, expire. Pure.
void at_retention_plan(const struct at_retention_policy *policy,
                       struct at_retention_run *runs, size_t count,
                       int64_t now_ms);
// What is known of the folders below reports, so that the end of a run does not
// cost a look at all of them. Any thread may call.
struct at_retention;
struct at_retention *at_retention_new(const char *reports,
                                      struct at_store_db *store,
                                      struct at_env *env); // all borrowed
void at_retention_free(struct at_retention *retention);    // NULL is allowed
// Remove what has expired below reports. run: the one whose folder is new since
// the last call; NULL: look at all of them, as every ten minutes. Does not wait
// for another thread that is at it, which then does this, too. Failures are
// logged.
void at_retention_apply(struct at_retention *retention, const char *run);

#endif
