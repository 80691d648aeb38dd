#include "tester/advice.h"

#include <stddef.h>

const struct at_advice at_tester_advice = {
    .fresh_refs = "call perceiveScreen for fresh refs",
    .whole_tree = "getScreenDump has the whole screen",
    .rest_from = NULL,
    .rest = "call swipeUp for what is below",
    .scroll = "use scrollTo",
    .press_back = "hideKeyboard",
    .stand_still = "call wait first",
    .see_screen = "call takeScreenshot",
    .see_log = "call takeScreenshot",
    .name_app = "call startTestingScenario",
    .force = "tap its place with tapByCoordinates",
    .replace = NULL,
    .once = true,
    .whole_costs = 160, // the marks around a screen, and its titles
};
