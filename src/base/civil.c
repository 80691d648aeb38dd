// civil.c: date arithmetic with years that start in March, so a leap day is the
// last day of its year
#include "base/civil.h"

#include <string.h>

#define MS_PER_DAY INT64_C(86400000)

// Days in the calendar's period of 400 years, and from 1 March of year 0 to
// 1970.
enum { DAYS_PER_ERA = 146097, DAYS_TO_1970 = 719468 };

static int64_t
floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

struct at_civil
at_civil_from_ms(int64_t ms)
{
    int64_t days = floor_div(ms, MS_PER_DAY);
    int64_t past = ms % MS_PER_DAY;
    int in_day = (int)(past < 0 ? past + MS_PER_DAY : past);
    int64_t since = days + DAYS_TO_1970;
    int64_t era = floor_div(since, DAYS_PER_ERA);
    int in_era = (int)(since - era * DAYS_PER_ERA);
    int year =
        (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int in_year = in_era - (365 * year + year / 4 - year / 100);
    int month = (5 * in_year + 2) / 153; // 0 is March
    return (struct at_civil){
        .year = era * 400 + year + (month >= 10),
        .month = month < 10 ? month + 3 : month - 9,
        .day = in_year - (153 * month + 2) / 5 + 1,
        .hour = in_day / 3600000,
        .minute = in_day / 60000 % 60,
        .second = in_day / 1000 % 60,
        .ms = in_day % 1000,
    };
}

static bool
is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int
days_of(int64_t year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static bool
is_within(int value, int min, int max)
{
    return value >= min && value <= max;
}

bool
at_civil_to_ms(const struct at_civil *civil, int64_t *out_ms)
{
    if (civil->year < 0 || civil->year > 9999 ||
        !is_within(civil->month, 1, 12) ||
        !is_within(civil->day, 1, days_of(civil->year, civil->month)) ||
        !is_within(civil->hour, 0, 23) || !is_within(civil->minute, 0, 59) ||
        !is_within(civil->second, 0, 60) || !is_within(civil->ms, 0, 999))
        return false;
    int64_t year = civil->year - (civil->month < 3);
    int month = civil->month > 2 ? civil->month - 3 : civil->month + 9;
    int64_t era = floor_div(year, 400);
    int64_t in_era = year - era * 400;
    int64_t in_year = (153 * month + 2) / 5 + civil->day - 1;
    int64_t days = era * DAYS_PER_ERA + in_era * 365 + in_era / 4 -
                   in_era / 100 + in_year - DAYS_TO_1970;
    int seconds = (civil->hour * 60 + civil->minute) * 60 + civil->second;
    *out_ms = days * MS_PER_DAY + seconds * INT64_C(1000) + civil->ms;
    return true;
}

static int64_t
field(const struct at_civil *civil, char letter)
{
    switch (letter) {
    case 'Y':
        return civil->year;
    case 'M':
        return civil->month;
    case 'D':
        return civil->day;
    case 'h':
        return civil->hour;
    case 'm':
        return civil->minute;
    case 's':
        return civil->second;
    case 'f':
        return civil->ms;
    default:
        return -1;
    }
}

// Clamp to the years that four digits can represent.
static struct at_civil
civil_for_text(int64_t ms)
{
    struct at_civil civil = at_civil_from_ms(ms);
    if (civil.year < 0)
        civil = (struct at_civil){.month = 1, .day = 1};
    else if (civil.year > 9999)
        civil = (struct at_civil){9999, 12, 31, 23, 59, 59, 999};
    return civil;
}

void
at_civil_write(int64_t ms, const char *pattern, char *out)
{
    struct at_civil civil = civil_for_text(ms);
    size_t len = strlen(pattern);
    int64_t value = 0;
    out[len] = '\0';
    for (size_t i = len; i-- > 0;) {
        if (i + 1 == len || pattern[i] != pattern[i + 1])
            value = field(&civil, pattern[i]);
        out[i] = value < 0 ? pattern[i] : (char)('0' + value % 10);
        value = value < 0 ? value : value / 10;
    }
}
