// retention.h: removes folders of runs, by age and size
//
// Pictures of reports may be private. Runs older than
// AGENTEST_REPORTS_DAYS (30; 0: no limit) lose their folder and their events,
// and so do the oldest while all folders take more than
// AGENTEST_REPORTS_MAX_BYTES (2 GiB; 0: no limit). The newest run stays, and so
// do those that have not ended. The run's document stays, with "expired".
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
// Remove what has expired below reports. Failures are logged.
void at_retention_apply(const char *reports, struct at_store_db *store,
                        struct at_env *env);

#endif
