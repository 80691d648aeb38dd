// due.c: walks from the last time that has fired to now
#include "tester/schedule/due.h"

struct at_due
at_due_find(const struct at_cron *cron, const struct at_zone *zone,
            int64_t since_ms, int64_t now_ms)
{
    struct at_due due = {.next_ms = INT64_MAX};
    int64_t ms = since_ms < now_ms ? since_ms : now_ms;
    while (at_cron_next(cron, zone, ms, &ms)) {
        if (ms > now_ms) {
            due.next_ms = ms;
            break;
        }
        due.missed += due.at_ms != 0;
        due.at_ms = ms;
        // Nothing before the last hour can fire: skip to it.
        if (due.missed == AT_DUE_COUNT_MAX) {
            if (ms < now_ms - AT_DUE_LATE_MAX_MS)
                ms = now_ms - AT_DUE_LATE_MAX_MS;
            due.missed--;
        }
    }
    due.too_late = due.at_ms < now_ms - AT_DUE_LATE_MAX_MS;
    return due;
}
