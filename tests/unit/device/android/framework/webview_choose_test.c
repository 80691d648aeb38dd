#include "device/android/framework/web/webview_choose.h"

#include "tests/t.h"

static const struct at_rect view = {0, 210, 1080, 2337};

#define PLACED(left, top, right, bottom)                                       \
    {                                                                          \
        .placed = true, .place = { left, top, right, bottom }                  \
    }
#define PAGE(width, height)                                                    \
    {                                                                          \
        .width_css = width, .height_css = height                               \
    }

static const struct {
    const char *name;
    bool alone;
    size_t count;
    struct at_web_reading readings[3];
    int want; // -1: none
} choose_rows[] = {
    {"nothing", true, 0, {{.used = false}}, -1},
    {"its place", true, 1, {{.target = PLACED(0, 210, 1080, 2337)}}, 0},
    {"alone, but elsewhere",
     true,
     1,
     {{.page = PAGE(411, 810), .target = PLACED(1080, 210, 2160, 2337)}},
     -1},
    {"alone, and it does not know its place",
     true,
     1,
     {{.page = PAGE(411, 100)}},
     0},
    {"without a size, too", true, 1, {{.page = PAGE(0, 0)}}, 0},
    {"one of several, of another shape",
     false,
     1,
     {{.page = PAGE(411, 100)}},
     -1},
    {"one of several, of its shape", false, 1, {{.page = PAGE(411, 810)}}, 0},
    {"hidden", true, 1, {{.page = {.hidden = true}}}, -1},
    {"shown by another view", true, 1, {{.used = true}}, -1},
    {"the better shape",
     true,
     2,
     {{.page = PAGE(411, 600)}, {.page = PAGE(411, 810)}},
     1},
    {"a place rather than a shape",
     true,
     3,
     {{.page = PAGE(411, 100)},
      {.target = PLACED(0, 210, 1080, 2337)},
      {.target = PLACED(1080, 210, 2160, 2337)}},
     1},
};

T_TEST(chooses)
{
    for (size_t i = 0; i < T_LEN(choose_rows); i++) {
        struct at_web_reading readings[3];
        memcpy(readings, choose_rows[i].readings, sizeof(readings));
        T_ROW(choose_rows[i].name);
        const struct at_web_reading *found = at_web_choose(
            readings, choose_rows[i].count, view, choose_rows[i].alone);
        T_EQ_INT(found ? (int)(found - readings) : -1, choose_rows[i].want);
    }
}

T_TEST(worth)
{
    const struct at_overlay_query query = {.web_count = 1,
                                           .web = {{0, 210, 1080, 2337}}};
    const struct at_web_target here = PLACED(0, 210, 1080, 2337);
    const struct at_web_target beside = PLACED(1080, 210, 2160, 2337);
    const struct at_web_target somewhere = {.placed = false};
    T_EQ_INT(at_web_worth(&here, false, &query), AT_WEB_SEEN);
    T_EQ_INT(at_web_worth(&here, true, &query), AT_WEB_HIDDEN);
    T_EQ_INT(at_web_worth(&here, false, NULL), AT_WEB_UNKNOWN);
    T_EQ_INT(at_web_worth(&beside, false, &query), AT_WEB_ELSEWHERE);
    T_EQ_INT(at_web_worth(&somewhere, false, &query), AT_WEB_UNKNOWN);
}

T_TEST(pauses_grow)
{
    static const int64_t want_ms[] = {0, 5000, 10000, 20000, 40000, 60000};
    for (int i = 0; i < (int)T_LEN(want_ms); i++)
        T_EQ_INT(at_web_pause_ms(i), want_ms[i]);
    T_EQ_INT(at_web_pause_ms(-1), 0);
    T_EQ_INT(at_web_pause_ms(1000000), 60000);
}

T_TEST(shares)
{
    T_EQ_INT(at_web_share_ms(250, 0), 250);
    T_EQ_INT(at_web_share_ms(250, 1), 210);
    T_EQ_INT(at_web_share_ms(250, 3), 130);
    T_EQ_INT(at_web_share_ms(100, 3), 25); // an even part, if it is little
    T_EQ_INT(at_web_share_ms(0, 2), 0);
}

T_MAIN()
