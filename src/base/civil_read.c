// civil_read.c: parser of times
#include <string.h>

#include "base/civil.h"

// Read the next len digits.
static bool
take_number(struct at_str *rest, size_t len, int *out)
{
    int64_t value;
    if (rest->len < len || rest->ptr[0] == '-' ||
        !at_str_to_i64(at_str_head(*rest, len), 0, 9999, &value))
        return false;
    *rest = at_str_skip(*rest, len);
    *out = (int)value;
    return true;
}

static bool
take_one_of(struct at_str *rest, const char *valid)
{
    if (rest->len == 0 || !rest->ptr[0] || !strchr(valid, rest->ptr[0]))
        return false;
    *rest = at_str_skip(*rest, 1);
    return true;
}

static bool
take_date(struct at_str *rest, const char *separator, struct at_civil *out)
{
    int year;
    if (!take_number(rest, 4, &year) ||
        (*separator && !take_one_of(rest, separator)) ||
        !take_number(rest, 2, &out->month) ||
        (*separator && !take_one_of(rest, separator)))
        return false;
    out->year = year;
    return take_number(rest, 2, &out->day);
}

static bool
take_time(struct at_str *rest, const char *separator, struct at_civil *out)
{
    return take_number(rest, 2, &out->hour) &&
           (!*separator || take_one_of(rest, separator)) &&
           take_number(rest, 2, &out->minute) &&
           (!*separator || take_one_of(rest, separator)) &&
           take_number(rest, 2, &out->second);
}

// Read the decimals of a second, if any, truncated to milliseconds.
static bool
take_decimals(struct at_str *rest, int *out_ms)
{
    int unit = 100;
    int digit;
    *out_ms = 0;
    if (!take_one_of(rest, "."))
        return true;
    if (!take_number(rest, 1, &digit))
        return false;
    do {
        *out_ms += digit * unit;
        unit /= 10;
    } while (take_number(rest, 1, &digit));
    return true;
}

// Read "Z" or "+02:00", the offset from UTC.
static bool
take_offset(struct at_str *rest, int64_t *out_ms)
{
    int sign = rest->len > 0 && rest->ptr[0] == '-' ? -1 : 1;
    int hours;
    int minutes;
    *out_ms = 0;
    if (take_one_of(rest, "Zz"))
        return true;
    if (!take_one_of(rest, "+-") || !take_number(rest, 2, &hours) ||
        !take_one_of(rest, ":") || !take_number(rest, 2, &minutes))
        return false;
    *out_ms = sign * INT64_C(60000) * (hours * 60 + minutes);
    return hours < 24 && minutes < 60;
}

bool
at_civil_read(struct at_str text, int64_t *out_ms)
{
    struct at_civil civil = {0};
    int64_t ahead_ms;
    int64_t ms;
    if (!take_date(&text, "-", &civil) || !take_one_of(&text, "Tt ") ||
        !take_time(&text, ":", &civil) || !take_decimals(&text, &civil.ms) ||
        !take_offset(&text, &ahead_ms) || text.len > 0 ||
        !at_civil_to_ms(&civil, &ms))
        return false;
    *out_ms = ms - ahead_ms;
    return true;
}

bool
at_civil_read_day(struct at_str text, int64_t *out_ms)
{
    struct at_civil civil = {0};
    struct at_str rest = text;
    if (take_date(&rest, "-", &civil) && rest.len == 0)
        return at_civil_to_ms(&civil, out_ms);
    return at_civil_read(text, out_ms);
}

bool
at_civil_read_name(struct at_str text, int64_t *out_ms)
{
    struct at_civil civil = {0};
    return take_date(&text, "", &civil) && take_one_of(&text, "-") &&
           take_time(&text, "", &civil) && text.len == 0 &&
           at_civil_to_ms(&civil, out_ms);
}
