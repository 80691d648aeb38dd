#include "tests/t.h"

#include "tests/unit/flow/flow_run.h"

// clang-format off
#define ROWS(a, b, c) \
    FAKE_NODE("android.widget.ListView", "com.ex:id/list", "", \
              "scrollable=\"true\"", "[0,200][1000,1200]", \
              FAKE_TEXT(a, "[0,200][1000,500]") \
              FAKE_TEXT(b, "[0,500][1000,800]") \
              FAKE_TEXT(c, "[0,800][1000,1200]"))
#define SMALL \
    FAKE_NODE("android.widget.HorizontalScrollView", "com.ex:id/tabs", "", \
              "scrollable=\"true\"", "[0,0][1000,100]", "")
#define FOOT \
    FAKE_NODE("android.widget.HorizontalScrollView", "com.ex:id/foot", "", \
              "scrollable=\"true\"", "[0,1800][1000,1900]", "")
#define LIST(a, b, c) FAKE_APP(SMALL ROWS(a, b, c) FOOT)
#define CLOCK(text, a, b, c) FAKE_APP(FAKE_TEXT(text, "[0,0][500,90]") \
                                      ROWS(a, b, c))
// clang-format on

#define TO(more) "[{'action': 'scroll_to', 'target': {'text': '9'}" more "}]"

enum { SEVERAL = -1 }; // dumps: it was read again

struct scroll_row {
    const char *name;
    struct fake_frame frames[4];
    const char *steps;
    const char *inputs;
    const char *note;
    const char *error; // NULL: found
    int dumps;
};

static const struct scroll_row scroll_rows[] = {
    {"already there",
     {{LIST("7", "8", "9"), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "",
     "",
     NULL,
     1},
    // the finger moves up to show what is below
    {"below",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("2", "3", "4"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("4", "5", "9"), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "swipe 500 1000 500 400 600; swipe 500 1120 500 280 400",
     "seen after 2 scrolls",
     NULL,
     3},
    // 3 to 7: what lies between was not seen
    {"rows that a fling has skipped",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("7", "8", "a"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("9", "7", "8"), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "swipe 500 1000 500 400 600; swipe 500 550 500 850 600",
     "seen after 2 scrolls",
     NULL,
     3},
    {"to the end",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("4", "5", "6"), FAKE_SLOW, 0, NULL, 0}},
     "[{'action': 'scroll_to', 'edge': 'end'}]",
     "swipe 500 1120 500 280 250; swipe 500 1120 500 280 250",
     "the end after 2 scrolls; the last there: \"4\", \"5\", \"6\"",
     NULL,
     3},
    {"to an end that does not come",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("4", "5", "6"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("7", "8", "9"), FAKE_SLOW, 0, NULL, 0}},
     "[{'action': 'scroll_to', 'edge': 'end', 'maxScrolls': 2}]",
     "swipe 500 1120 500 280 250; swipe 500 1120 500 280 250",
     "",
     "still moves after 2 scrolls down",
     3},
    {"above",
     {{LIST("10", "11", "12"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("9", "10", "11"), FAKE_SLOW, 0, NULL, 0}},
     TO(", 'direction': 'up'"),
     "swipe 500 400 500 1000 600",
     "seen after 1 scroll",
     NULL,
     2},
    {"the end",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("3", "4", "5"), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "swipe 500 1000 500 400 600; swipe 500 1060 500 340 400",
     "",
     "nothing moves after 2 scrolls down; the last text there is "
     "\"5\"",
     3},
    // a clock outside the list is not movement
    {"the end, with a clock",
     {{CLOCK("a", "1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {CLOCK("b", "1", "2", "3"), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "swipe 500 1000 500 400 600",
     "",
     "nothing moves after 1 scroll down; the last text there is "
     "\"3\"",
     2},
    {"too far",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("4", "5", "6"), FAKE_SLOW, 0, NULL, 0}},
     TO(", 'maxScrolls': 1"),
     "swipe 500 1000 500 400 600",
     "",
     "not seen in 1 scrolls down (maxScrolls)",
     2},
    {"where it is told to",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, "swipe", 0},
      {LIST("7", "8", "9"), FAKE_SLOW, 0, NULL, 0}},
     TO(", 'direction': 'right', 'scrollTarget': {'id': 'tabs'}"),
     "swipe 800 50 200 50 600",
     "seen after 1 scroll",
     NULL,
     2},
    {"in nothing",
     {{LIST("1", "2", "3"), FAKE_SLOW, 0, NULL, 0}},
     TO(", 'scrollTarget': {'id': 'none'}"),
     "",
     "",
     "scrollTarget: Element not found matching: {\"id\":\"none\"}",
     SEVERAL},
    {"nothing scrolls",
     {{FAKE_APP(FAKE_TEXT("1", "[0,0][99,99]")), FAKE_SLOW, 0, NULL, 0}},
     TO(""),
     "",
     "",
     "nothing there can be scrolled",
     SEVERAL},
};

T_TEST(scrolls)
{
    for (size_t i = 0; i < T_LEN(scroll_rows); i++) {
        const struct scroll_row *row = &scroll_rows[i];
        struct flow_run run;
        size_t count = 1;
        T_ROW(row->name);
        while (count < 4 && row->frames[count].xml)
            count++;
        flow_init(&run, row->frames, count);
        flow_go(&run, row->steps);
        T_EQ_TEXT(fake_inputs(&run.fake), row->inputs);
        T_EQ_TEXT(flow_text(&run, 0, "note"), row->note);
        T_HAS(run.err.msg, row->error ? row->error : "");
        T_EQ_INT(run.err.code, row->error ? AT_ENOTFOUND : AT_OK);
        if (row->dumps == SEVERAL) // the searched list may be coming
            T_OK(run.dumps > 1);
        else
            T_EQ_INT(run.dumps, row->dumps);
        if (!row->error && strstr(row->steps, "target"))
            T_EQ_TEXT(flow_text(&run, 0, "target"), "\"9\"");
        flow_deinit(&run);
    }
}

// The list still rolls when the row first shows: the tap goes where it rests.
T_TEST(found_row_is_tapped_where_it_rests)
{
#define ROLL(top, bottom)                                                      \
    FAKE_APP(                                                                  \
        FAKE_NODE("android.widget.ListView", "com.ex:id/list", "",             \
                  "scrollable=\"true\"", "[0,200][1000,1200]",                 \
                  FAKE_BUTTON("row", "9", "[0," top "][1000," bottom "]")))
    static const struct fake_frame frames[] = {
        {.xml = LIST("1", "2", "3"), .until = "swipe"},
        {.xml = ROLL("900", "1000"), .times = 1},
        {.xml = ROLL("500", "600")},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'scroll_to', 'target': {'text': '9'}},"
                  " {'action': 'tap', 'target': {'text': '9'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake),
              "swipe 500 1000 500 400 600; tap 500 550");
    flow_deinit(&run);
}

T_MAIN()
