// advice.h: a front end's advice, for tests of what is below the front ends
#ifndef AT_TESTS_UNIT_SCREEN_ADVICE_H
#define AT_TESTS_UNIT_SCREEN_ADVICE_H

#include "screen/advice.h"

static const struct at_advice test_advice = {
    .fresh_refs = "take fresh refs",
    .whole_tree = "read the whole tree",
    .rest_from = "read on from line ",
    .rest = ", or scroll",
    .scroll = "scroll to it",
    .press_back = "the back key",
    .stand_still = "wait until it stands still",
    .see_screen = "see the screen",
    .see_log = "see the log",
    .name_app = "name the app",
    .force = "force it",
    .replace = "clear it first",
};

#endif
