// step.h: the table of actions, and a step as a value
//
// An action's row has its fields, idle class and handler. The schema, the
// validation of steps, the documentation and the executor use the rows. A front
// end fills a struct at_flow_step from words, or from JSON by the rows.
#ifndef AT_FLOW_STEPS_STEP_H
#define AT_FLOW_STEPS_STEP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/arg.h"
#include "device/facts.h"
#include "flow/steps/direction.h"
#include "screen/selector.h"

enum at_flow_action {
    AT_FLOW_ASSERT_NOT_VISIBLE,
    AT_FLOW_ASSERT_STATE,
    AT_FLOW_ASSERT_TEXT_CONTAINS,
    AT_FLOW_ASSERT_TEXT_EQUALS,
    AT_FLOW_ASSERT_TOAST,
    AT_FLOW_ASSERT_VISIBLE,
    AT_FLOW_CLEAR_TEXT,
    AT_FLOW_DOUBLE_TAP,
    AT_FLOW_DOUBLE_TAP_COORDINATES,
    AT_FLOW_GET_LOGS,
    AT_FLOW_GET_SHARED_PREFS,
    AT_FLOW_LONG_PRESS,
    AT_FLOW_LONG_PRESS_COORDINATES,
    AT_FLOW_PINCH,
    AT_FLOW_PRESS_KEY,
    AT_FLOW_QUERY_DB,
    AT_FLOW_READ_LIST,
    AT_FLOW_RESET_APP,
    AT_FLOW_ROTATE,
    AT_FLOW_SCREENSHOT,
    AT_FLOW_SCROLL_TO,
    AT_FLOW_SET_NETWORK,
    AT_FLOW_SET_VALUE,
    AT_FLOW_SWIPE,
    AT_FLOW_SWIPE_COORDINATES,
    AT_FLOW_TAP,
    AT_FLOW_TAP_COORDINATES,
    AT_FLOW_TYPE,
    AT_FLOW_WAIT,
    AT_FLOW_WAIT_FOR_STABLE,
    AT_FLOW_WAIT_UNTIL,
    AT_FLOW_ACTION_COUNT, // number of actions with a name in flows
    // Actions for front ends only.
    AT_FLOW_DRAG = AT_FLOW_ACTION_COUNT,
    AT_FLOW_PINCH_ELEMENT,
    AT_FLOW_ALL_COUNT,
};

enum {
    AT_ABSENT = -1,          // number not given: use the action's default
    AT_SCROLLS_DEFAULT = 10, // scroll_to (contract)
    AT_SCROLLS_TO_EDGE_DEFAULT = 50,
    AT_LIST_ROWS_DEFAULT = 100, // read_list
    AT_LIST_ROWS_MAX = 500,
    AT_WAIT_UNTIL_MS = 10000, // default of wait_until
    AT_FLOW_MAX_SCREENSHOTS = 4,
};

// An action's row lists the fields that it uses. Texts are borrowed and must
// outlive the flow and its trace.
struct at_flow_step {
    enum at_flow_action action;
    struct at_selector target;        // empty: none
    struct at_selector scroll_target; // empty: the largest scrollable
    struct at_selector to_target;     // end of a drag; empty: to_x, to_y
    struct at_str value;
    struct at_str keycode;
    struct at_str state; // see flow/steps/state.h; empty: any
    struct at_str edge;  // "end", or empty: scroll to the target
    enum at_direction direction;
    int64_t x; // the point, the first of two, or the centre of two fingers
    int64_t y;
    int64_t to_x;
    int64_t to_y;
    int64_t radius; // radius of a rotation, or at the start of a pinch
    int64_t end_radius;
    double start_angle_deg;
    double end_angle_deg;
    int64_t duration_ms;
    int64_t timeout_ms;
    int64_t max_scrolls;
    bool outward;           // direction of a pinch on an element
    int64_t limit;          // maximum number of rows
    int64_t max_lines;      // maximum length of a log
    struct at_str database; // empty: an overview of all stored data
    struct at_str query;    // empty: an overview of the database
    struct at_str file;     // preferences; empty: an overview
    struct at_str log_text; // only lines with this text
    struct at_str level;
    struct at_str preset; // network preset; see device/facts.h
    struct at_str speed;
    struct at_str delay;
    bool wifi;
    bool wifi_given;
    bool airplane;
    bool airplane_given;
    bool replace;
    bool gone;         // wait until the target is gone
    bool notification; // expect a notification of any app instead of a toast
    bool expect_crash; // pass if and only if the app crashes
    bool force;        // touch disabled or covered elements too
};

// All numbers are absent, all texts and selectors empty.
#define AT_FLOW_STEP_INIT(which)                                               \
    {                                                                          \
        .action = (which), .target = AT_SELECTOR_INIT,                         \
        .scroll_target = AT_SELECTOR_INIT, .to_target = AT_SELECTOR_INIT,      \
        .x = AT_ABSENT, .y = AT_ABSENT, .to_x = AT_ABSENT, .to_y = AT_ABSENT,  \
        .radius = AT_ABSENT, .end_radius = AT_ABSENT,                          \
        .duration_ms = AT_ABSENT, .timeout_ms = AT_ABSENT,                     \
        .max_scrolls = AT_ABSENT, .limit = AT_ABSENT, .max_lines = AT_ABSENT,  \
    }

enum at_idle_class {
    AT_IDLE_CLASS_FULL,     // wait until settled and loaded
    AT_IDLE_CLASS_LIGHT,    // one reading
    AT_IDLE_CLASS_INTERNAL, // the handler waits itself
    AT_IDLE_CLASS_SNAPSHOT, // one reading, because the step does not act
};

struct at_step_call; // flow/steps/exec.h

struct at_step_row {
    const char *name;
    const char *summary;
    const struct at_arg *args; // ends with a row without a name
    enum at_idle_class idle;
    bool (*run)(struct at_step_call *call, struct at_err *err);
};

extern const struct at_step_row at_step_rows[AT_FLOW_ALL_COUNT];

// Description of the rows for readers of steps as a list of objects.
extern const struct at_arg_items at_step_items;

// Find the action of that name, ignoring case. AT_EUSAGE for an unknown name,
// with where and the valid names.
AT_CHECKED bool at_flow_action_find(struct at_str name, const char *where,
                                    enum at_flow_action *out,
                                    struct at_err *err);

// Return the network settings of the step.
struct at_network at_step_network(const struct at_flow_step *step);

// Check that one step has all that its action needs and that its values are in
// range. The message names the step's index, the field and the valid values.
AT_CHECKED bool at_step_check(const struct at_flow_step *step, size_t index,
                              struct at_err *err);

#endif
