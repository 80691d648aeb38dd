// tool.h: the tools that the model may call, as one table; pure
//
// Names, parameters and prefixes are the contract's. The description of all of
// them is written from the rows (at most 12 KB), arguments are checked by them,
// and tester/tools has a handler for each.
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

// What models write, in any case, and what it means.
struct at_agent_word {
    const char *given; // NULL ends the list
    const char *meant;
};

struct at_agent_tool_row {
    const char *name;
    const char *description;
    const struct at_arg *args; // up to the row without a name
    enum at_agent_tool_class class;
    const char *const *any_of; // arguments of which one is needed, up to NULL;
                               // NULL: each row says whether it is required
    const struct at_agent_word *other_names;  // of arguments; NULL: none
    const struct at_agent_word *other_values; // of arguments with choices
    bool waits;         // its time is taken from the step's time for waiting
    bool unpredictable; // the screen may be another one: later calls of the
                        // same turn that depend on it are not safe
};

// The arguments of a call as its row has them; texts are borrowed. A text that
// is absent has no ptr.
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

// [{"name","description","parameters"}]; owned by the caller. What several
// tools take is described at the first of them.
json_t *at_agent_tools_describe(void);
// Find a tool by its name. False if there is none; why lists similar names.
AT_CHECKED bool at_agent_tool_find(struct at_str name, enum at_agent_tool *out,
                                   struct at_err *why);
// Bring arguments into the row's shape (wire/args.h), take out members that no
// tool has, add the defaults and check the rest. AT_EUSAGE says what is
// missing, wrong or empty.
AT_CHECKED bool at_agent_tool_check(enum at_agent_tool tool, json_t *args,
                                    struct at_err *err);
// Read arguments that were checked; json NULL: there are none.
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

enum { AT_AGENT_PATH_MAX = 96 }; // of a file, below the run's folder

// The pictures around a call; "" where there is none.
struct at_agent_pictures {
    char before[AT_AGENT_PATH_MAX]; // the newest one when it began
    char after[AT_AGENT_PATH_MAX];
};

// The place that was touched, for the pictures of a run.
struct at_agent_touch {
    bool has_point;
    struct at_point point; // where a swipe begins
    bool is_swipe;
    struct at_point to; // where it ends
    bool has_box;
    struct at_rect box; // of the element
    char element[160];  // its line: btn "Save" @b2; "": not known
    // Of the screen that point and box are in, which may count otherwise than
    // its picture.
    int32_t width_px;
    int32_t height_px;
};

// The result of a call.
struct at_agent_tool_result {
    enum at_prefix prefix;
    struct at_buf text;    // begins with the prefix: "TAPPED: (540,1200)"
    struct at_buf screen;  // compact text after an action that changed it, or
                           // the diff; unmarked and masked; "": unchanged
    struct at_buf picture; // for the model: a JPEG or PNG within its limits
    const char *picture_mime;
    enum at_evidence evidence;
    struct at_testimony testimony; // owned
    bool changed;                  // the screen, since the model saw it last
    bool whole;                    // screen is all of it, not a diff
    bool acted;                    // the device was touched, or may have been
    bool refused;                  // by a guard
    bool needs_approval;           // by a guard, and the run is to pause
    char fingerprint[32];          // of the screen afterwards; "": not known
    char screen_title[128]; // "com.example.notes, 14 controls", for summaries
    struct at_agent_touch touch;
    struct at_agent_pictures pictures;
    // Of a model that the tool has asked itself, and the file of that call.
    struct at_model_usage usage;
    char call_path[AT_AGENT_PATH_MAX];
    // stepDone
    size_t step; // from 1; 0: not given
    bool passed;
    char *reason; // owned
    char *bound;  // bindExpectation: the words of the element; owned
    int64_t duration_ms;
    // An assertion that held: all of the text that it held by (owned; NULL or
    // "": not known), and since when, by a monotonic clock.
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
