// duration_test.c: spans of time, read and written
#include "base/duration.h"

#include "tests/t.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static const struct {
    const char *text;
    int64_t ms;          // 0: refused
    const char *written; // NULL: as text
} rows[] = {
    {"90s", 90000, NULL},
    {"10m", 600000, NULL},
    {"1h", 3600000, NULL},
    {"500ms", 500, NULL},
    {"60m", 3600000, "1h"},
    {"24h", DAY_MS, NULL},
    {"1440m", DAY_MS, "24h"},
    {"25h", 0, NULL},
    {"99999999999999999999h", 0, NULL},
    {"0s", 0, NULL},
    {"-1s", 0, NULL},
    {"10", 0, NULL},
    {"m", 0, NULL},
    {"", 0, NULL},
    {"1.5h", 0, NULL},
    {"1d", 0, NULL},
    {"10 m", 0, NULL},
    {" 10m", 0, NULL},
};

T_TEST(duration_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        int64_t ms = -1;
        char written[AT_DURATION_MAX];
        T_ROW(rows[i].text);
        bool ok = at_duration_parse(at_str(rows[i].text), DAY_MS, &ms);
        T_EQ_INT(ok, rows[i].ms != 0);
        if (!ok)
            continue;
        T_EQ_INT(ms, rows[i].ms);
        at_duration_write(ms, written);
        T_EQ_TEXT(written, rows[i].written ? rows[i].written : rows[i].text);
    }
}

T_TEST(duration_none)
{
    char written[AT_DURATION_MAX];
    at_duration_write(0, written);
    T_EQ_TEXT(written, "0ms");
}

T_MAIN()
