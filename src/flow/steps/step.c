#include "flow/steps/step.h"

#include <assert.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/limits.h"
#include "flow/app/network.h"
#include "flow/steps/state.h"
#include "flow/steps/steps_app.h"
#include "flow/steps/steps_check.h"
#include "flow/steps/steps_data.h"
#include "flow/steps/steps_range.h"
#include "flow/steps/steps_scroll.h"
#include "flow/steps/steps_text.h"
#include "flow/steps/steps_touch.h"

// Fields of several actions have one row here, so their help and range are the
// same everywhere.
// clang-format off
#define AT(member) .offset = offsetof(struct at_flow_step, member)
#define ACTION \
    {.name = "action", .type = AT_ARG_ACTION, .required = true, AT(action)}
#define TARGET \
    {.name = "target", .type = AT_ARG_SELECTOR, .required = true, \
     .members = at_selector_args, AT(target)}
#define PIXELS(field, member) \
    {.name = (field), .type = AT_ARG_INTEGER, .required = true, \
     .max = 32767, AT(member)}
#define DEGREES(field, member) \
    {.name = (field), .type = AT_ARG_NUMBER, .required = true, \
     .min = -3600, .max = 3600, AT(member)}
#define DURATION \
    {.name = "durationMs", .type = AT_ARG_INTEGER, .min = 1, .max = 60000, \
     .help = "gesture: swipe 300, long press 1000", AT(duration_ms)}
#define TIMEOUT(needed) \
    {.name = "timeoutMs", .type = AT_ARG_INTEGER, .required = (needed), \
     .max = 300000, \
     .help = "assertions: retry until then (2000; 0: once)", AT(timeout_ms)}
// No help: it costs bytes in each session, and the errors name this field.
#define FORCE {.name = "force", .type = AT_ARG_BOOLEAN, AT(force)}
#define VALUE \
    {.name = "value", .type = AT_ARG_STRING, .required = true, \
     .verbatim = true, \
     .max_len = AT_TEXT_INPUT_MAX_BYTES, AT(value)}
#define STATE \
    {.name = "state", .choices = at_state_names, AT(state)}
#define OPTIONAL_TARGET \
    {.name = "target", .type = AT_ARG_SELECTOR, .members = at_selector_args, \
     AT(target)}
// The end of each list.
#define END \
    {.name = "expectCrash", .type = AT_ARG_BOOLEAN, .common = true, \
     .help = "any action: pass only if the app crashes", AT(expect_crash)}, \
    {0}
#define DIRECTION(needed) \
    {.name = "direction", .type = AT_ARG_DIRECTION, .required = (needed), \
     .choices = at_direction_names, \
     .help = "swipe: of the finger; scroll_to: where the target lies (down)", \
     AT(direction)}
// clang-format on

static const struct at_arg target_args[] = {ACTION, TARGET, END};
static const struct at_arg tap_args[] = {ACTION, TARGET, FORCE, END};
static const struct at_arg press_args[] = {ACTION, TARGET, DURATION, FORCE,
                                           END};
static const struct at_arg assert_args[] = {ACTION, TARGET, TIMEOUT(false),
                                            END};
static const struct at_arg assert_text_args[] = {ACTION, TARGET, VALUE,
                                                 TIMEOUT(false), END};
static const struct at_arg point_args[] = {ACTION, PIXELS("x", x),
                                           PIXELS("y", y), END};
static const struct at_arg press_point_args[] = {ACTION, PIXELS("x", x),
                                                 PIXELS("y", y), DURATION, END};
static const struct at_arg line_args[] = {ACTION,
                                          PIXELS("x1", x),
                                          PIXELS("y1", y),
                                          PIXELS("x2", to_x),
                                          PIXELS("y2", to_y),
                                          DURATION,
                                          END};
static const struct at_arg key_args[] = {
    ACTION,
    {.name = "keycode",
     .required = true,
     .help = "e.g. KEYCODE_BACK, KEYCODE_ENTER",
     .max_len = 64,
     AT(keycode)},
    END,
};
static const struct at_arg pinch_args[] = {ACTION,
                                           PIXELS("cx", x),
                                           PIXELS("cy", y),
                                           PIXELS("startRadius", radius),
                                           PIXELS("endRadius", end_radius),
                                           DURATION,
                                           END};
static const struct at_arg rotate_args[] = {
    ACTION,
    PIXELS("cx", x),
    PIXELS("cy", y),
    PIXELS("radius", radius),
    DEGREES("startAngleDeg", start_angle_deg),
    DEGREES("endAngleDeg", end_angle_deg),
    DURATION,
    END};
static const char *const edges[] = {"end", NULL};
#define SCROLL_TARGET                                                          \
    {                                                                          \
        .name = "scrollTarget", .type = AT_ARG_SELECTOR,                       \
        .members = at_selector_args,                                           \
        .help = "what to scroll (the largest scrollable)", AT(scroll_target)   \
    }
#define MAX_SCROLLS                                                            \
    {                                                                          \
        .name = "maxScrolls", .type = AT_ARG_INTEGER, .help = "default 10",    \
        .min = 1, .max = 100, AT(max_scrolls)                                  \
    }
static const struct at_arg scroll_to_args[] = {
    ACTION,
    OPTIONAL_TARGET,
    {.name = "edge",
     .choices = edges,
     .help = "instead of target: as far as it goes",
     AT(edge)},
    SCROLL_TARGET,
    DIRECTION(false),
    MAX_SCROLLS,
    END,
};
static const struct at_arg read_list_args[] = {
    ACTION,
    SCROLL_TARGET,
    DIRECTION(false),
    MAX_SCROLLS,
    {.name = "limit",
     .type = AT_ARG_INTEGER,
     .min = 1,
     .max = AT_LIST_ROWS_MAX,
     AT(limit)},
    END,
};
static const struct at_arg swipe_args[] = {
    ACTION, DIRECTION(true), OPTIONAL_TARGET, DURATION, END,
};
static const struct at_arg type_args[] = {
    ACTION,
    TARGET,
    VALUE,
    {.name = "replace",
     .type = AT_ARG_BOOLEAN,
     .help = "clear the field first",
     AT(replace)},
    END,
};
static const struct at_arg state_args[] = {ACTION,
                                           TARGET,
                                           STATE,
                                           {.name = "value",
                                            .type = AT_ARG_STRING,
                                            .verbatim = true,
                                            .max_len = AT_TEXT_INPUT_MAX_BYTES,
                                            AT(value)},
                                           TIMEOUT(false),
                                           END};
static const struct at_arg value_args[] = {ACTION, TARGET, VALUE, END};
static const struct at_arg no_args[] = {ACTION, END};
static const struct at_arg until_args[] = {
    ACTION,
    OPTIONAL_TARGET,
    {.name = "gone",
     .type = AT_ARG_BOOLEAN,
     .help = "until target has gone; no target: anything new",
     AT(gone)},
    TIMEOUT(false),
    END};
static const struct at_arg wait_args[] = {ACTION, TIMEOUT(true), END};
// No help, as for force: the action's own help names it.
static const struct at_arg toast_args[] = {
    ACTION,
    TARGET,
    TIMEOUT(false),
    {.name = "notification", .type = AT_ARG_BOOLEAN, AT(notification)},
    END};
static const struct at_arg stable_args[] = {ACTION, TIMEOUT(false), END};
// No help: the tools of the same names have these arguments.
static const char *const levels[] = {"V", "D", "I", "W", "E", "F", NULL};
static const struct at_arg db_args[] = {
    ACTION,
    {.name = "database", .max_len = 255, AT(database)},
    {.name = "query", .max_len = 32 * AT_KIB, AT(query)},
    END};
static const struct at_arg prefs_args[] = {
    ACTION, {.name = "file", .max_len = 255, AT(file)}, END};
static const struct at_arg log_args[] = {
    ACTION,
    {.name = "level", .choices = levels, AT(level)},
    {.name = "text", .verbatim = true, AT(log_text)},
    {.name = "maxLines",
     .type = AT_ARG_INTEGER,
     .min = 1,
     .max = AT_LOG_LINES_MAX,
     AT(max_lines)},
    END};
#define SWITCH(field, member)                                                  \
    {                                                                          \
        .name = (field), .type = AT_ARG_BOOLEAN, AT(member),                   \
        .given = offsetof(struct at_flow_step, member##_given)                 \
    }
static const struct at_arg network_args[] = {
    ACTION,
    {.name = "preset", AT(preset)},
    {.name = "speed", .max_len = 32, AT(speed)},
    {.name = "delay", .max_len = 32, AT(delay)},
    SWITCH("wifi", wifi),
    SWITCH("airplaneMode", airplane),
    END};

// clang-format off
const struct at_step_row at_step_rows[] = {
    [AT_FLOW_ASSERT_NOT_VISIBLE] = {"assert_not_visible", "pass if no visible element matches",
     assert_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_not_visible},
    [AT_FLOW_ASSERT_STATE] = {"assert_state", "pass if the element has this state, or value",
     state_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_state},
    [AT_FLOW_ASSERT_TEXT_CONTAINS] =
    {"assert_text_contains", "pass if the element's text has value in it",
     assert_text_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_text},
    [AT_FLOW_ASSERT_TEXT_EQUALS] = {"assert_text_equals", "pass if the element's text is value",
     assert_text_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_text},
    [AT_FLOW_ASSERT_TOAST] = {"assert_toast", "pass if a toast has this text, or came with it",
     toast_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_toast},
    [AT_FLOW_ASSERT_VISIBLE] = {"assert_visible", "pass if the element is on the screen",
     assert_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_visible},
    [AT_FLOW_CLEAR_TEXT] = {"clear_text", "empty a text field and verify that it is empty",
     target_args, AT_IDLE_CLASS_LIGHT, at_step_clear_text},
    [AT_FLOW_DOUBLE_TAP] = {"double_tap", "tap an element twice",
     tap_args, AT_IDLE_CLASS_FULL, at_step_double_tap},
    [AT_FLOW_DOUBLE_TAP_COORDINATES] = {"double_tap_coordinates", "tap a point twice",
     point_args, AT_IDLE_CLASS_LIGHT, at_step_double_tap_at},
    [AT_FLOW_GET_LOGS] = {"get_logs", "read the app's log",
     log_args, AT_IDLE_CLASS_SNAPSHOT, at_step_get_logs},
    [AT_FLOW_GET_SHARED_PREFS] = {"get_shared_prefs", "read a preference file of the app",
     prefs_args, AT_IDLE_CLASS_SNAPSHOT, at_step_get_shared_prefs},
    [AT_FLOW_LONG_PRESS] = {"long_press", "press an element and hold",
     press_args, AT_IDLE_CLASS_FULL, at_step_long_press},
    [AT_FLOW_LONG_PRESS_COORDINATES] = {"long_press_coordinates", "press a point and hold",
     press_point_args, AT_IDLE_CLASS_LIGHT, at_step_long_press_at},
    [AT_FLOW_PINCH] = {"pinch", "two fingers apart or together",
     pinch_args, AT_IDLE_CLASS_FULL, at_step_two_fingers},
    [AT_FLOW_PRESS_KEY] = {"press_key", "press a key",
     key_args, AT_IDLE_CLASS_LIGHT, at_step_press_key},
    [AT_FLOW_QUERY_DB] = {"query_db", "run SQL on a database of the app",
     db_args, AT_IDLE_CLASS_SNAPSHOT, at_step_query_db},
    [AT_FLOW_READ_LIST] = {"read_list", "scroll to the end and return the texts of the rows",
     read_list_args, AT_IDLE_CLASS_INTERNAL, at_step_read_list},
    [AT_FLOW_RESET_APP] = {"reset_app", "force-stop the app and launch it again",
     no_args, AT_IDLE_CLASS_SNAPSHOT, at_step_reset_app},
    [AT_FLOW_ROTATE] = {"rotate", "two fingers around a point",
     rotate_args, AT_IDLE_CLASS_FULL, at_step_two_fingers},
    [AT_FLOW_SCREENSHOT] = {"screenshot", "take a picture of the screen",
     no_args, AT_IDLE_CLASS_SNAPSHOT, at_step_screenshot},
    [AT_FLOW_SCROLL_TO] = {"scroll_to", "scroll until the target shows",
     scroll_to_args, AT_IDLE_CLASS_INTERNAL, at_step_scroll_to},
    [AT_FLOW_SET_NETWORK] = {"set_network", "set the network's conditions",
     network_args, AT_IDLE_CLASS_FULL, at_step_set_network},
    [AT_FLOW_SET_VALUE] = {"set_value", "set a slider to a value, or a percentage",
     value_args, AT_IDLE_CLASS_INTERNAL, at_step_set_value},
    [AT_FLOW_SWIPE] = {"swipe", "move the finger across an element or the screen",
     swipe_args, AT_IDLE_CLASS_FULL, at_step_swipe},
    [AT_FLOW_SWIPE_COORDINATES] = {"swipe_coordinates", "move the finger from point to point",
     line_args, AT_IDLE_CLASS_LIGHT, at_step_swipe_between},
    [AT_FLOW_TAP] = {"tap", "tap an element",
     tap_args, AT_IDLE_CLASS_FULL, at_step_tap},
    [AT_FLOW_TAP_COORDINATES] = {"tap_coordinates", "tap a point",
     point_args, AT_IDLE_CLASS_LIGHT, at_step_tap_at},
    [AT_FLOW_TYPE] = {"type", "type into a text field and verify what it holds",
     type_args, AT_IDLE_CLASS_LIGHT, at_step_type},
    [AT_FLOW_WAIT] = {"wait", "let time pass",
     wait_args, AT_IDLE_CLASS_SNAPSHOT, at_step_wait},
    [AT_FLOW_WAIT_FOR_STABLE] = {"wait_for_stable", "wait until nothing moves or loads",
     stable_args, AT_IDLE_CLASS_FULL, at_step_wait_for_stable},
    [AT_FLOW_WAIT_UNTIL] = {"wait_until", "wait for a target, or for anything new",
     until_args, AT_IDLE_CLASS_SNAPSHOT, at_step_wait_until},
    [AT_FLOW_DRAG] = {"drag", "hold an element and move it to another one, or a point",
     no_args, AT_IDLE_CLASS_FULL, at_step_drag_to},
    [AT_FLOW_PINCH_ELEMENT] = {"pinch_element", "two fingers on an element, or the screen",
     no_args, AT_IDLE_CLASS_FULL, at_step_pinch_element},
};
// clang-format on
static_assert(AT_LEN(at_step_rows) == AT_FLOW_ALL_COUNT, "a row each");

static bool
fail_unknown(struct at_str name, const char *where, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_str shown = at_utf8_head(name, 60);
    for (size_t i = 0; i < AT_FLOW_ACTION_COUNT; i++)
        at_buf_add_fmt(&names, "%s%s", i ? ", " : "", at_step_rows[i].name);
    if (name.len > 0)
        at_fail(err, AT_EUSAGE, "%s: unknown action '%.*s' (valid: %s)", where,
                AT_STR_ARG(shown), at_buf_text(&names));
    else
        at_fail(err, AT_EUSAGE, "%s: 'action' is missing (valid: %s)", where,
                at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

bool
at_flow_action_find(struct at_str name, const char *where,
                    enum at_flow_action *out, struct at_err *err)
{
    struct at_str word = at_str_trim(name);
    for (size_t i = 0; i < AT_FLOW_ACTION_COUNT; i++) {
        *out = (enum at_flow_action)i;
        if (at_str_eq_nocase(word, at_str(at_step_rows[i].name)))
            return true;
    }
    return fail_unknown(name, where, err);
}

static const struct at_arg *
args_of(struct at_str action)
{
    enum at_flow_action found;
    return at_flow_action_find(action, "", &found, NULL)
               ? at_step_rows[found].args
               : NULL;
}

static bool
is_field(struct at_str name)
{
    for (size_t i = 0; i < AT_FLOW_ACTION_COUNT; i++) {
        for (const struct at_arg *row = at_step_rows[i].args; row->name;
             row++) {
            if (at_str_is(name, row->name))
                return true;
        }
    }
    return false;
}

const struct at_arg_items at_step_items = {"action", args_of, is_field};

static bool
check_number(const struct at_arg *row, double number, bool absent,
             bool *missing, struct at_buf *why)
{
    *missing = absent;
    return absent || at_arg_check_number(row, number, why);
}

// A text may be empty, so a missing required text is not detected here.
static bool
check_field(const struct at_arg *row, const void *field, bool *missing,
            struct at_buf *why)
{
    switch (row->type) {
    case AT_ARG_SELECTOR:
        *missing = at_selector_empty(field);
        return true;
    case AT_ARG_DIRECTION:
        *missing = *(const enum at_direction *)field == AT_DIRECTION_NONE;
        return true;
    case AT_ARG_INTEGER:
        return check_number(row, (double)*(const int64_t *)field,
                            *(const int64_t *)field == AT_ABSENT, missing, why);
    case AT_ARG_NUMBER:
        return check_number(row, *(const double *)field, false, missing, why);
    case AT_ARG_STRING:
        return (!row->required && ((const struct at_str *)field)->len == 0) ||
               at_arg_check_text(row, *(const struct at_str *)field, why);
    default:
        return true;
    }
}

// A scroll ends at its target or at an edge.
static bool
check_aim(const struct at_flow_step *step, struct at_buf *why)
{
    bool both = step->edge.len > 0 && !at_selector_empty(&step->target);
    bool none = step->edge.len == 0 && at_selector_empty(&step->target);
    if (!both && !none)
        return true;
    at_buf_add_text(why, both ? "'target' and 'edge' exclude each other"
                              : "'target' is missing, or 'edge': \"end\"");
    return false;
}

static bool
check_state(const struct at_flow_step *step, struct at_buf *why)
{
    if (step->state.len > 0 || step->value.ptr)
        return true;
    at_buf_add_text(why, "'state' is missing, or 'value'");
    return false;
}

static bool
check_going(const struct at_flow_step *step, struct at_buf *why)
{
    if (!step->gone || !at_selector_empty(&step->target))
        return true;
    at_buf_add_text(why, "'target' is missing, which is to be gone");
    return false;
}

struct at_network
at_step_network(const struct at_flow_step *step)
{
    return (struct at_network){
        .preset = step->preset,
        .speed = step->speed,
        .delay = step->delay,
        .wifi = step->wifi_given ? step->wifi : -1,
        .airplane = step->airplane_given ? step->airplane : -1,
    };
}

static bool
check_network(const struct at_flow_step *step, struct at_buf *why)
{
    struct at_err err = AT_ERR_INIT;
    const struct at_network network = at_step_network(step);
    if (at_network_check(&network, &err))
        return true;
    at_buf_add_text(why, err.msg);
    return false;
}

static bool
check_query(const struct at_flow_step *step, struct at_buf *why)
{
    if (step->query.len == 0 || step->database.len > 0)
        return true;
    at_buf_add_text(why, "'database' is missing: which one is the query for?");
    return false;
}

// Check fields that replace, exclude or need each other.
static bool (*const together[AT_FLOW_ALL_COUNT])(
    const struct at_flow_step *step, struct at_buf *why) = {
    [AT_FLOW_ASSERT_STATE] = check_state, [AT_FLOW_QUERY_DB] = check_query,
    [AT_FLOW_SCROLL_TO] = check_aim,      [AT_FLOW_SET_NETWORK] = check_network,
    [AT_FLOW_WAIT_UNTIL] = check_going,
};

static bool
check_fields(const struct at_flow_step *step, struct at_buf *why)
{
    const struct at_arg *rows = at_step_rows[step->action].args;
    for (const struct at_arg *row = rows; row->name; row++) {
        bool missing = false;
        if (!check_field(row, (const char *)step + row->offset, &missing, why))
            return false;
        if (missing && row->required) {
            at_arg_write_missing(rows, row, why);
            return false;
        }
    }
    return !together[step->action] || together[step->action](step, why);
}

bool
at_step_check(const struct at_flow_step *step, size_t index, struct at_err *err)
{
    struct at_buf why = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool ok = check_fields(step, &why);
    if (!ok)
        at_fail(err, AT_EUSAGE, "steps[%zu] (%s): %s", index,
                at_step_rows[step->action].name, at_buf_text(&why));
    at_buf_deinit(&why);
    return ok;
}
