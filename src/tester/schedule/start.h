// start.h: starts what a schedule is for
#ifndef AT_TESTER_SCHEDULE_START_H
#define AT_TESTER_SCHEDULE_START_H

#include "tester/runs/runs.h"
#include "tester/schedule/schedule_doc.h"

struct at_schedule_starter {
    struct at_store_db *store; // borrowed
    struct at_runs *runs;      // borrowed
};

// For at_schedules_opts; user is a struct at_schedule_starter.
bool at_schedule_start(void *user, const struct at_op *op,
                       const struct at_schedule *schedule,
                       char out_id[AT_STORE_ID_LEN + 1], struct at_err *err);

#endif
