// zone_rule.c: reads a rule, and finds its changes around a time
#include "tester/schedule/zone_rule.h"

#include "base/civil.h"
#include "base/compiler.h"

enum { HOURS_MAX = 167, DAY_S = 86400, YEARS = 3 };

static bool
take_char(struct at_str *rest, char c)
{
    if (rest->len == 0 || rest->ptr[0] != c)
        return false;
    *rest = at_str_skip(*rest, 1);
    return true;
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
take_number(struct at_str *rest, int min, int max, int *out)
{
    int value = 0;
    size_t len = 0;
    for (; len < rest->len && len < 4 && is_digit(rest->ptr[len]); len++)
        value = value * 10 + (rest->ptr[len] - '0');
    *rest = at_str_skip(*rest, len);
    *out = value;
    return len > 0 && value >= min && value <= max;
}

// Read [+-]hh[:mm[:ss]].
static bool
take_time(struct at_str *rest, int hours_max, int64_t *out_s)
{
    int hours, minutes = 0, seconds = 0;
    bool negative = take_char(rest, '-');
    if (!negative)
        (void)!take_char(rest, '+');
    if (!take_number(rest, 0, hours_max, &hours))
        return false;
    if (take_char(rest, ':')) {
        if (!take_number(rest, 0, 59, &minutes))
            return false;
        if (take_char(rest, ':') && !take_number(rest, 0, 59, &seconds))
            return false;
    }
    int64_t value = (hours * INT64_C(60) + minutes) * 60 + seconds;
    *out_s = negative ? -value : value;
    return true;
}

static bool
is_name_char(char c, bool quoted)
{
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') ||
           (quoted && (is_digit(c) || c == '+' || c == '-'));
}

// Skip "CET" or "<+03>".
static bool
skip_name(struct at_str *rest)
{
    bool quoted = take_char(rest, '<');
    size_t len = 0;
    while (len < rest->len && is_name_char(rest->ptr[len], quoted))
        len++;
    *rest = at_str_skip(*rest, len);
    return len >= 3 && (!quoted || take_char(rest, '>'));
}

static bool
take_day(struct at_str *rest, struct at_zone_change *out)
{
    if (take_char(rest, 'M')) {
        out->kind = AT_ZONE_DAY_OF_WEEK;
        return take_number(rest, 1, 12, &out->month) && take_char(rest, '.') &&
               take_number(rest, 1, 5, &out->week) && take_char(rest, '.') &&
               take_number(rest, 0, 6, &out->day);
    }
    if (take_char(rest, 'J')) {
        out->kind = AT_ZONE_DAY_JULIAN;
        return take_number(rest, 1, 365, &out->day);
    }
    out->kind = AT_ZONE_DAY_OF_YEAR;
    return take_number(rest, 0, 365, &out->day);
}

static bool
take_change(struct at_str *rest, struct at_zone_change *out)
{
    out->time_s = 2 * 3600;
    return take_char(rest, ',') && take_day(rest, out) &&
           (!take_char(rest, '/') || take_time(rest, HOURS_MAX, &out->time_s));
}

// POSIX counts offsets to the west.
static bool
take_offset(struct at_str *rest, int64_t *out_s)
{
    int64_t west;
    if (!take_time(rest, 24, &west))
        return false;
    *out_s = -west;
    return true;
}

bool
at_zone_rule_read(struct at_str text, struct at_zone_rule *out)
{
    struct at_str rest = text;
    *out = (struct at_zone_rule){0};
    if (!skip_name(&rest) || !take_offset(&rest, &out->offset_s))
        return false;
    if (rest.len == 0)
        return true;
    out->has_saving = true;
    out->saving_offset_s = out->offset_s + 3600;
    if (!skip_name(&rest))
        return false;
    if (rest.len > 0 && rest.ptr[0] != ',' &&
        !take_offset(&rest, &out->saving_offset_s))
        return false;
    return take_change(&rest, &out->begin) && take_change(&rest, &out->end) &&
           rest.len == 0;
}

static int64_t
day_number(int64_t year, int month, int day)
{
    int64_t ms = 0;
    const struct at_civil date = {.year = year, .month = month, .day = day};
    (void)!at_civil_to_ms(&date, &ms); // these dates exist
    return ms / 1000 / DAY_S;
}

static int64_t
floor_mod(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

static int64_t
weekday_of(int64_t day)
{
    return floor_mod(day + 4, 7); // 1970-01-01 was a Thursday
}

// Return the day of a change in that year, from 1970.
static int64_t
day_of_change(const struct at_zone_change *change, int64_t year)
{
    int64_t first = day_number(year, 1, 1);
    bool leap = day_number(year, 3, 1) - first == 60;
    if (change->kind == AT_ZONE_DAY_OF_YEAR)
        return first + change->day;
    if (change->kind == AT_ZONE_DAY_JULIAN)
        return first + change->day - 1 + (leap && change->day >= 60);
    int64_t begin = day_number(year, change->month, 1);
    int64_t next = change->month == 12 ? day_number(year + 1, 1, 1)
                                       : day_number(year, change->month + 1, 1);
    int64_t day = begin + floor_mod(change->day - weekday_of(begin), 7) +
                  7 * (change->week - 1);
    return day >= next ? day - 7 : day;
}

struct change_at {
    int64_t at_s;
    int64_t offset_s; // from then on
};

static struct change_at
change_in(const struct at_zone_rule *rule, bool begins, int64_t year)
{
    const struct at_zone_change *change = begins ? &rule->begin : &rule->end;
    int64_t before = begins ? rule->offset_s : rule->saving_offset_s;
    return (struct change_at){
        .at_s = day_of_change(change, year) * DAY_S + change->time_s - before,
        .offset_s = begins ? rule->saving_offset_s : rule->offset_s,
    };
}

// Add a change in order of time. One at the same time as another replaces it
// if it begins daylight saving: such rules mean that it lasts all year.
static size_t
insert(struct change_at *changes, size_t count, struct change_at change)
{
    size_t at = count;
    while (at > 0 && changes[at - 1].at_s > change.at_s) {
        changes[at] = changes[at - 1];
        at--;
    }
    changes[at] = change;
    return count + 1;
}

// The year is kept within what calendar arithmetic takes. Beyond that no
// schedule looks.
static int64_t
year_of(int64_t utc_s)
{
    const int64_t min_s = -62135596800; // year 1
    const int64_t max_s = 253370764800; // year 9999
    if (utc_s < min_s)
        return 2;
    return utc_s >= max_s ? 9997 : at_civil_from_ms(utc_s * 1000).year;
}

struct at_zone_span
at_zone_rule_span(const struct at_zone_rule *rule, int64_t utc_s)
{
    struct at_zone_span span = {INT64_MIN, INT64_MAX, rule->offset_s};
    struct change_at changes[2 * YEARS];
    size_t count = 0;
    if (!rule->has_saving)
        return span;
    int64_t year = year_of(utc_s);
    year = year < 2 ? 2 : year > 9997 ? 9997 : year;
    for (int64_t i = -1; i < YEARS - 1; i++) {
        count = insert(changes, count, change_in(rule, false, year + i));
        count = insert(changes, count, change_in(rule, true, year + i));
    }
    for (size_t i = 0; i < count; i++) {
        if (changes[i].at_s > utc_s) {
            span.until_s = changes[i].at_s;
            break;
        }
        span.from_s = changes[i].at_s;
        span.offset_s = changes[i].offset_s;
    }
    return span;
}
