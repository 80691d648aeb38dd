// commands.c: every command and key of Maestro 2.8, with its older forms
#include "maestro/read/commands.h"

#include <stddef.h>

#include "maestro/keys.h"
#include "maestro/network.h"

// A key that goes into the command or into its element.
#define INTO(member)                                                           \
    .into = AT_MAESTRO_INTO_COMMAND,                                           \
    .offset = offsetof(struct at_maestro_command, member)
#define ELEMENT(member)                                                        \
    .into = AT_MAESTRO_INTO_SELECTOR,                                          \
    .offset = offsetof(struct at_maestro_selector, member)
#define CONDITION(member)                                                      \
    .into = AT_MAESTRO_INTO_CONDITION,                                         \
    .offset = offsetof(struct at_maestro_condition, member)

// Keys of every command: label and message.
#define LABEL                                                                  \
    {.name = "label",                                                          \
     .type = AT_MAESTRO_TYPE_TEXT,                                             \
     INTO(label),                                                              \
     .help = "what reports print instead of the command"},                     \
    {                                                                          \
        .name = "message", .type = AT_MAESTRO_TYPE_TEXT, INTO(message),        \
        .is_ours = true, .help = "the reason that reports print if it fails"   \
    }
#define OPTIONAL                                                               \
    {                                                                          \
        .name = "optional", .type = AT_MAESTRO_TYPE_BOOL, INTO(optional),      \
        .absent = "false", .help = "a failure is a warning only"               \
    }
#define OPTIONAL_OF_AI                                                         \
    {                                                                          \
        .name = "optional", .type = AT_MAESTRO_TYPE_BOOL, INTO(optional),      \
        .absent = "true", .help = "a failure is a warning only"                \
    }
#define SETTLE                                                                 \
    {                                                                          \
        .name = "waitToSettleTimeoutMs", .type = AT_MAESTRO_TYPE_WHOLE,        \
        INTO(settle_ms),                                                       \
        .help = "how long to wait at most until the screen stops changing; "   \
                "30000 at most"                                                \
    }
#define CROP_ON                                                                \
    {                                                                          \
        .name = "cropOn", .type = AT_MAESTRO_TYPE_SELECTOR, INTO(selector),    \
        .help = "only this element of the screen"                              \
    }
#define APP_ID                                                                 \
    {                                                                          \
        .name = "appId", .type = AT_MAESTRO_TYPE_TEXT, INTO(app_id),           \
        .help = "the app; the flow's if absent"                                \
    }
// Accepted by older flows for a web page.
#define APP_URL                                                                \
    {                                                                          \
        .name = "url", .type = AT_MAESTRO_TYPE_TEXT, INTO(app_id),             \
        .help = "the same as appId"                                            \
    }
#define ENV                                                                    \
    {                                                                          \
        .name = "env", .type = AT_MAESTRO_TYPE_PAIRS, INTO(body.env),          \
        .refuses_null = true, .help = "variables of the commands inside"       \
    }
#define WHEN                                                                   \
    {                                                                          \
        .name = "when", .type = AT_MAESTRO_TYPE_CONDITION, INTO(condition),    \
        .help = "skip it unless all of this holds"                             \
    }
#define SECRET                                                                 \
    {                                                                          \
        .name = "secret", .type = AT_MAESTRO_TYPE_BOOL, INTO(secret),          \
        .absent = "false", .is_ours = true,                                    \
        .help = "mask the text wherever it would show"                         \
    }
#define SCROLLS_IN                                                             \
    {                                                                          \
        .name = "from", .type = AT_MAESTRO_TYPE_SELECTOR, INTO(from),          \
        .is_ours = true, .help = "the element to scroll; the screen if absent" \
    }
// Commands instead of those that were skipped, or have failed.
#define ELSE                                                                   \
    {                                                                          \
        .name = "else", .type = AT_MAESTRO_TYPE_COMMANDS,                      \
        INTO(body.otherwise), .is_ours = true,                                 \
        .help = "commands to run if when: does not hold"                       \
    }
#define ON_ERROR                                                               \
    {                                                                          \
        .name = "onError", .type = AT_MAESTRO_TYPE_COMMANDS,                   \
        INTO(body.on_error), .is_ours = true,                                  \
        .help = "commands to run if it fails; if they pass, it has passed"     \
    }
#define END                                                                    \
    {                                                                          \
        .name = NULL                                                           \
    }

const char *const at_maestro_directions[] = {"UP", "DOWN", "LEFT", "RIGHT",
                                             NULL};
const char *const at_maestro_orientations[] = {
    "PORTRAIT", "LANDSCAPE_LEFT", "LANDSCAPE_RIGHT", "UPSIDE_DOWN", NULL};
#define KEY_WORD(name, code) name,
const char *const at_maestro_key_words[] = {AT_MAESTRO_KEYS(KEY_WORD) NULL};

static const char *const actions[] = {"back",          "hideKeyboard", "scroll",
                                      "clearKeychain", "pasteText",    NULL};
static const char *const switch_words[] = {"enabled", "disabled", NULL};
static const char *const log_levels[] = {"V", "D", "I", "W", "E", "F", NULL};
static const char *const platforms[] = {"Android", "iOS", "Web", NULL};

static const struct at_maestro_key selector_keys[] = {
    {.name = "text",
     .type = AT_MAESTRO_TYPE_TEXT,
     ELEMENT(text),
     .help = "the text, hint or description: a regular expression for all of "
             "it, or exactly this text"},
    {.name = "id",
     .type = AT_MAESTRO_TYPE_TEXT,
     ELEMENT(id),
     .help =
         "the resource id, whole or after its last /: a regular expression"},
    {.name = "index",
     .type = AT_MAESTRO_TYPE_TEXT,
     ELEMENT(index),
     .help = "which of several, from the top; -1 is the last one"},
    {.name = "enabled",
     .type = AT_MAESTRO_TYPE_FLAG,
     ELEMENT(enabled),
     .help = "whether it takes input"},
    {.name = "selected",
     .type = AT_MAESTRO_TYPE_FLAG,
     ELEMENT(selected),
     .help = "whether it is selected"},
    {.name = "checked",
     .type = AT_MAESTRO_TYPE_FLAG,
     ELEMENT(checked),
     .help = "whether it is checked"},
    {.name = "focused",
     .type = AT_MAESTRO_TYPE_FLAG,
     ELEMENT(focused),
     .help = "whether it has the focus"},
    {.name = "below",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(below),
     .help = "its top edge is below the top edge of this element"},
    {.name = "above",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(above),
     .help = "its top edge is above the top edge of this element"},
    {.name = "leftOf",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(left_of),
     .help = "its left edge is left of the left edge of this element"},
    {.name = "rightOf",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(right_of),
     .help = "its left edge is right of the left edge of this element"},
    {.name = "childOf",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(child_of),
     .help = "it is in the first of these elements, or is it"},
    {.name = "containsChild",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     ELEMENT(contains_child),
     .help = "one of its children is this element"},
    {.name = "containsDescendants",
     .type = AT_MAESTRO_TYPE_SELECTORS,
     ELEMENT(contains_descendants),
     .help = "each of these elements is in it"},
    {.name = "width",
     .type = AT_MAESTRO_TYPE_WHOLE,
     ELEMENT(width_px),
     .help = "its width in pixels"},
    {.name = "height",
     .type = AT_MAESTRO_TYPE_WHOLE,
     ELEMENT(height_px),
     .help = "its height in pixels"},
    {.name = "tolerance",
     .type = AT_MAESTRO_TYPE_WHOLE,
     ELEMENT(tolerance_px),
     .absent = "0",
     .help = "by how many pixels width and height may differ"},
    {.name = "traits",
     .type = AT_MAESTRO_TYPE_TEXT,
     ELEMENT(traits),
     .help = "text, long-text or square; several with blanks between them"},
    {.name = "css",
     .type = AT_MAESTRO_TYPE_TEXT,
     ELEMENT(css),
     .help = "a CSS selector; web pages only"},
    {.name = "point",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(point),
     .help = "where in it, or on the screen if nothing else is given: \"50%, "
             "50%\" or pixels"},
    {.name = "retryTapIfNoChange",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(retries_tap),
     .absent = "false",
     .help = "tap once more if the screen stays the same"},
    {.name = "waitUntilVisible",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(wait_until_visible),
     .absent = "false",
     .help = "wait until nothing covers it"},
    {.name = "repeat",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(taps),
     .absent = "1",
     .help = "how many times to tap"},
    {.name = "delay",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(delay_ms),
     .absent = "100",
     .help = "between these taps, in milliseconds"},
    SETTLE,
    {.name = "start",
     .type = AT_MAESTRO_TYPE_IGNORED,
     INTO(label),
     .help = "nothing"},
    {.name = "end",
     .type = AT_MAESTRO_TYPE_IGNORED,
     INTO(label),
     .help = "nothing"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key condition_keys[] = {
    {.name = "platform",
     .type = AT_MAESTRO_TYPE_TEXT,
     CONDITION(platform),
     .values = platforms,
     .help = "the platform, in any case"},
    {.name = "true",
     .type = AT_MAESTRO_TYPE_TEXT,
     CONDITION(is_true),
     .help = "an expression that is true"},
    {.name = "visible",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     CONDITION(visible),
     .help = "an element that is visible within 7 s"},
    {.name = "notVisible",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     CONDITION(not_visible),
     .help = "an element that is not"},
    {.name = "label",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(label),
     .help = "no effect"},
    {.name = "optional",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(optional),
     .help = "no effect"},
    END,
};

static const struct at_maestro_key common_keys[] = {
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key launch_app_keys[] = {
    APP_ID,
    APP_URL,
    {.name = "clearState",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(clear_state),
     .absent = "false",
     .help = "clear its data first"},
    {.name = "clearKeychain",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(clear_keychain),
     .absent = "false",
     .help = "clear the keychain first; nothing on Android"},
    {.name = "stopApp",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(stop_app),
     .absent = "true",
     .help = "stop it first"},
    {.name = "permissions",
     .type = AT_MAESTRO_TYPE_PAIRS,
     INTO(permissions),
     .help = "allow, deny or unset by name; all: allow if absent"},
    {.name = "arguments",
     .type = AT_MAESTRO_TYPE_ARGUMENTS,
     INTO(arguments),
     .help = "extras of the start"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key app_keys[] = {
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key set_permissions_keys[] = {
    APP_ID,
    APP_URL,
    {.name = "permissions",
     .type = AT_MAESTRO_TYPE_PAIRS,
     INTO(permissions),
     .is_required = true,
     .help = "allow, deny or unset by name"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key extended_wait_keys[] = {
    {.name = "visible",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(condition.visible),
     .help = "an element that must become visible"},
    {.name = "notVisible",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(condition.not_visible),
     .help = "an element that must go"},
    {.name = "timeout",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(timeout_ms),
     .absent = "17000",
     .help = "how long to wait, in milliseconds"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_true_keys[] = {
    {.name = "condition",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(condition.is_true),
     .absent = "",
     .refuses_null = true,
     .help = "an expression"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_screenshot_keys[] = {
    {.name = "path",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(path),
     .is_required = true,
     .help = "the picture to compare with"},
    {.name = "thresholdPercentage",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(threshold_percentage),
     .absent = "95",
     .refuses_null = true,
     .help = "how much of it must be equal, in percent"},
    CROP_ON,
    {.name = "ignore",
     .type = AT_MAESTRO_TYPE_SELECTORS,
     INTO(ignored),
     .is_ours = true,
     .help = "elements that do not count"},
    {.name = "ignoreRegions",
     .type = AT_MAESTRO_TYPE_TEXTS,
     INTO(ignored_regions),
     .is_ours = true,
     .help = "parts of the picture that do not count: \"left, top, right, "
             "bottom\" in percent or pixels"},
    {.name = "perDevice",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(per_device),
     .absent = "false",
     .is_ours = true,
     .help = "a picture for each model and size: NAME@MODEL-WIDTHxHEIGHT.png"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_with_ai_keys[] = {
    {.name = "assertion",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .help = "what must be true of the screen"},
    LABEL,
    OPTIONAL_OF_AI,
    END,
};

static const struct at_maestro_key extract_text_keys[] = {
    {.name = "query",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .help = "what to read"},
    {.name = "outputVariable",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(output_variable),
     .absent = "aiOutput",
     .refuses_null = true,
     .help = "where the text goes"},
    LABEL,
    OPTIONAL_OF_AI,
    END,
};

static const struct at_maestro_key ai_keys[] = {
    LABEL,
    OPTIONAL_OF_AI,
    END,
};

static const struct at_maestro_key input_text_keys[] = {
    {.name = "text",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .absent = "",
     .refuses_null = true,
     .help = "the text"},
    {.name = "delay",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(delay_ms),
     .absent = "0",
     .is_ours = true,
     .help = "between its characters, in milliseconds"},
    SECRET,
    LABEL,
    END,
};

static const struct at_maestro_key input_random_keys[] = {
    {.name = "length",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(count),
     .absent = "8",
     .help = "how many characters"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key erase_text_keys[] = {
    {.name = "charactersToErase",
     .type = AT_MAESTRO_TYPE_COUNT,
     INTO(count),
     .absent = "50",
     .help = "how many characters; all (not in Maestro) until none is left"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key press_key_keys[] = {
    {.name = "key",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .values = at_maestro_key_words,
     .help = "the key, in any case"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key set_clipboard_keys[] = {
    {.name = "text",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .help = "the text"},
    SECRET,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key eval_script_keys[] = {
    {.name = "script",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .absent = "",
     .refuses_null = true,
     .help = "the expression, in ${}"},
    LABEL,
    END,
};

static const struct at_maestro_key run_script_keys[] = {
    {.name = "file",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(body.file),
     .is_required = true,
     .help = "a file beside the flow"},
    ENV,
    WHEN,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key run_flow_keys[] = {
    {.name = "file",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(body.file),
     .help = "a flow file beside this one"},
    {.name = "commands",
     .type = AT_MAESTRO_TYPE_COMMANDS,
     INTO(body.commands),
     .help = "commands instead of a file"},
    {.name = "device",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(device),
     .is_ours = true,
     .help = "the serial of another device, on which it runs"},
    ENV,
    WHEN,
    ELSE,
    ON_ERROR,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key repeat_keys[] = {
    {.name = "times",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(times),
     .help = "how many times; without end if it is not a number"},
    {.name = "while",
     .type = AT_MAESTRO_TYPE_CONDITION,
     INTO(condition),
     .help = "asked before each round"},
    {.name = "commands",
     .type = AT_MAESTRO_TYPE_COMMANDS,
     INTO(body.commands),
     .is_required = true,
     .help = "the commands"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key retry_keys[] = {
    {.name = "maxRetries",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(max_retries),
     .absent = "1",
     .help = "how many more times, 3 at most"},
    {.name = "file",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(body.file),
     .help = "a flow file beside this one"},
    {.name = "commands",
     .type = AT_MAESTRO_TYPE_COMMANDS,
     INTO(body.commands),
     .help = "commands instead of a file"},
    ENV,
    ON_ERROR,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key swipe_keys[] = {
    {.name = "direction",
     .type = AT_MAESTRO_TYPE_DIRECTION,
     INTO(direction),
     .values = at_maestro_directions,
     .help = "where the finger goes, all upper or all lower case"},
    {.name = "start",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(start),
     .help = "where it begins: \"90%, 50%\" or pixels"},
    {.name = "end",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(end),
     .help = "where it ends"},
    {.name = "from",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(selector),
     .help = "the element at which it begins"},
    {.name = "duration",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(duration_ms),
     .absent = "400",
     .help = "how long it takes, in milliseconds"},
    SETTLE,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key scroll_until_keys[] = {
    {.name = "element",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(selector),
     .is_required = true,
     .help = "the element to find"},
    SCROLLS_IN,
    {.name = "direction",
     .type = AT_MAESTRO_TYPE_DIRECTION,
     INTO(direction),
     .absent = "DOWN",
     .values = at_maestro_directions,
     .refuses_null = true,
     .help = "where to look for it, in any case"},
    {.name = "timeout",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(timeout_ms),
     .absent = "20000",
     .refuses_null = true,
     .help = "how long to look, in milliseconds"},
    {.name = "speed",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(speed),
     .absent = "40",
     .refuses_null = true,
     .help = "how fast to scroll, 0 to 100"},
    {.name = "visibilityPercentage",
     .type = AT_MAESTRO_TYPE_PERCENT,
     INTO(visibility_percentage),
     .absent = "100",
     .help = "how much of it must be visible; below 100 any part is enough"},
    {.name = "centerElement",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(center_element),
     .absent = "false",
     .help = "scroll on until it is in the middle"},
    SETTLE,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key animation_keys[] = {
    {.name = "timeout",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(timeout_ms),
     .absent = "15000",
     .help = "how long to wait at most, in milliseconds"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key take_screenshot_keys[] = {
    {.name = "path",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(path),
     .is_required = true,
     .help = "the file, without .png"},
    CROP_ON,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key recording_keys[] = {
    {.name = "path",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(path),
     .is_required = true,
     .help = "the file, without .mp4"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key open_link_keys[] = {
    {.name = "link",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .help = "the link"},
    {.name = "browser",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(browser),
     .absent = "false",
     .help = "in a browser"},
    {.name = "autoVerify",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(auto_verify),
     .absent = "false",
     .help = "confirm what Android asks"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key set_location_keys[] = {
    {.name = "latitude",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(latitude),
     .is_required = true,
     .help = "degrees north"},
    {.name = "longitude",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(longitude),
     .is_required = true,
     .help = "degrees east"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key scroll_keys[] = {
    SCROLLS_IN,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key drag_keys[] = {
    {.name = "from",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(from),
     .is_required = true,
     .is_ours = true,
     .help = "what to hold: an element, also with point:, or a point alone"},
    {.name = "to",
     .type = AT_MAESTRO_TYPE_SELECTOR,
     INTO(to),
     .is_required = true,
     .is_ours = true,
     .help = "where to drop it: an element, also with point:, or a point "
             "alone"},
    {.name = "hold",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(hold_ms),
     .absent = "700",
     .is_ours = true,
     .help = "how long to hold it before it moves, in milliseconds"},
    {.name = "duration",
     .type = AT_MAESTRO_TYPE_WHOLE,
     INTO(duration_ms),
     .absent = "800",
     .is_ours = true,
     .help = "how long it moves, in milliseconds"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key idle_keys[] = {
    {.name = "timeout",
     .type = AT_MAESTRO_TYPE_AMOUNT,
     INTO(timeout_ms),
     .absent = "15000",
     .is_ours = true,
     .help = "how long to wait at most, in milliseconds"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key travel_keys[] = {
    {.name = "points",
     .type = AT_MAESTRO_TYPE_TEXTS,
     INTO(points),
     .is_required = true,
     .help = "latitude,longitude of each"},
    {.name = "speed",
     .type = AT_MAESTRO_TYPE_REAL,
     INTO(speed),
     .absent = "4",
     .help = "metres per second"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key orientation_keys[] = {
    {.name = "orientation",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .values = at_maestro_orientations,
     .help = "the orientation; case and _ do not matter"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key switch_keys[] = {
    {.name = "value",
     .type = AT_MAESTRO_TYPE_SWITCH,
     INTO(enable),
     .is_required = true,
     .values = switch_words,
     .help = "enabled or disabled"},
    LABEL,
    END,
};

static const struct at_maestro_key add_media_keys[] = {
    {.name = "files",
     .type = AT_MAESTRO_TYPE_TEXTS,
     INTO(files),
     .is_required = true,
     .help = "pictures and videos beside the flow"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key action_keys[] = {
    {.name = "action",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .values = actions,
     .help = "an older form of these commands"},
    END,
};

// Keys of the facts beyond Maestro.
#define FACT_KEY(key, type_, help_)                                            \
    {                                                                          \
        .name = #key, .type = AT_MAESTRO_TYPE_##type_, INTO(fact.key),         \
        .help = help_                                                          \
    }
#define FACT_TIMEOUT                                                           \
    {                                                                          \
        .name = "timeout", .type = AT_MAESTRO_TYPE_AMOUNT, INTO(timeout_ms),   \
        .absent = "5000", .help = "how long to wait for it, in milliseconds"   \
    }

static const struct at_maestro_key assert_database_keys[] = {
    {.name = "database",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.database),
     .is_required = true,
     .help = "its file, such as notes.db"},
    {.name = "query",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.query),
     .is_required = true,
     .help = "one SQL statement that reads: SELECT, VALUES or WITH"},
    FACT_KEY(equals, TEXT,
             "the result: a line for each row, | between columns"),
    FACT_KEY(contains, TEXT, "a part of the result"),
    FACT_KEY(matches, TEXT, "a regular expression for all of the result"),
    FACT_KEY(rows, AMOUNT,
             "how many rows; at least one if nothing else is asked for"),
    FACT_TIMEOUT,
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_log_keys[] = {
    FACT_KEY(contains, TEXT, "a part of a line"),
    FACT_KEY(matches, TEXT, "a regular expression for a part of a line"),
    {.name = "level",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.level),
     .values = log_levels,
     .help = "only lines of this level and above"},
    {.name = "absent",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(fact.absent),
     .absent = "false",
     .help = "there must be no such line so far"},
    FACT_TIMEOUT,
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_prefs_keys[] = {
    {.name = "file",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.file),
     .is_required = true,
     .help = "SharedPreferences, with or without .xml, or a DataStore"},
    {.name = "key",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.key),
     .is_required = true,
     .help = "the name of the value"},
    FACT_KEY(equals, TEXT, "the value; a set has a line for each text"),
    FACT_KEY(contains, TEXT, "a part of the value"),
    FACT_KEY(matches, TEXT, "a regular expression for all of the value"),
    {.name = "absent",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(fact.absent),
     .absent = "false",
     .help = "the file has no such key"},
    FACT_TIMEOUT,
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key assert_request_keys[] = {
    {.name = "url",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(fact.url),
     .is_required = true,
     .help = "a regular expression for a part of its address, without the "
             "query"},
    FACT_KEY(method, TEXT, "GET, POST …, in any case; any if absent"),
    FACT_TIMEOUT,
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key install_app_keys[] = {
    {.name = "file",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(path),
     .is_required = true,
     .help = "an .apk or .app beside the flow"},
    {.name = "keepData",
     .type = AT_MAESTRO_TYPE_BOOL,
     INTO(keep_data),
     .absent = "true",
     .help = "update the app; false: remove it and its data first"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key network_keys[] = {
    {.name = "preset",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(network.preset),
     .values = at_maestro_network_words,
     .help = "how the device is connected"},
    {.name = "speed",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(network.speed),
     .help = "up:down in kbps, such as \"500:2000\"; emulators only"},
    {.name = "delay",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(network.delay),
     .help = "none, gprs, edge, umts or min:max in ms; emulators only"},
    {.name = "wifi",
     .type = AT_MAESTRO_TYPE_FLAG,
     INTO(network.wifi),
     .help = "whether WiFi is on"},
    LABEL,
    OPTIONAL,
    END,
};

static const struct at_maestro_key state_keys[] = {
    {.name = "name",
     .type = AT_MAESTRO_TYPE_TEXT,
     INTO(text),
     .is_required = true,
     .help = "letters, digits, '.', '-' and '_'"},
    APP_ID,
    LABEL,
    OPTIONAL,
    END,
};

const struct at_maestro_row at_maestro_selector_row = {
    .name = "element",
    .reading = AT_MAESTRO_READS_SELECTOR,
    .short_key = "text",
    .keys = selector_keys,
    .help = "an element",
};

const struct at_maestro_row at_maestro_condition_row = {
    .name = "condition",
    .reading = AT_MAESTRO_READS_FIELDS,
    .keys = condition_keys,
    .help = "conditions that must all hold",
};

const struct at_maestro_row at_maestro_rows[] = {
    {.name = "action",
     .kind = AT_MAESTRO_KINDS,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "action",
     .keys = action_keys,
     .help = "an older form"},
    {.name = "addMedia",
     .kind = AT_MAESTRO_ADD_MEDIA,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "files",
     .keys = add_media_keys,
     .help = "copy pictures and videos to the device"},
    {.name = "assertDarkMode",
     .kind = AT_MAESTRO_ASSERT_DARK_MODE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "check that dark mode is on"},
    {.name = "assertLightMode",
     .kind = AT_MAESTRO_ASSERT_LIGHT_MODE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "check that dark mode is off"},
    {.name = "assertNoDefectsWithAI",
     .kind = AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = ai_keys,
     .help = "ask a model for defects"},
    {.name = "assertNotVisible",
     .kind = AT_MAESTRO_ASSERT_CONDITION,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "wait up to 17 s until it is gone"},
    {.name = "assertScreenshot",
     .kind = AT_MAESTRO_ASSERT_SCREENSHOT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "path",
     .keys = assert_screenshot_keys,
     .help = "compare the screen with a picture"},
    {.name = "assertTrue",
     .kind = AT_MAESTRO_ASSERT_CONDITION,
     .reading = AT_MAESTRO_READS_ANY,
     .short_key = "condition",
     .keys = assert_true_keys,
     .help = "check an expression"},
    {.name = "assertVisible",
     .kind = AT_MAESTRO_ASSERT_CONDITION,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "wait up to 17 s until it is visible"},
    {.name = "assertWithAI",
     .kind = AT_MAESTRO_ASSERT_WITH_AI,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "assertion",
     .keys = assert_with_ai_keys,
     .help = "ask a model"},
    {.name = "back",
     .kind = AT_MAESTRO_BACK,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "go back"},
    {.name = "clearKeychain",
     .kind = AT_MAESTRO_CLEAR_KEYCHAIN,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "clear the keychain; nothing on Android"},
    {.name = "clearState",
     .kind = AT_MAESTRO_CLEAR_STATE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "appId",
     .keys = app_keys,
     .help = "clear the app's data"},
    {.name = "copyTextFrom",
     .kind = AT_MAESTRO_COPY_TEXT_FROM,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "keep its text in maestro.copiedText"},
    {.name = "doubleTapOn",
     .kind = AT_MAESTRO_DOUBLE_TAP_ON,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "tap it twice"},
    {.name = "drag",
     .kind = AT_MAESTRO_DRAG,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = drag_keys,
     .is_ours = true,
     .help = "hold an element, and drop it elsewhere"},
    {.name = "eraseText",
     .kind = AT_MAESTRO_ERASE_TEXT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "charactersToErase",
     .keys = erase_text_keys,
     .help = "press Backspace that many times"},
    {.name = "evalScript",
     .kind = AT_MAESTRO_EVAL_SCRIPT,
     .reading = AT_MAESTRO_READS_ANY,
     .short_key = "script",
     .keys = eval_script_keys,
     .help = "evaluate an expression"},
    {.name = "extendedWaitUntil",
     .kind = AT_MAESTRO_ASSERT_CONDITION,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = extended_wait_keys,
     .help = "wait for an element to come or go"},
    {.name = "extractTextWithAI",
     .kind = AT_MAESTRO_EXTRACT_TEXT_WITH_AI,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "query",
     .keys = extract_text_keys,
     .help = "read a text with a model"},
    {.name = "hide keyboard",
     .kind = AT_MAESTRO_HIDE_KEYBOARD,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "an older form of hideKeyboard"},
    {.name = "hideKeyboard",
     .kind = AT_MAESTRO_HIDE_KEYBOARD,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "hide the keyboard"},
    {.name = "inputRandomCityName",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_CITY_NAME,
     .keys = common_keys,
     .help = "type a random city"},
    {.name = "inputRandomColorName",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_COLOR_NAME,
     .keys = common_keys,
     .help = "type a random colour"},
    {.name = "inputRandomCountryName",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_COUNTRY_NAME,
     .keys = common_keys,
     .help = "type a random country"},
    {.name = "inputRandomEmail",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_EMAIL,
     .keys = common_keys,
     .help = "type a random address"},
    {.name = "inputRandomNumber",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_NUMBER,
     .keys = input_random_keys,
     .help = "type random digits"},
    {.name = "inputRandomPersonName",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_PERSON_NAME,
     .keys = common_keys,
     .help = "type a random name"},
    {.name = "inputRandomText",
     .kind = AT_MAESTRO_INPUT_RANDOM,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .variant = AT_MAESTRO_RANDOM_TEXT,
     .keys = input_random_keys,
     .help = "type random letters"},
    {.name = "inputText",
     .kind = AT_MAESTRO_INPUT_TEXT,
     .reading = AT_MAESTRO_READS_ANY,
     .short_key = "text",
     .keys = input_text_keys,
     .help = "type into the field with the focus"},
    {.name = "killApp",
     .kind = AT_MAESTRO_KILL_APP,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "appId",
     .keys = app_keys,
     .help = "end the app as the system does"},
    {.name = "launchApp",
     .kind = AT_MAESTRO_LAUNCH_APP,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "appId",
     .keys = launch_app_keys,
     .help = "start the app"},
    {.name = "longPressOn",
     .kind = AT_MAESTRO_LONG_PRESS_ON,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "press it for three seconds"},
    {.name = "openLink",
     .kind = AT_MAESTRO_OPEN_LINK,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "link",
     .keys = open_link_keys,
     .help = "open a link"},
    {.name = "pasteText",
     .kind = AT_MAESTRO_PASTE_TEXT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "type the copied text"},
    {.name = "pressKey",
     .kind = AT_MAESTRO_PRESS_KEY,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "key",
     .keys = press_key_keys,
     .help = "press a key"},
    {.name = "repeat",
     .kind = AT_MAESTRO_REPEAT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = repeat_keys,
     .help = "repeat commands"},
    {.name = "retry",
     .kind = AT_MAESTRO_RETRY,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = retry_keys,
     .help = "repeat commands that fail"},
    {.name = "runFlow",
     .kind = AT_MAESTRO_RUN_FLOW,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "file",
     .keys = run_flow_keys,
     .help = "run a subflow"},
    {.name = "runScript",
     .kind = AT_MAESTRO_RUN_SCRIPT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "file",
     .keys = run_script_keys,
     .help = "run a JavaScript file"},
    {.name = "scroll",
     .kind = AT_MAESTRO_SCROLL,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = scroll_keys,
     .help = "scroll down by most of the screen"},
    {.name = "scrollUntilVisible",
     .kind = AT_MAESTRO_SCROLL_UNTIL_VISIBLE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = scroll_until_keys,
     .help = "scroll until an element is visible"},
    {.name = "setAirplaneMode",
     .kind = AT_MAESTRO_SET_AIRPLANE_MODE,
     .reading = AT_MAESTRO_READS_TREE,
     .short_key = "value",
     .keys = switch_keys,
     .help = "switch airplane mode"},
    {.name = "setClipboard",
     .kind = AT_MAESTRO_SET_CLIPBOARD,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "text",
     .keys = set_clipboard_keys,
     .help = "set Maestro's own clipboard, not the device's"},
    {.name = "setDarkMode",
     .kind = AT_MAESTRO_SET_DARK_MODE,
     .reading = AT_MAESTRO_READS_TREE,
     .short_key = "value",
     .keys = switch_keys,
     .help = "switch dark mode"},
    {.name = "setLocation",
     .kind = AT_MAESTRO_SET_LOCATION,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = set_location_keys,
     .help = "pretend to be there"},
    {.name = "setOrientation",
     .kind = AT_MAESTRO_SET_ORIENTATION,
     .reading = AT_MAESTRO_READS_TREE,
     .short_key = "orientation",
     .keys = orientation_keys,
     .help = "turn the device"},
    {.name = "setPermissions",
     .kind = AT_MAESTRO_SET_PERMISSIONS,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = set_permissions_keys,
     .help = "set permissions of the app"},
    {.name = "startRecording",
     .kind = AT_MAESTRO_START_RECORDING,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "path",
     .keys = recording_keys,
     .help = "record a video"},
    {.name = "stopApp",
     .kind = AT_MAESTRO_STOP_APP,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "appId",
     .keys = app_keys,
     .help = "stop the app"},
    {.name = "stopRecording",
     .kind = AT_MAESTRO_STOP_RECORDING,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "end the video"},
    {.name = "swipe",
     .kind = AT_MAESTRO_SWIPE,
     .reading = AT_MAESTRO_READS_TREE,
     .keys = swipe_keys,
     .help = "move a finger"},
    {.name = "takeScreenshot",
     .kind = AT_MAESTRO_TAKE_SCREENSHOT,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "path",
     .keys = take_screenshot_keys,
     .help = "keep a picture of the screen"},
    {.name = "tapOn",
     .kind = AT_MAESTRO_TAP_ON,
     .reading = AT_MAESTRO_READS_SELECTOR,
     .short_key = "text",
     .keys = selector_keys,
     .help = "tap an element or a point"},
    {.name = "toggleAirplaneMode",
     .kind = AT_MAESTRO_TOGGLE_AIRPLANE_MODE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "switch airplane mode over"},
    {.name = "toggleDarkMode",
     .kind = AT_MAESTRO_TOGGLE_DARK_MODE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = common_keys,
     .help = "switch dark mode over"},
    {.name = "travel",
     .kind = AT_MAESTRO_TRAVEL,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = travel_keys,
     .help = "pretend to go from point to point"},
    {.name = "waitForAnimationToEnd",
     .kind = AT_MAESTRO_WAIT_FOR_ANIMATION_TO_END,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = animation_keys,
     .help = "wait until the screen stops changing; running out of time is not "
             "a failure"},
    // Beyond Maestro: what isn't on the screen.
    {.name = "assertDatabase",
     .kind = AT_MAESTRO_ASSERT_DATABASE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = assert_database_keys,
     .is_ours = true,
     .help = "check what a query of the app's database gives"},
    {.name = "assertLog",
     .kind = AT_MAESTRO_ASSERT_LOG,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "contains",
     .keys = assert_log_keys,
     .is_ours = true,
     .help = "check that the app has logged a line since its "
             "launch"},
    {.name = "assertNoCrash",
     .kind = AT_MAESTRO_ASSERT_NO_CRASH,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .short_key = "appId",
     .keys = app_keys,
     .is_ours = true,
     .help = "check that the app has neither crashed nor "
             "stopped responding since the flow began"},
    {.name = "assertPrefs",
     .kind = AT_MAESTRO_ASSERT_PREFS,
     .reading = AT_MAESTRO_READS_FIELDS,
     .keys = assert_prefs_keys,
     .is_ours = true,
     .help = "check a value of the app's preferences"},
    {.name = "assertRequest",
     .kind = AT_MAESTRO_ASSERT_REQUEST,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "url",
     .keys = assert_request_keys,
     .is_ours = true,
     .help = "check that the app has made a request; debug builds of React "
             "Native and pages in WebViews"},
    {.name = "installApp",
     .kind = AT_MAESTRO_INSTALL_APP,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "file",
     .keys = install_app_keys,
     .is_ours = true,
     .help = "install or update an app"},
    {.name = "network",
     .kind = AT_MAESTRO_NETWORK,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "preset",
     .keys = network_keys,
     .is_ours = true,
     .help = "connect the device, disconnect it, or slow it down; it stays so"},
    {.name = "restoreState",
     .kind = AT_MAESTRO_RESTORE_STATE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "name",
     .keys = state_keys,
     .is_ours = true,
     .help = "stop the app and put its data back as snapshotState has kept it"},
    {.name = "snapshotState",
     .kind = AT_MAESTRO_SNAPSHOT_STATE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .short_key = "name",
     .keys = state_keys,
     .is_ours = true,
     .help = "stop the app and keep its data on the device"},
    {.name = "waitForIdle",
     .kind = AT_MAESTRO_WAIT_FOR_IDLE,
     .reading = AT_MAESTRO_READS_FIELDS,
     .is_bare = true,
     .keys = idle_keys,
     .is_ours = true,
     .help = "wait until nothing moves or loads; running out of time is a "
             "failure"},
    {.name = NULL},
};

const struct at_maestro_config_key at_maestro_config_keys[] = {
    {"appId", AT_MAESTRO_TYPE_TEXT, "the app; this or url is required", false},
    {"url", AT_MAESTRO_TYPE_TEXT, "a web page instead of an app", false},
    {"name", AT_MAESTRO_TYPE_TEXT, "what reports call the flow", false},
    {"tags", AT_MAESTRO_TYPE_TEXTS, "to choose flows by", false},
    {"env", AT_MAESTRO_TYPE_PAIRS,
     "variables; they win over those of the command line", false},
    {"secrets", AT_MAESTRO_TYPE_TEXTS,
     "names of variables to mask, besides those that look secret", true},
    {"properties", AT_MAESTRO_TYPE_PAIRS, "go into reports", false},
    {"onFlowStart", AT_MAESTRO_TYPE_COMMANDS, "before the commands", false},
    {"onFlowComplete", AT_MAESTRO_TYPE_COMMANDS,
     "after the commands, also if one failed", false},
    {"onFlowFailure", AT_MAESTRO_TYPE_COMMANDS,
     "after a failure, before onFlowComplete; the flow stays failed", true},
    {"androidWebViewHierarchy", AT_MAESTRO_TYPE_TEXT,
     "devtools: read web pages in the app by Chrome's DevTools", false},
    {"jsEngine", AT_MAESTRO_TYPE_TEXT, "graaljs; rhino is refused", false},
    {NULL, AT_MAESTRO_TYPE_IGNORED, NULL, false},
};

const struct at_maestro_row *
at_maestro_row(struct at_str name)
{
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        if (at_str_is(name, row->name))
            return row;
    }
    return NULL;
}

const struct at_maestro_key *
at_maestro_key(const struct at_maestro_row *row, struct at_str name)
{
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        if (at_str_is(name, key->name))
            return key;
    }
    return NULL;
}
