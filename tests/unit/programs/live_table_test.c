// live_table_test.c: frames of the live table, by width and height
#include "base/alloc.h"
#include "base/buf.h"
#include "programs/live_table.h"
#include "tests/t.h"

#define SECOND INT64_C(1000000000)

static const struct {
    const char *text;
    size_t columns;
    const char *fitted;
} fits[] = {
    {"abc", 5, "abc  "},     {"abc", 3, "abc"},
    {"abcd", 3, "ab…"},      {"", 2, "  "},
    {"abc", 0, ""},          {"abc", 1, "…"},
    {"日本語", 6, "日本語"}, {"日本語", 5, "日本…"},
    {"日本語", 4, "日… "},   {"e\xcc\x81t", 2, "e\xcc\x81t"},
};

T_TEST(texts_fit_their_columns)
{
    for (size_t i = 0; i < T_LEN(fits); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(fits[i].text);
        at_live_fit(at_str(fits[i].text), fits[i].columns, &out);
        T_EQ_TEXT(at_buf_text(&out), fits[i].fitted);
        at_buf_deinit(&out);
    }
}

static const struct at_live_case cases[] = {
    {"Done one", AT_LIVE_DONE, "emulator-1", 1, 1, 0},
    {"Log in with a name that is longer than its column has room for it",
     AT_LIVE_RUNNING, "emulator-5554", 2, 5, 88 * SECOND},
    {"Search", AT_LIVE_RUNNING, "emulator-5556", 0, 3, 99 * SECOND},
    {"Waits 1", AT_LIVE_WAITING, "", 0, 2, 0},
    {"Waits 2", AT_LIVE_WAITING, "", 0, 2, 0},
    {"Waits 3", AT_LIVE_WAITING, "", 0, 2, 0},
    {"Waits 4", AT_LIVE_WAITING, "", 0, 2, 0},
    {"Waits 5", AT_LIVE_WAITING, "", 0, 2, 0},
};

static char *
draw(size_t width, size_t height, bool colour, const char *note)
{
    struct at_buf out = AT_BUF_INIT(1 << 16);
    const struct at_live_table table = {cases, T_LEN(cases), 1, 0, 0, 0, note};
    const struct at_live_screen screen = {width, height, colour, 100 * SECOND};
    at_live_draw(&table, &screen, &out);
    return at_buf_take(&out);
}

T_TEST(shows_what_runs_and_what_waits)
{
    char *frame = draw(80, 24, false, "");
    T_HAS(frame, "1 of 8 done, 1 passed; 2 running, 5 waiting; 1:40 ");
    T_HAS(frame, "> Log in with a name that is longer than i… emulator-5554"
                 "            2/5    0:12\n");
    T_HAS(frame, "> Search                                    emulator-5556"
                 "                   0:01\n");
    T_HAS(frame, "- Waits 3");
    T_HAS(frame, "  and 2 more");
    T_NULL(strstr(frame, "Done one"));
    T_NULL(strstr(frame, "\x1b"));
    free(frame);
    frame = draw(80, 24, true, "waiting: all devices are in use");
    T_HAS(frame, "\nwaiting: all devices are in use");
    T_HAS(frame, "\x1b[1m1 of 8");
    free(frame);
}

// Every frame fits its terminal, so that no line wraps and none scrolls away.
T_TEST(fits_every_terminal)
{
    for (size_t width = 20; width < 200; width += 7) {
        for (size_t height = 2; height < 30; height++) {
            char *frame = draw(width, height, false, "a note");
            struct at_str rest = at_str(frame), line;
            size_t lines = 0;
            for (; at_str_next(&rest, '\n', &line); lines++)
                T_EQ_SIZE(at_utf8_count(line), width);
            T_OK(lines <= (height > 3 ? height - 1 : 3));
            free(frame);
        }
    }
}

T_MAIN()
