// The times that `logcat -T` takes, and the forms of a log's line.
#include "tests/t.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "base/limits.h"
#include "virtual-android/commands/logtime.h"
#include "virtual-android/model/logring.h"

// 2024-11-21 12:03:13.678 UTC
#define NOW INT64_C(1732190593678)

static const struct {
    const char *text;
    int64_t ms; // -1: refused
} rows[] = {
    {"11-21 12:03:13.678", NOW},
    {"2024-11-21 12:03:13.678", NOW},
    {"2024-11-21 12:03:13.678999", NOW},
    {"1732190593.678", NOW},
    {"1732190593.6", NOW - 78},
    {"1732190593", NOW - 678},
    {"11-21 12:03:13", NOW - 678},
    {"02-29 00:00:00", INT64_C(1709164800000)},
    {"1970-01-01 00:00:00.001", 1},
    {"", -1},
    {"yesterday", -1},
    {"11-21", -1},
    {"11-21 12:03", -1},
    {"13-21 12:03:13", -1},
    {"11-21 24:03:13", -1},
    {"11-21 12:03:13.x", -1},
    {"11-21 12:03:13:14", -1},
    {"1-2-3-4 12:03:13", -1},
};

T_TEST(times_are_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        int64_t ms = -1;
        struct at_str text = at_str(rows[i].text);
        bool ok = vd_log_time_parse(text, NOW, &ms);
        if (ok != (rows[i].ms >= 0) || ms != rows[i].ms)
            print_error("%s: %lld\n", rows[i].text, (long long)ms);
        assert_true(ok == (rows[i].ms >= 0));
        assert_int_equal(ms, rows[i].ms);
        for (size_t len = 0; len < text.len; len++) { // no cut crashes
            ms = 0;
            if (vd_log_time_parse(at_str_head(text, len), NOW, &ms))
                assert_in_range(ms, 0, INT64_C(400000000000000));
        }
    }
}

static const struct {
    const char *format;
    const char *line;
} forms[] = {
    {"threadtime", "11-21 12:03:13.678   571   598 W Tag     : hello world\n"},
    {"time", "11-21 12:03:13.678 W/Tag     (  571): hello world\n"},
    {"brief", "W/Tag     (  571): hello world\n"},
    {"tag", "W/Tag     : hello world\n"},
    {"process", "W(  571) hello world  (Tag)\n"},
    {"raw", "hello world\n"},
    {"long", "[ 11-21 12:03:13.678   571:  598 W/Tag      ]\nhello world\n\n"},
};

T_TEST(forms_of_a_line)
{
    const struct vd_logline line = {
        .wall_ms = NOW,
        .pid = 571,
        .tid = 598,
        .priority = 'W',
        .buffer = "main",
        .tag = (char *)"Tag",
        .text = (char *)"hello world",
    };
    enum vd_logformat format;
    for (size_t i = 0; i < T_LEN(forms); i++) {
        struct at_buf out = AT_BUF_INIT(AT_KIB);
        assert_true(vd_logformat_parse(forms[i].format, &format));
        vd_logline_write(&line, format, &out);
        assert_string_equal(out.data, forms[i].line);
        at_buf_deinit(&out);
    }
    assert_false(vd_logformat_parse("fancy", &format));
}

// The oldest lines are dropped; the numbers remain.
T_TEST(ring_drops_the_oldest)
{
    struct vd_logring ring;
    char text[32];
    struct vd_logline line = {
        .buffer = "main", .tag = (char *)"T", .text = text};
    vd_logring_init(&ring);
    assert_null(vd_logring_at(&ring, 1));
    for (int i = 1; i <= VD_LOG_LINES_MAX + 5; i++) {
        snprintf(text, sizeof(text), "line %d", i);
        vd_logring_add(&ring, &line);
    }
    assert_int_equal(vd_logring_first(&ring), 6);
    assert_null(vd_logring_at(&ring, 5));
    assert_string_equal(vd_logring_at(&ring, 6)->text, "line 6");
    assert_null(vd_logring_at(&ring, VD_LOG_LINES_MAX + 6));
    vd_logring_clear(&ring);
    assert_null(vd_logring_at(&ring, VD_LOG_LINES_MAX + 5));
    snprintf(text, sizeof(text), "two\nlines");
    vd_logring_add(&ring, &line);
    assert_string_equal(vd_logring_at(&ring, VD_LOG_LINES_MAX + 7)->text,
                        "lines");
    vd_logring_deinit(&ring);
}

T_MAIN()
