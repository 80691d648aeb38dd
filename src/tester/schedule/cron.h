// cron.h: schedules as cron writes them, and their next time; pure
//
// "MINUTE HOUR DAY MONTH WEEKDAY", or one of @hourly, @daily (@midnight),
// @weekly, @monthly and @yearly (@annually). A field is *, a value, a range
// (9-17), a list (1,15) or one of these with a step (*/15, 9-17/2). Months and
// weekdays have names of three letters; Sunday is 0 and 7. If both day and
// weekday are restricted, either of them is enough, as in every cron.
#ifndef AT_TESTER_SCHEDULE_CRON_H
#define AT_TESTER_SCHEDULE_CRON_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "tester/schedule/zone.h"

enum { AT_CRON_MAX_BYTES = 200 };

// Bit n of a set stands for the value n.
struct at_cron {
    uint64_t minutes;
    uint64_t hours;
    uint64_t days;
    uint64_t months;
    uint64_t weekdays; // Sunday is bit 0
    bool any_day;      // the field begins with *
    bool any_weekday;
};

// AT_EUSAGE names the field, and what it may have; also for a day that no month
// has.
AT_CHECKED bool at_cron_read(struct at_str text, struct at_cron *out,
                             struct at_err *err);

// Get the first time after that one, in milliseconds since 1970, always a whole
// minute. A time that the zone's clocks skip is the first minute after the
// skipped ones; one that they show twice is the first of both. False: none is
// before the year 9990.
AT_CHECKED bool at_cron_next(const struct at_cron *cron,
                             const struct at_zone *zone, int64_t after_ms,
                             int64_t *out_ms);

#endif
