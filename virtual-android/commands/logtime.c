#include "virtual-android/commands/logtime.h"

#include <time.h>

// "678" is 678 ms, "6" 600 ms, "678123456" 678 ms.
static bool
parse_fraction(struct at_str text, int64_t *out_ms)
{
    int64_t digits;
    *out_ms = 0;
    if (text.len == 0)
        return true;
    if (!at_str_to_i64(text, 0, 999999999, &digits))
        return false;
    for (size_t i = text.len; i > 3; i--)
        digits /= 10;
    for (size_t i = text.len; i < 3; i++)
        digits *= 10;
    *out_ms = digits;
    return true;
}

// Days from 1970 to a date of the Gregorian calendar.
static int64_t
days(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t m = month <= 2 ? month + 9 : month - 3; // March is 0
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 -
           719468;
}

static bool
parse_date(struct at_str text, int64_t now_ms, int64_t *out_days)
{
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm tm;
    struct at_str parts[3];
    size_t count = 0;
    int64_t year;
    int64_t month;
    int64_t day;
    while (count < 3 && at_str_next(&text, '-', &parts[count]))
        count++;
    if (text.len > 0 || count < 2)
        return false;
    gmtime_r(&seconds, &tm);
    year = tm.tm_year + 1900;
    if (count == 3 && !at_str_to_i64(parts[0], 1970, 9999, &year))
        return false;
    if (!at_str_to_i64(parts[count - 2], 1, 12, &month) ||
        !at_str_to_i64(parts[count - 1], 1, 31, &day))
        return false;
    *out_days = days(year, month, day);
    return true;
}

static bool
parse_clock(struct at_str text, int64_t *out_seconds)
{
    int64_t max[] = {23, 59, 60};
    int64_t total = 0;
    for (size_t i = 0; i < 3; i++) {
        struct at_str part;
        int64_t value;
        if (!at_str_next(&text, ':', &part) ||
            !at_str_to_i64(part, 0, max[i], &value))
            return false;
        total = total * 60 + value;
    }
    *out_seconds = total;
    return text.len == 0;
}

bool
vd_log_time_parse(struct at_str text, int64_t now_ms, int64_t *out_ms)
{
    struct at_str whole = AT_STR("");
    struct at_str date;
    int64_t ms;
    int64_t seconds;
    int64_t day;
    at_str_next(&text, '.', &whole);
    if (!parse_fraction(text, &ms))
        return false;
    if (at_str_to_i64(whole, 0, INT64_C(9999999999), &seconds)) {
        *out_ms = seconds * 1000 + ms;
        return true;
    }
    at_str_next(&whole, ' ', &date);
    if (!parse_date(date, now_ms, &day) || !parse_clock(whole, &seconds))
        return false;
    *out_ms = (day * 86400 + seconds) * 1000 + ms;
    return true;
}
