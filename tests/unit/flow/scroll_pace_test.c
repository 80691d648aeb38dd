#include "flow/steps/scroll_pace.h"

#include "tests/t.h"

static const struct {
    const char *name;
    struct at_scroll_pace pace;
    struct at_scroll_move move; // on a list of 1000 px
    int32_t percent;
    int64_t duration_ms;
} rows[] = {
    {"nothing is known",
     {.percent = 84, .duration_ms = 250},
     {.known = false},
     60,
     600},
    {"rows were skipped",
     {.percent = 84, .duration_ms = 300},
     {.known = true},
     42,
     300},
    {"rows were skipped again",
     {.percent = 30, .duration_ms = 700},
     {.known = true},
     20,
     700},
    {"as far as the finger",
     {.percent = 60, .duration_ms = 600},
     {true, true, 600},
     84,
     400},
    {"the finger cannot go farther",
     {.percent = 84, .duration_ms = 600},
     {true, true, 600},
     84,
     400},
    {"it rolls on",
     {.percent = 60, .duration_ms = 600},
     {true, true, 800},
     63,
     600},
    {"it rolls too far",
     {.percent = 60, .duration_ms = 600},
     {true, true, 990},
     51,
     800},
    {"it hardly moves",
     {.percent = 60, .duration_ms = 600},
     {true, true, 10},
     84,
     400},
    {"as fast as it may be",
     {.percent = 84, .duration_ms = 250},
     {true, true, 100},
     84,
     250},
};

T_TEST(the_next_scroll_keeps_a_row_in_view)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_scroll_pace pace = rows[i].pace;
        T_ROW(rows[i].name);
        at_scroll_pace_adapt(&pace, &rows[i].move, 1000);
        T_EQ_INT(pace.percent, rows[i].percent);
        T_EQ_INT(pace.duration_ms, rows[i].duration_ms);
    }
}

T_MAIN()
