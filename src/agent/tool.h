// tool.h: the tools that the model may call, as one table; pure
//
// Names, parameters and prefixes are the contract's. The rows produce the
// description of all tools (at most 12 KB) and check arguments; tester/tools
// has a handler for each.
#ifndef AT_AGENT_TOOL_H
#define AT_AGENT_TOOL_H

#include <jansson.h>

#include "agent/proof/claim.h"
#include "agent/models/providers/provider.h"
#include "agent/proof/verdict.h"
#include "base/arg.h"
#include "base/buf.h"
#include "base/err.h"
#include "screen/tree.h"

enum at_agent_tool {
    AT_AGENT_START_SCENARIO, // startTestingScenario
    AT_AGENT_LAUNCH_APP,     // launchAppByPackage
    AT_AGENT_CLOSE_APP,
    AT_AGENT_FIND_BY_TEXT, // findUiElementsByText
    AT_AGENT_SCREEN_DUMP,
    AT_AGENT_PERCEIVE_SCREEN,
    AT_AGENT_SCREEN_SIZE,
    AT_AGENT_TAP,
    AT_AGENT_TAP_COORDINATES,
    AT_AGENT_INPUT_TEXT,
    AT_AGENT_GO_BACK,
    AT_AGENT_HIDE_KEYBOARD,
    AT_AGENT_SWIPE_UP,
    AT_AGENT_SWIPE_DOWN,
    AT_AGENT_SCROLL_VERTICALLY,
    AT_AGENT_SCROLL_HORIZONTALLY,
    AT_AGENT_VERIFY_VISIBLE,
    AT_AGENT_VERIFY_NOT_VISIBLE,
    AT_AGENT_WAIT,
    AT_AGENT_SCREENSHOT,
    AT_AGENT_START_RECORDING,
    AT_AGENT_STOP_RECORDING,
    AT_AGENT_STEP_DONE,
    AT_AGENT_ASSERT_BY_LOOKING,
    AT_AGENT_WAIT_FOR,
    AT_AGENT_SCROLL_TO,
    AT_AGENT_RESTART_APP,
    AT_AGENT_VERIFY_STATE,
    AT_AGENT_VERIFY_NEAR,
    AT_AGENT_VERIFY_COUNT,
    AT_AGENT_VERIFY_SUM,
    AT_AGENT_BIND_EXPECTATION,
    AT_AGENT_TOOL_COUNT,
};

enum at_agent_tool_class {
    AT_AGENT_TOOL_ACTS, // touches the device: guards apply
    AT_AGENT_TOOL_LOOKS,
    AT_AGENT_TOOL_ASSERTS,
    AT_AGENT_TOOL_REPORTS, // stepDone, screenshots, recording
};

// A word that models write, in any case, and its meaning.
struct at_agent_word {
    const char *given; // NULL ends the list
    const char *meant;
};

struct at_agent_tool_row {
    const char *name;
    const char *description;
    const struct at_arg *args; // the last row has no name
    enum at_agent_tool_class class;
    const char *const *any_of; // arguments of which one is needed, up to NULL;
                               // NULL: each row says whether it is required
    const struct at_agent_word *other_names;  // argument names; NULL: none
    const struct at_agent_word *other_values; // values of choices
    bool waits;         // its time counts as the step's waiting time
    bool unpredictable; // the screen may change: later calls of the same turn
                        // that depend on it are not safe
};

// The arguments of a call, by the names in its row; texts are borrowed. An
// absent text has a NULL ptr.
struct at_agent_args {
    struct at_str text;
    struct at_str selector_type;
    struct at_str ref;
    struct at_str field; // fieldSelector
    struct at_str app;   // appPackage
    struct at_str package;
    struct at_str direction;
    struct at_str absent;
    struct at_str goal; // goalName
    struct at_str verdict;
    struct at_str reason;
    struct at_str question;
    struct at_str state;
    struct at_str value;
    struct at_str anchor;
    struct at_str where;
    struct at_str near;
    struct at_str of[AT_CLAIM_TERMS_MAX];
    size_t of_count;
    int64_t position; // -1: absent, as for the next two
    int64_t count;
    int64_t at_least;
    int64_t x; // 0: absent, as for the rest
    int64_t y;
    int64_t distance;
    int64_t duration_ms;
    int64_t ms;
    int64_t seconds;
    int64_t step;
    int64_t expectation;
};

extern const struct at_agent_tool_row at_agent_tool_rows[AT_AGENT_TOOL_COUNT];

// Return [{"name","description","parameters"}]; owned by the caller. An
// argument of several tools is described at the first of them.
json_t *at_agent_tools_describe(void);
// Find a tool by its name. Return false for an unknown name; why lists similar
// ones.
AT_CHECKED bool at_agent_tool_find(struct at_str name, enum at_agent_tool *out,
                                   struct at_err *why);
// Convert arguments to the row's types (wire/args.h), remove members that no
// tool has, add the defaults and check the rest. AT_EUSAGE names the argument
// that is missing, wrong or empty.
AT_CHECKED bool at_agent_tool_check(enum at_agent_tool tool, json_t *args,
                                    struct at_err *err);
// Read checked arguments. json may be NULL: no arguments.
void at_agent_args_read(enum at_agent_tool tool, const json_t *json,
                        struct at_agent_args *out);
// Append arguments as JSON; NULL: an empty object.
void at_agent_args_write(const json_t *args, struct at_buf *out);
// The same for startTestingScenario of an app.
void at_agent_args_write_start(const char *package, struct at_buf *out);

enum at_prefix {
    AT_PREFIX_OK,
    AT_PREFIX_TAPPED,
    AT_PREFIX_VISIBLE,
    AT_PREFIX_NOT_VISIBLE,
    AT_PREFIX_NOT_FOUND,
    AT_PREFIX_AMBIGUOUS,
    AT_PREFIX_ERROR,
    AT_PREFIX_TIMEOUT,
    AT_PREFIX_SKIPPED,
    AT_PREFIX_COUNT,
};
extern const char *const at_prefix_names[AT_PREFIX_COUNT];

enum { AT_AGENT_PATH_MAX = 96 }; // path of a file in the run's folder

// The pictures before and after a call; "" if missing.
struct at_agent_pictures {
    char before[AT_AGENT_PATH_MAX]; // the newest one when the call began
    char after[AT_AGENT_PATH_MAX];
};

// The place that was touched, for the pictures of a run.
struct at_agent_touch {
    bool has_point;
    struct at_point point; // start of a swipe, or the touched point
    bool is_swipe;
    struct at_point to; // end of a swipe
    bool has_box;
    struct at_rect box; // the element's bounds
    char element[160];  // its line: btn "Save" @b2; "": not known
    // Size of the screen in the units of point and box, which may differ from
    // those of its picture.
    int32_t width_px;
    int32_t height_px;
};

// The result of a call.
struct at_agent_tool_result {
    enum at_prefix prefix;
    struct at_buf text;    // begins with the prefix: "TAPPED: (540,1200)"
    struct at_buf screen;  // compact text after an action that changed it, or
                           // the diff; unmarked and masked; "": unchanged
    struct at_buf picture; // JPEG or PNG within the model's limits
    const char *picture_mime;
    enum at_evidence evidence;
    struct at_testimony testimony; // owned
    bool changed;         // the screen differs from the one the model saw last
    bool whole;           // screen is complete, not a diff
    bool acted;           // the device was touched, or may have been
    bool refused;         // a guard refused the call
    bool needs_approval;  // refused by a guard, and the run is to pause
    char fingerprint[32]; // the screen afterwards; "": not known
    char screen_title[128]; // "com.example.notes, 14 controls", for summaries
    struct at_agent_touch touch;
    struct at_agent_pictures pictures;
    // The use of a model that the tool itself has called, and the file of that
    // call.
    struct at_model_usage usage;
    char call_path[AT_AGENT_PATH_MAX];
    // stepDone
    size_t step; // counted from 1; 0: not given
    bool passed;
    char *reason; // owned
    char *bound;  // bindExpectation: the words of the element; owned
    int64_t duration_ms;
    // An assertion that held: the whole text that proved it (owned; NULL or "":
    // not known), and the time since when it held, by a monotonic clock.
    char *proved;
    int64_t held_ns;
};

void at_agent_tool_result_init(struct at_agent_tool_result *result);
void at_agent_tool_result_deinit(struct at_agent_tool_result *result);
// Set prefix and text: "PREFIX: …", or the prefix alone if fmt is "".
void at_agent_tool_say(struct at_agent_tool_result *result,
                       enum at_prefix prefix, const char *fmt, ...)
    AT_PRINTF(3, 4);

#endif
