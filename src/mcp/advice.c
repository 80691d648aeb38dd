#include "mcp/advice.h"

#include <stddef.h>

const struct at_advice at_mcp_advice = {
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
    .force = "give \"force\": true to the step",
    .revisits = true,
    .replace = "\"replace\": true clears it first",
};
