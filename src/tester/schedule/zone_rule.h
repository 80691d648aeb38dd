// zone_rule.h: daylight saving by a rule for every year, as POSIX writes it in
// TZ ("CET-1CEST,M3.5.0,M10.5.0/3"); pure
#ifndef AT_TESTER_SCHEDULE_ZONE_RULE_H
#define AT_TESTER_SCHEDULE_ZONE_RULE_H

#include <stdint.h>

#include "base/str.h"
#include "tester/schedule/zone.h"

enum at_zone_day {
    AT_ZONE_DAY_JULIAN,  // 1 to 365: without 29 February
    AT_ZONE_DAY_OF_YEAR, // 0 to 365
    AT_ZONE_DAY_OF_WEEK, // weekday of the nth week of a month; 5: the last one
};

struct at_zone_change {
    enum at_zone_day kind;
    int day; // or the weekday, 0 is Sunday
    int week;
    int month;
    int64_t time_s; // on the clocks before the change; may be negative
};

struct at_zone_rule {
    int64_t offset_s; // standard time, east of Greenwich
    bool has_saving;
    int64_t saving_offset_s;
    struct at_zone_change begin; // when saving starts
    struct at_zone_change end;
};

// Return false for any other text, and for a rule without its dates.
AT_CHECKED bool at_zone_rule_read(struct at_str text, struct at_zone_rule *out);
struct at_zone_span at_zone_rule_span(const struct at_zone_rule *rule,
                                      int64_t utc_s);

#endif
