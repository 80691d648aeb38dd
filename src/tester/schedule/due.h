// due.h: which time of a schedule is due; pure
#ifndef AT_TESTER_SCHEDULE_DUE_H
#define AT_TESTER_SCHEDULE_DUE_H

#include "tester/schedule/cron.h"

// While no host runs, times pass. Of these at most the latest one fires later,
// and only within this time: nightly work is not wanted at noon.
enum { AT_DUE_LATE_MAX_MS = 3600000, AT_DUE_COUNT_MAX = 10000 };

struct at_due {
    int64_t at_ms;   // the latest time that is due; 0: none
    int64_t missed;  // due before it; at most AT_DUE_COUNT_MAX
    bool too_late;   // at_ms is longer ago than AT_DUE_LATE_MAX_MS
    int64_t next_ms; // the next time after now; INT64_MAX: none
};

// since_ms: the last time that has fired, or the time since which it is valid.
struct at_due at_due_find(const struct at_cron *cron,
                          const struct at_zone *zone, int64_t since_ms,
                          int64_t now_ms);

#endif
