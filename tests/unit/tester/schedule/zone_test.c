// zone_test.c: clocks of time zones, against glibc's, and damaged files
#include "tester/schedule/zone.h"

#include <time.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "sys/file.h"
#include "tester/schedule/zone_file.h"
#include "tester/schedule/zone_rule.h"
#include "tests/t.h"

static const char *const names[] = {"Paris",   "New_York", "Lord_Howe", "Nuuk",
                                    "Kolkata", "Apia",     "Casablanca"};

static struct at_buf
read_zone_file(const char *name)
{
    struct at_buf bytes = AT_BUF_INIT(AT_ZONE_FILE_MAX_BYTES);
    char *path = at_strfmt("tests/data/zones/%s", name);
    T_OK(at_file_read(path, &bytes, NULL));
    free(path);
    return bytes;
}

// The offset that the C library's clocks have.
static int64_t
library_offset_s(int64_t utc_s)
{
    time_t at = (time_t)utc_s;
    struct tm tm;
    int64_t ms;
    T_OK(localtime_r(&at, &tm));
    const struct at_civil shown = {
        .year = tm.tm_year + 1900,
        .month = tm.tm_mon + 1,
        .day = tm.tm_mday,
        .hour = tm.tm_hour,
        .minute = tm.tm_min,
        .second = tm.tm_sec,
    };
    T_OK(at_civil_to_ms(&shown, &ms));
    return ms / 1000 - utc_s;
}

static struct at_zone *
open_zone(const char *name)
{
    struct at_buf bytes = read_zone_file(name);
    struct at_zone *zone;
    T_OK(at_zone_read(at_buf_str(&bytes), &zone, NULL));
    at_buf_deinit(&bytes);
    return zone;
}

// glibc reads the same file by other code.
T_TEST(all_offsets_are_those_of_the_c_library)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        char cwd[4096];
        T_ROW(names[i]);
        T_OK(getcwd(cwd, sizeof(cwd)));
        struct at_zone *zone = open_zone(names[i]);
        char *variable = at_strfmt(":%s/tests/data/zones/%s", cwd, names[i]);
        setenv("TZ", variable, 1);
        tzset();
        for (int64_t s = -3000000000; s < 6000000000; s += 7 * 3601) {
            T_EQ_INT(at_zone_local(zone, s) - s, library_offset_s(s));
        }
        free(variable);
        at_zone_free(zone);
    }
    unsetenv("TZ");
    tzset();
}

// Each local time leads back to its time, or to the first of two.
T_TEST(clocks_lead_back_to_their_time)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_zone *zone = open_zone(names[i]);
        T_ROW(names[i]);
        for (int64_t s = -2000000000; s < 5000000000; s += 11 * 1801) {
            int64_t local_s = at_zone_local(zone, s);
            int64_t back_s = at_zone_utc(zone, local_s);
            T_OK(back_s <= s);
            T_EQ_INT(at_zone_local(zone, back_s), local_s);
        }
        at_zone_free(zone);
    }
}

T_TEST(a_skipped_time_is_the_end_of_the_gap)
{
    struct at_zone *zone = open_zone("Paris");
    // 2026-03-29: 02:00 becomes 03:00, at 01:00 UTC. 2026-10-25: 03:00 becomes
    // 02:00.
    T_EQ_INT(at_zone_utc(zone, 1774751400), 1774746000);     // 02:30
    T_EQ_INT(at_zone_utc(zone, 1774749599), 1774746000 - 1); // 01:59:59
    T_EQ_INT(at_zone_utc(zone, 1792895400), 1792888200);     // 02:30, in summer
    at_zone_free(zone);
}

T_TEST(a_file_that_is_cut_anywhere_is_refused)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_buf bytes = read_zone_file(names[i]);
        T_ROW(names[i]);
        for (size_t len = 0; len < bytes.len; len++) {
            // Exactly that many bytes: a sanitizer sees a read beyond them.
            char *cut = at_strndup(bytes.data, len);
            struct at_err err = AT_ERR_INIT;
            struct at_zone *zone;
            T_NOT(at_zone_read(at_str_n(cut, len), &zone, &err));
            T_EQ_INT(err.code, AT_EPROTO);
            T_NULL(zone);
            free(cut);
        }
        at_buf_deinit(&bytes);
    }
}

// Any damage is refused or gives clocks that work.
T_TEST(a_changed_byte_does_no_harm)
{
    struct at_buf bytes = read_zone_file("Paris");
    for (size_t i = 0; i < bytes.len; i++) {
        static const unsigned char masks[] = {0x01, 0x80, 0xff};
        for (size_t j = 0; j < T_LEN(masks); j++) {
            struct at_zone *zone;
            bytes.data[i] = (char)(bytes.data[i] ^ masks[j]);
            if (at_zone_read(at_buf_str(&bytes), &zone, NULL)) {
                int64_t local_s = at_zone_local(zone, 1774746000);
                T_OK(at_zone_utc(zone, local_s) <= 1774746000);
            }
            at_zone_free(zone);
            bytes.data[i] = (char)(bytes.data[i] ^ masks[j]);
        }
    }
    at_buf_deinit(&bytes);
}

static const struct {
    const char *text;
    bool ok;
} rules[] = {
    {"CET-1CEST,M3.5.0,M10.5.0/3", true},
    {"EST5EDT,M3.2.0,M11.1.0", true},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", true},
    {"IST-5:30", true},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", true},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", true},
    {"", false},
    {"C-1", false},
    {"CET", false},
    {"CET-1CEST", false},
    {"CET-1CEST,M3.5.0", false},
    {"CET-1CEST,M13.5.0,M10.5.0", false},
    {"CET-1CEST,M3.6.0,M10.5.0", false},
    {"CET-1CEST,M3.0.0,M10.5.0", false},
    {"CET-1CEST,M3.5.7,M10.5.0", false},
    {"CET-1CEST,J0,J365", false},
    {"CET-1CEST,J366,J365", false},
    {"CET-1CEST,366,1", false},
    {"CET-1CEST,M3.5.0/168,M10.5.0", false},
    {"CET-1CEST,M3.5.0,M10.5.0/3x", false},
    {"CET-25", false},
    {"CET-1:60", false},
    {"CET-00001", false},
    {"<+03-3", false},
    {"<+0>-3", false},
};

T_TEST(rules_are_read_or_refused)
{
    for (size_t i = 0; i < T_LEN(rules); i++) {
        struct at_zone_rule rule;
        T_ROW(rules[i].text);
        T_EQ_INT(at_zone_rule_read(at_str(rules[i].text), &rule), rules[i].ok);
    }
}

// The C library reads the same rule from TZ.
T_TEST(rules_are_those_of_the_c_library)
{
    for (size_t i = 0; i < T_LEN(rules) && rules[i].ok; i++) {
        struct at_zone_rule rule;
        T_ROW(rules[i].text);
        T_OK(at_zone_rule_read(at_str(rules[i].text), &rule));
        setenv("TZ", rules[i].text, 1);
        tzset();
        for (int64_t s = 1700000000; s < 2000000000; s += 1807) {
            T_EQ_INT(at_zone_rule_span(&rule, s).offset_s, library_offset_s(s));
        }
    }
    unsetenv("TZ");
    tzset();
}

// RFC 9636, 3.3.2. glibc has an hour of standard time around each new year.
T_TEST(saving_may_last_all_year)
{
    struct at_zone_rule rule;
    T_OK(at_zone_rule_read(AT_STR("EST5EDT,0/0,J365/25"), &rule));
    for (int64_t s = 1700000000; s < 2000000000; s += 1807)
        T_EQ_INT(at_zone_rule_span(&rule, s).offset_s, -4 * 3600);
}

static const struct {
    const char *name;
    enum at_code code;
} zones[] = {
    {"", AT_OK},
    {"UTC", AT_OK},
    {"Paris", AT_OK},
    {"Atlantis", AT_EUSAGE},
    {"../zones/Paris", AT_EUSAGE},
    {"/etc/passwd", AT_EUSAGE},
    {"Paris\n", AT_EUSAGE},
    {".", AT_EUSAGE},
    {"README", AT_EUSAGE},
};

T_TEST(names_are_looked_up)
{
    setenv("TZDIR", "tests/data/zones", 1);
    for (size_t i = 0; i < T_LEN(zones); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_zone *zone;
        T_ROW(zones[i].name);
        T_EQ_INT(at_zone_open(at_str(zones[i].name), &zone, &err),
                 zones[i].code == AT_OK);
        T_EQ_INT(err.code, zones[i].code);
        at_zone_free(zone);
    }
    unsetenv("TZDIR");
}

T_MAIN()
