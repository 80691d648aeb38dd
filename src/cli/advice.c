#include "cli/advice.h"

#include <stddef.h>

const struct at_advice at_cli_advice = {
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
    .force = "give --force to 'ui tap'",
    .replace = "'ui type --replace' replaces it",
};
