// cron.c: five fields as sets of numbers
#include "tester/schedule/cron.h"

#include <string.h>

#include "base/compiler.h"

static const char *const month_names[] = {"jan", "feb", "mar", "apr",
                                          "may", "jun", "jul", "aug",
                                          "sep", "oct", "nov", "dec"};
static const char *const weekday_names[] = {"sun", "mon", "tue", "wed",
                                            "thu", "fri", "sat"};

static const struct field {
    const char *name;
    const char *article;
    int min;
    int max;
    const char *const *names; // names for min and the values after it
    size_t name_count;
    const char *valid;
} fields[] = {
    {"minute", "a", 0, 59, NULL, 0, "0 to 59"},
    {"hour", "an", 0, 23, NULL, 0, "0 to 23"},
    {"day of the month", "a", 1, 31, NULL, 0, "1 to 31"},
    {"month", "a", 1, 12, month_names, AT_LEN(month_names),
     "1 to 12, or JAN to DEC"},
    {"day of the week", "a", 0, 7, weekday_names, AT_LEN(weekday_names),
     "0 to 7 (0 and 7 are Sunday), or SUN to SAT"},
};

static const struct {
    const char *name;
    const char *text;
} nicknames[] = {
    {"@hourly", "0 * * * *"},   {"@daily", "0 0 * * *"},
    {"@midnight", "0 0 * * *"}, {"@weekly", "0 0 * * 0"},
    {"@monthly", "0 0 1 * *"},  {"@yearly", "0 0 1 1 *"},
    {"@annually", "0 0 1 1 *"},
};

static bool
fail_value(const struct field *field, struct at_str text, struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not %s %s: expected %s, *, a range (%d-%d), a "
                   "list (%d,%d) or a step (*/2)",
                   AT_STR_ARG(at_utf8_head(text, 40)), field->article,
                   field->name, field->valid, field->min, field->max,
                   field->min, field->max);
}

static bool
read_value(const struct field *field, struct at_str text, int *out)
{
    int64_t number;
    for (size_t i = 0; i < field->name_count; i++) {
        if (at_str_eq_nocase(text, at_str(field->names[i]))) {
            *out = field->min + (int)i;
            return true;
        }
    }
    // Signs are for at_str_to_i64(), not for cron.
    if (text.len == 0 || text.ptr[0] < '0' || text.ptr[0] > '9' ||
        !at_str_to_i64(text, field->min, field->max, &number))
        return false;
    *out = (int)number;
    return true;
}

static bool
read_range(const struct field *field, struct at_str text, int *out_first,
           int *out_last, struct at_err *err)
{
    struct at_str last = text;
    struct at_str first;
    *out_first = field->min;
    *out_last = field->max;
    if (at_str_is(text, "*"))
        return true;
    if (!at_str_next(&last, '-', &first) ||
        !read_value(field, first, out_first))
        return fail_value(field, text, err);
    *out_last = *out_first;
    if (first.len == text.len)
        return true;
    if (!read_value(field, last, out_last))
        return fail_value(field, text, err);
    if (*out_last == 0 && field->names == weekday_names)
        *out_last = 7; // SAT-SUN
    return *out_first <= *out_last ||
           at_fail(err, AT_EUSAGE,
                   "'%.*s': the range of the %s ends before it begins: write "
                   "two (%d-%d,%d-%d)",
                   AT_STR_ARG(at_utf8_head(text, 40)), field->name, *out_first,
                   field->max, field->min, *out_last);
}

// Read "5", "9-17", "*/15" or "9-17/2"; "5/15" is from 5 to the end.
static bool
read_part(const struct field *field, struct at_str part, uint64_t *set,
          struct at_err *err)
{
    struct at_str rest = part;
    struct at_str range;
    int first, last;
    int64_t step = 1;
    bool has_step = at_str_has(part, AT_STR("/"));
    if (!at_str_next(&rest, '/', &range))
        return fail_value(field, part, err);
    if (!read_range(field, range, &first, &last, err))
        return false;
    if (has_step && (rest.len == 0 || rest.ptr[0] < '0' || rest.ptr[0] > '9' ||
                     !at_str_to_i64(rest, 1, field->max, &step)))
        return at_fail(
            err, AT_EUSAGE, "'%.*s': the step of the %s must be 1 to %d",
            AT_STR_ARG(at_utf8_head(part, 40)), field->name, field->max);
    if (has_step && !at_str_has(range, AT_STR("-")))
        last = field->max;
    for (int value = first; value <= last; value += (int)step)
        *set |= UINT64_C(1) << value;
    return true;
}

static bool
read_field(const struct field *field, struct at_str text, uint64_t *out,
           struct at_err *err)
{
    struct at_str rest = text;
    struct at_str part;
    *out = 0;
    while (at_str_next(&rest, ',', &part)) {
        if (!read_part(field, part, out, err))
            return false;
    }
    // A comma at the end leaves no part to read.
    return (text.len > 0 && text.ptr[text.len - 1] != ',') ||
           fail_value(field, text, err);
}

static bool
next_word(struct at_str *rest, struct at_str *out)
{
    *rest = at_str_trim(*rest);
    size_t len = 0;
    while (len < rest->len && rest->ptr[len] != ' ' && rest->ptr[len] != '\t')
        len++;
    *out = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    return len > 0;
}

static bool
read_nickname(struct at_str *text, struct at_err *err)
{
    if (!at_str_starts(*text, AT_STR("@")))
        return true;
    for (size_t i = 0; i < AT_LEN(nicknames); i++) {
        if (at_str_eq_nocase(*text, at_str(nicknames[i].name))) {
            *text = at_str(nicknames[i].text);
            return true;
        }
    }
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not known: expected @hourly, @daily, @weekly, "
                   "@monthly or @yearly",
                   AT_STR_ARG(at_utf8_head(*text, 40)));
}

// 30 February never comes. A weekday comes in every month.
static bool
check_days(const struct at_cron *cron, struct at_err *err)
{
    static const int longest[] = {31, 29, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
    if (cron->any_day || !cron->any_weekday)
        return true;
    for (int month = 1; month <= 12; month++) {
        uint64_t days = (UINT64_C(2) << longest[month - 1]) - 1;
        if (cron->months >> month & 1 && cron->days & days)
            return true;
    }
    return at_fail(err, AT_EUSAGE,
                   "none of these months has such a day of the month: this "
                   "schedule would never fire");
}

bool
at_cron_read(struct at_str text, struct at_cron *out, struct at_err *err)
{
    struct at_str rest = at_str_trim(text);
    struct at_str words[AT_LEN(fields)];
    struct at_str more;
    size_t count = 0;
    *out = (struct at_cron){0};
    uint64_t *const sets[] = {&out->minutes, &out->hours, &out->days,
                              &out->months, &out->weekdays};
    if (text.len > AT_CRON_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "a schedule has up to %d characters",
                       AT_CRON_MAX_BYTES);
    if (!read_nickname(&rest, err))
        return false;
    while (count < AT_LEN(words) && next_word(&rest, &words[count]))
        count++;
    if (count < AT_LEN(words) || next_word(&rest, &more))
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' has %s five fields: expected MINUTE HOUR DAY "
                       "MONTH WEEKDAY, such as '30 6 * * MON-FRI', or @daily",
                       AT_STR_ARG(at_utf8_head(at_str_trim(text), 80)),
                       count < AT_LEN(words) ? "less than" : "more than");
    for (size_t i = 0; i < AT_LEN(fields); i++) {
        if (!read_field(&fields[i], words[i], sets[i], err))
            return false;
    }
    if (out->weekdays >> 7 & 1)
        out->weekdays = (out->weekdays | 1) & 0x7f;
    out->any_day = words[2].ptr[0] == '*';
    out->any_weekday = words[4].ptr[0] == '*';
    return check_days(out, err);
}
