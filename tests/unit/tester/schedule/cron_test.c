// cron_test.c: texts of schedules, and their times against a slow definition
#include "tester/schedule/cron.h"

#include "base/alloc.h"
#include "base/civil.h"
#include "sys/file.h"
#include "tests/t.h"

static struct at_zone *
open_zone(const char *name)
{
    struct at_buf bytes = AT_BUF_INIT(AT_ZONE_FILE_MAX_BYTES);
    char *path = at_strfmt("tests/data/zones/%s", name);
    struct at_zone *zone;
    if (strcmp(name, "UTC") == 0) {
        zone = at_zone_new_utc();
    } else {
        T_OK(at_file_read(path, &bytes, NULL));
        T_OK(at_zone_read(at_buf_str(&bytes), &zone, NULL));
    }
    at_buf_deinit(&bytes);
    free(path);
    return zone;
}

static const struct {
    const char *text;
    const char *words; // part of the refusal; NULL: valid
} texts[] = {
    {"* * * * *", NULL},
    {"  30\t6  *  *  MON-FRI ", NULL},
    {"0 0 * * SAT-SUN", NULL},
    {"0 0 * * 7", NULL},
    {"@daily", NULL},
    {"@Midnight", NULL},
    {"0 0 29 2 *", NULL},
    {"0 0 31 2 MON", NULL},
    {"*/15,7 0-23/2 1,15 jan-MAR *", NULL},
    {"", "less than five fields"},
    {"* * * *", "less than five fields"},
    {"* * * * * *", "more than five fields"},
    {"60 * * * *", "'60' is not a minute: expected 0 to 59"},
    {"* 24 * * *", "'24' is not an hour: expected 0 to 23"},
    {"* * 0 * *", "is not a day of the month: expected 1 to 31"},
    {"* * * 13 *", "is not a month: expected 1 to 12, or JAN to DEC"},
    {"* * * * 8", "is not a day of the week: expected 0 to 7"},
    {"* * * * monday", "'monday' is not a day of the week"},
    {"jan * * * *", "'jan' is not a minute"},
    {"-1 * * * *", "'-1' is not a minute"},
    {"+1 * * * *", "'+1' is not a minute"},
    {"5- * * * *", "'5-' is not a minute"},
    {"1-2-3 * * * *", "'1-2-3' is not a minute"},
    {"9-5 * * * *", "ends before it begins"},
    {"*/0 * * * *", "the step of the minute must be 1 to 59"},
    {"*/ * * * *", "the step of the minute"},
    {"*/-1 * * * *", "the step of the minute"},
    {"/5 * * * *", "'' is not a minute"},
    {"1, * * * *", "'1,' is not a minute"},
    {"1,,2 * * * *", "'' is not a minute"},
    {"? * * * *", "'?' is not a minute"},
    {"0 0 L * *", "'L' is not a day of the month"},
    {"0 0 * * 5#2", "'5#2' is not a day of the week"},
    {"@reboot", "'@reboot' is not known: expected @hourly"},
    {"@", "expected @hourly"},
    {"0 0 31 2,4,6 *", "would never fire"},
    {"0 0 30 2 *", "would never fire"},
    {"999999999999999999999 * * * *", "is not a minute"},
};

T_TEST(texts_are_read_or_refused_by_field)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        struct at_cron cron;
        struct at_err err = AT_ERR_INIT;
        T_ROW(texts[i].text);
        T_EQ_INT(at_cron_read(at_str(texts[i].text), &cron, &err),
                 !texts[i].words);
        if (texts[i].words)
            T_HAS(err.msg, texts[i].words);
    }
}

// The next three times after one.
static const struct {
    const char *zone;
    const char *text;
    const char *after;
    const char *next[3];
} rows[] = {
    {"UTC",
     "* * * * *",
     "2026-02-04T10:11:12Z",
     {"2026-02-04T10:12", "2026-02-04T10:13", "2026-02-04T10:14"}},
    {"UTC",
     "*/15 * * * *",
     "2026-02-04T10:45:00Z",
     {"2026-02-04T11:00", "2026-02-04T11:15", "2026-02-04T11:30"}},
    {"UTC",
     "7/20 23 * * *",
     "2026-12-31T23:46:59.999Z",
     {"2026-12-31T23:47", "2027-01-01T23:07", "2027-01-01T23:27"}},
    {"UTC",
     "30 6 * * MON-FRI",
     "2026-11-27T07:00:00Z",
     {"2026-11-30T06:30", "2026-12-01T06:30", "2026-12-02T06:30"}},
    {"UTC",
     "0 0 29 2 *",
     "2096-03-01T00:00:00Z",
     {"2104-02-29T00:00", "2108-02-29T00:00", "2112-02-29T00:00"}},
    {"UTC",
     "0 12 13 * FRI",
     "2026-11-06T12:00:00Z", // either of both
     {"2026-11-13T12:00", "2026-11-20T12:00", "2026-11-27T12:00"}},
    {"UTC",
     "0 12 */2 * FRI",
     "2026-11-01T12:00:00Z", // both
     {"2026-11-13T12:00", "2026-11-27T12:00", "2026-12-11T12:00"}},
    {"UTC",
     "@weekly",
     "2026-11-29T00:00:00Z",
     {"2026-12-06T00:00", "2026-12-13T00:00", "2026-12-20T00:00"}},
    {"UTC",
     "0 0 1 1 *",
     "1969-06-01T00:00:00Z",
     {"1970-01-01T00:00", "1971-01-01T00:00", "1972-01-01T00:00"}},
    // Clocks skip 02:00 to 03:00 on 29 March.
    {"Paris",
     "30 2 * * *",
     "2026-03-27T22:00:00Z",
     {"2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30"}},
    {"Paris",
     "*/20 * * * *",
     "2026-03-29T00:30:00Z",
     {"2026-03-29T00:40", "2026-03-29T01:00", "2026-03-29T01:20"}},
    // They show 02:00 to 03:00 twice on 25 October.
    {"Paris",
     "30 2 * * *",
     "2026-10-24T22:00:00Z",
     {"2026-10-25T00:30", "2026-10-26T01:30", "2026-10-27T01:30"}},
    {"Paris",
     "30 2 * * *",
     "2026-10-25T01:00:00Z", // between both
     {"2026-10-26T01:30", "2026-10-27T01:30", "2026-10-28T01:30"}},
    {"Paris",
     "30 * * * *",
     "2026-10-24T23:00:00Z",
     {"2026-10-24T23:30", "2026-10-25T00:30", "2026-10-25T02:30"}},
    {"New_York",
     "0 9 * * *",
     "2026-03-07T00:00:00Z",
     {"2026-03-07T14:00", "2026-03-08T13:00", "2026-03-09T13:00"}},
    // Half an hour of daylight saving.
    {"Lord_Howe",
     "15 2 * * *",
     "2026-10-02T00:00:00Z",
     {"2026-10-02T15:45", "2026-10-03T15:30", "2026-10-04T15:15"}},
    // Samoa had no 30 December 2011.
    {"Apia",
     "0 12 * * *",
     "2011-12-29T00:00:00Z",
     {"2011-12-29T22:00", "2011-12-30T10:00", "2011-12-30T22:00"}},
    {"Kolkata",
     "0 0 * * *",
     "2026-01-01T00:00:00Z",
     {"2026-01-01T18:30", "2026-01-02T18:30", "2026-01-03T18:30"}},
};

T_TEST(next_times)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_zone *zone = open_zone(rows[i].zone);
        struct at_cron cron;
        int64_t ms;
        char *name = at_strfmt("%s %s", rows[i].zone, rows[i].text);
        T_ROW(name);
        T_OK(at_cron_read(at_str(rows[i].text), &cron, NULL));
        T_OK(at_civil_read(at_str(rows[i].after), &ms));
        for (size_t j = 0; j < T_LEN(rows[i].next); j++) {
            char text[] = "YYYY-MM-DDThh:mm";
            T_OK(at_cron_next(&cron, zone, ms, &ms));
            at_civil_write(ms, "YYYY-MM-DDThh:mm", text);
            T_EQ_TEXT(text, rows[i].next[j]);
            T_EQ_INT(ms % 60000, 0);
        }
        at_zone_free(zone);
        free(name);
    }
}

static bool
shows(const struct at_cron *cron, int64_t local_s)
{
    struct at_civil at = at_civil_from_ms(local_s * 1000);
    int weekday = (int)((local_s / 86400 + 4) % 7);
    bool day = cron->days >> at.day & 1;
    bool in_week = cron->weekdays >> weekday & 1;
    bool both = cron->any_day || cron->any_weekday;
    return cron->minutes >> at.minute & 1 && cron->hours >> at.hour & 1 &&
           cron->months >> at.month & 1 &&
           (both ? day && in_week : day || in_week);
}

// The definition: the minute's clocks match and have not been shown before, or
// it ends a gap in which a skipped minute matches.
static bool
fires(const struct at_cron *cron, const struct at_zone *zone, int64_t utc_s)
{
    int64_t local_s = at_zone_local(zone, utc_s);
    int64_t before_s = at_zone_local(zone, utc_s - 60) + 60;
    for (int64_t s = before_s; s < local_s; s += 60) {
        if (shows(cron, s))
            return true;
    }
    if (!shows(cron, local_s))
        return false;
    for (int64_t s = utc_s - 3 * 3600; s < utc_s; s += 60) {
        if (at_zone_local(zone, s) == local_s)
            return false;
    }
    return true;
}

T_TEST(times_around_changes_follow_the_definition)
{
    static const char *const crons[] = {
        "* * * * *", "*/7 * * * *",   "30 2 * * *",   "15 1-3 * * *",
        "0 0 * * *", "59 23 * * SAT", "5 2 29 3 SUN", "45 1,2 * 3-4 *"};
    static const char *const zones[] = {"Paris", "New_York", "Lord_Howe",
                                        "Nuuk", "Casablanca"};
    static const int64_t around_s[] = {1774746000, 1792890000, 1772953200,
                                       1793512800, 1775314800, 1791039600};
    for (size_t i = 0; i < T_LEN(crons) * T_LEN(zones); i++) {
        struct at_zone *zone = open_zone(zones[i % T_LEN(zones)]);
        struct at_cron cron;
        T_ROW(crons[i / T_LEN(zones)]);
        T_OK(at_cron_read(at_str(crons[i / T_LEN(zones)]), &cron, NULL));
        for (size_t j = 0; j < T_LEN(around_s); j++) {
            int64_t first_s = around_s[j] - 86400;
            int64_t next_ms = 0;
            T_OK(at_cron_next(&cron, zone, first_s * 1000, &next_ms));
            for (int64_t s = first_s + 60; s < first_s + 2 * 86400; s += 60) {
                T_EQ_INT(next_ms == s * 1000, fires(&cron, zone, s));
                if (next_ms == s * 1000)
                    T_OK(at_cron_next(&cron, zone, next_ms, &next_ms));
            }
        }
        at_zone_free(zone);
    }
}

T_MAIN()
