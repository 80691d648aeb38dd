// cron_next.c: the next time of a schedule on the clocks of a zone
#include "base/civil.h"
#include "tester/schedule/cron.h"

#define MINUTE_MS INT64_C(60000)
#define DAY_MS (24 * 60 * MINUTE_MS)

enum {
    LAST_YEAR = 9990,
    // 29 February 2104 is eight years after that of 2096; with a weekday too it
    // may take 40.
    DAYS_MAX = 41 * 366,
};

static int64_t
floor_to(int64_t ms, int64_t unit)
{
    int64_t past = ms % unit;
    return ms - past - (past < 0 ? unit : 0);
}

static bool
has(uint64_t set, int value)
{
    return set >> value & 1;
}

static bool
matches_day(const struct at_cron *cron, int64_t day_ms)
{
    struct at_civil date = at_civil_from_ms(day_ms);
    int64_t day = day_ms / DAY_MS; // 1970-01-01 was a Thursday
    int weekday = (int)(((day + 4) % 7 + 7) % 7);
    bool in_days = has(cron->days, date.day);
    bool in_weekdays = has(cron->weekdays, weekday);
    if (!has(cron->months, date.month))
        return false;
    return cron->any_day || cron->any_weekday ? in_days && in_weekdays
                                              : in_days || in_weekdays;
}

// Return the first minute of the set at or after this one; -1: none.
static int
next_in(uint64_t set, int from, int max)
{
    for (int value = from; value <= max; value++) {
        if (has(set, value))
            return value;
    }
    return -1;
}

// Get the next matching time of that day, on its clocks, at or after
// *in_day_ms.
static bool
next_of_day(const struct at_cron *cron, int64_t *in_day_ms)
{
    int minutes = (int)(*in_day_ms / MINUTE_MS);
    int hour = minutes / 60;
    int minute = next_in(cron->minutes, minutes % 60, 59);
    if (!has(cron->hours, hour) || minute < 0) {
        hour = next_in(cron->hours, hour + 1, 23);
        minute = next_in(cron->minutes, 0, 59);
    }
    *in_day_ms = (hour * INT64_C(60) + minute) * MINUTE_MS;
    return hour >= 0;
}

// Get the real time at which the clocks show it. A zone's offset may have
// seconds, long ago: the firing is then at the next whole minute.
static int64_t
real_ms(const struct at_zone *zone, int64_t local_ms)
{
    int64_t ms = at_zone_utc(zone, local_ms / 1000) * 1000;
    return floor_to(ms + MINUTE_MS - 1, MINUTE_MS);
}

bool
at_cron_next(const struct at_cron *cron, const struct at_zone *zone,
             int64_t after_ms, int64_t *out_ms)
{
    int64_t after = floor_to(after_ms, MINUTE_MS);
    int64_t local = at_zone_local(zone, after / 1000) * 1000;
    int64_t day = floor_to(local, DAY_MS);
    int64_t in_day = local - day;
    for (int i = 0; i < DAYS_MAX; i++, day += DAY_MS, in_day = 0) {
        if (at_civil_from_ms(day).year > LAST_YEAR)
            return false;
        if (!matches_day(cron, day))
            continue;
        for (; in_day < DAY_MS && next_of_day(cron, &in_day);
             in_day += MINUTE_MS) {
            int64_t ms = real_ms(zone, day + in_day);
            if (ms > after_ms) {
                *out_ms = ms;
                return true;
            }
        }
    }
    return false;
}
