#include "screen/advice.h"

#include <stddef.h>

const struct at_advice at_advice_mcp = {
    .fresh_refs = "call agentest_get_ui_tree for fresh refs",
    .whole_tree = "agentest_get_ui_tree has the whole tree",
    .rest_from = "call agentest_get_ui_tree with offset ",
    .rest = ", onlyInteractive or depth, or scroll",
    .scroll = "use scroll_to",
    .press_back = "press_key KEYCODE_BACK",
    .stand_still = "use wait_for_stable first",
    .see_screen = "look at agentest_screenshot",
    .see_log = "look at agentest_get_logs or agentest_screenshot",
    .name_app = "call agentest_connect with a packageName",
    .replace = "\"replace\": true clears it first",
};

const struct at_advice at_advice_cli = {
    .fresh_refs = "run 'ui snapshot' for fresh refs",
    .whole_tree = "'ui snapshot' has the whole tree",
    .rest_from = NULL,
    .rest = "run 'ui snapshot', with -i for fewer lines, or scroll",
    .scroll = "scroll to it with 'ui swipe up' or 'ui swipe down'",
    .press_back = "'ui press back'",
    .stand_still = "try again once the screen has come to rest",
    .see_screen = "look at 'device screenshot'",
    .see_log = "look at 'logs tail' or 'device screenshot'",
    .name_app = "give --app-id, or set one with 'session set --app-id'",
    .replace = NULL,
};
