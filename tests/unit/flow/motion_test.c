// motion_test.c: what ticks, by what was seen of it
#include "flow/wait/motion.h"

#include "tests/unit/screen/fixture.h"

#define LINE(text) ROOT(N(TXT, T(text) AT("[0,0][9,9]"), ))

// Learn clocks from was to is, and judge is to then. A whole text that is a
// time of day differs for no wait at all.
static bool
goes_on(const char *was, const char *is, const char *then)
{
    struct at_motion motion = {.next = 0};
    struct at_tree *trees[] = {screen(was), screen(is), screen(then)};
    at_motion_learn_clocks(&motion, trees[0], trees[1]);
    bool ticks =
        at_motion_only_ticks(&motion, trees[1], trees[2]) ||
        at_motion_compare(&motion, trees[1], trees[2], NULL) == AT_MOTION_NONE;
    for (size_t i = 0; i < T_LEN(trees); i++)
        at_tree_free(trees[i]);
    return ticks;
}

T_TEST(clocks_and_countdowns_tick_and_counters_do_not)
{
    T_OK(goes_on(LINE("Expires in 60 s"), LINE("Expires in 57 s"),
                 LINE("Expires in 56 s")));
    T_OK(goes_on(LINE("10 left"), LINE("9 left"), LINE("8 left")));
    T_OK(goes_on(LINE("0:09"), LINE("0:10"), LINE("0:11")));
    T_OK(goes_on(LINE("1:00:00"), LINE("0:59:58"), LINE("0:59:57")));
    T_OK(!goes_on(LINE("Basket (1)"), LINE("Basket (2)"), LINE("Basket (3)")));
    T_OK(!goes_on(LINE("Total: 5"), LINE("Total: 7"), LINE("Total: 9")));
    T_OK(!goes_on(LINE("Searching"), LINE("3 hits"), LINE("2 hits")));
    T_OK(!goes_on(LINE("10 left"), LINE("10 left"), LINE("9 left")));
    T_OK(goes_on(LINE("at 1:09"), LINE("at 1:10"), LINE("at 1:11")));
}

// A counter that was late once is what the next input may move.
T_TEST(only_what_changed_twice_by_itself_ticks_for_an_effect)
{
    struct at_motion motion = {.next = 0};
    struct at_tree *trees[] = {screen(LINE("Basket (1)")),
                               screen(LINE("Basket (2)")),
                               screen(LINE("Basket (3)"))};
    at_motion_learn(&motion, trees[0], trees[1]);
    at_motion_mark_input(&motion);
    T_EQ_INT(at_motion_compare(&motion, trees[1], trees[2], NULL),
             AT_MOTION_TICKS); // a wait ignores it
    T_OK(!at_motion_only_ticks(&motion, trees[1], trees[2]));
    at_motion_learn(&motion, trees[1], trees[2]);
    T_OK(at_motion_only_ticks(&motion, trees[0], trees[2]));
    for (size_t i = 0; i < T_LEN(trees); i++)
        at_tree_free(trees[i]);
}

// Another screen has a counter where this one has its clock.
T_TEST(ticking_on_one_screen_does_not_excuse_another)
{
#define SHOP(text)                                                             \
    ROOT(N(TXT, T(text) AT("[0,0][9,9]"), )                                    \
             N(TXT, T("Basket") AT("[0,9][9,19]"), ))
    struct at_motion motion = {.next = 0};
    struct at_tree *trees[] = {screen(LINE("a")), screen(LINE("b")),
                               screen(LINE("c")), screen(SHOP("Score: 1")),
                               screen(SHOP("Score: 2"))};
    at_motion_learn(&motion, trees[0], trees[1]);
    at_motion_learn(&motion, trees[1], trees[2]);
    T_OK(at_motion_only_ticks(&motion, trees[0], trees[2]));
    T_OK(!at_motion_only_ticks(&motion, trees[3], trees[4]));
    for (size_t i = 0; i < T_LEN(trees); i++)
        at_tree_free(trees[i]);
}

T_MAIN()
