// clock_test.c: moments as texts and back
#include "sys/clock.h"

#include <sys/wait.h>
#include <time.h>

#include "base/civil.h"
#include "tests/t.h"

static const struct {
    const char *text;
    int64_t ms;
} written[] = {
    {"1970-01-01T00:00:00.000Z", 0},
    {"1969-12-31T23:59:59.999Z", -1},
    {"2026-02-04T10:11:12.345Z", INT64_C(1770199872345)},
    {"2000-02-29T12:00:00.000Z", INT64_C(951825600000)},
    {"1900-03-01T00:00:00.000Z", INT64_C(-2203891200000)},
    {"2038-01-19T03:14:08.001Z", INT64_C(2147483648001)},
    {"2100-02-28T23:59:59.000Z", INT64_C(4107542399000)},
    {"2100-03-01T00:00:00.000Z", INT64_C(4107542400000)},
    {"0000-01-01T00:00:00.000Z", INT64_C(-62167219200000)},
    {"9999-12-31T23:59:59.999Z", INT64_C(253402300799999)},
};

T_TEST(clock_writes_and_reads_moments)
{
    for (size_t i = 0; i < T_LEN(written); i++) {
        char text[AT_RFC3339_MAX];
        int64_t ms = 1;
        T_ROW(written[i].text);
        at_wall_write(written[i].ms, text);
        T_EQ_TEXT(text, written[i].text);
        T_OK(at_wall_read(at_str(text), &ms));
        T_EQ_INT(ms, written[i].ms);
        for (size_t len = 0; len < strlen(text); len++)
            T_NOT(at_wall_read(at_str_n(text, len), &ms));
        T_EQ_INT(ms, written[i].ms);
    }
}

T_TEST(clock_writes_any_moment)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(INT64_MAX, text);
    T_EQ_TEXT(text, "9999-12-31T23:59:59.999Z");
    at_wall_write(INT64_MIN, text);
    T_EQ_TEXT(text, "0000-01-01T00:00:00.000Z");
}

static const struct {
    const char *text;
    int64_t ms; // -1: no such time
} read_rows[] = {
    {"1970-01-01T00:00:01Z", 1000},
    {"1970-01-01t00:00:01z", 1000},
    {"1970-01-01 00:00:01Z", 1000},
    {"1970-01-01T02:00:00+02:00", 0},
    {"1969-12-31T18:30:00-05:30", 0},
    {"1970-01-01T00:00:00.5Z", 500},
    {"1970-01-01T00:00:00.0129999999999999999999Z", 12},
    {"1970-01-01T00:00:60Z", 60000},
    {"1970-01-01T00:00:61Z", -1},
    {"1970-01-01T24:00:00Z", -1},
    {"1970-01-01T00:60:00Z", -1},
    {"1970-13-01T00:00:00Z", -1},
    {"1970-00-01T00:00:00Z", -1},
    {"1970-01-00T00:00:00Z", -1},
    {"1970-02-29T00:00:00Z", -1},
    {"1900-02-29T00:00:00Z", -1},
    {"1970-04-31T00:00:00Z", -1},
    {"1970-01-01T00:00:00", -1},
    {"1970-01-01T00:00:00.Z", -1},
    {"1970-01-01T00:00:00+0200", -1},
    {"1970-01-01T00:00:00+24:00", -1},
    {"1970-01-01T00:00:00+02:60", -1},
    {"1970-01-01T00:00:00Zx", -1},
    {"-970-01-01T00:00:00Z", -1},
    {"1970--1-01T00:00:00Z", -1},
    {"1970/01/01T00:00:00Z", -1},
    {"yesterday", -1},
};

T_TEST(clock_reads_what_others_write)
{
    for (size_t i = 0; i < T_LEN(read_rows); i++) {
        int64_t ms = -1;
        T_ROW(read_rows[i].text);
        T_EQ_INT(at_wall_read(at_str(read_rows[i].text), &ms),
                 read_rows[i].ms != -1);
        T_EQ_INT(ms, read_rows[i].ms);
    }
}

T_TEST(clock_names_runs)
{
    static const char *const bad[] = {"20260204-1011",   "20260204-1011120",
                                      "20260204_101112", "20261304-101112",
                                      "2026-02-04",      ""};
    char text[AT_RFC3339_MAX];
    int64_t ms = 0;
    at_wall_write_name(INT64_C(1770199872345), text);
    T_EQ_TEXT(text, "20260204-101112");
    T_OK(at_wall_read_name(at_str(text), &ms));
    T_EQ_INT(ms, INT64_C(1770199872000));
    for (size_t i = 0; i < T_LEN(bad); i++) {
        T_ROW(bad[i]);
        T_NOT(at_wall_read_name(at_str(bad[i]), &ms));
    }
}

// Every day of two eras against the C library.
T_TEST(clock_agrees_with_libc)
{
    for (int64_t day = -80000; day < 240000; day++) {
        int64_t ms = day * 86400000 + 3723004;
        int64_t back;
        time_t when = (time_t)(day * 86400);
        struct tm tm;
        struct at_civil civil = at_civil_from_ms(ms);
        T_OK(gmtime_r(&when, &tm) != NULL);
        T_EQ_INT(civil.year, tm.tm_year + 1900);
        T_EQ_INT(civil.month, tm.tm_mon + 1);
        T_EQ_INT(civil.day, tm.tm_mday);
        T_EQ_INT(civil.hour * 3600 + civil.minute * 60 + civil.second, 3723);
        T_OK(at_civil_to_ms(&civil, &back));
        T_EQ_INT(back, ms);
    }
}

static const struct {
    const char *text;
    int ms;
    int scaled_ms;
} scales[] = {
    {NULL, 5, 5},      {"1", 5, 5},       {"4", 5, 20}, {"20", 5, 100},
    {"20", 250, 3000}, {"4", 4000, 4000}, {"", 5, 5},   {"0", 5, 5},
    {"21", 5, 5},      {"4x", 5, 5},
};

// Each in a process, because the variable is read once.
T_TEST(the_environment_scales_limits)
{
    for (size_t i = 0; i < T_LEN(scales); i++) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        T_OK(child >= 0);
        if (child == 0) {
            if (scales[i].text)
                setenv("AGENTEST_TIME_SCALE", scales[i].text, 1);
            else
                unsetenv("AGENTEST_TIME_SCALE");
            _exit(at_scaled_ms(scales[i].ms) == scales[i].scaled_ms ? 0 : 1);
        }
        T_ROW(scales[i].text ? scales[i].text : "unset");
        T_EQ_INT(waitpid(child, &status, 0), child);
        T_OK(WIFEXITED(status));
        T_EQ_INT(WEXITSTATUS(status), 0);
    }
}

T_MAIN()
