#include "flow/step.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "flow/exec.h"

static const char *const directions[] = {"up", "down", "left", "right", NULL};

// A field that several actions share is one row here, so that its help and
// range are the same everywhere.
// clang-format off
#define ACTION {.name = "action", .type = AT_ARG_STRING, .required = true}
#define TARGET {.name = "target", .type = AT_ARG_SELECTOR, .required = true}
#define COORDINATE(field) \
    {.name = (field), .type = AT_ARG_INTEGER, .required = true, .max = 32767}
#define DEGREES(field) \
    {.name = (field), .type = AT_ARG_NUMBER, .required = true, \
     .min = -3600, .max = 3600}
#define DURATION \
    {.name = "durationMs", .type = AT_ARG_INTEGER, .min = 1, .max = 60000, \
     .help = "of the gesture: swipe 300, long press 1000"}
#define TIMEOUT(needed) \
    {.name = "timeoutMs", .type = AT_ARG_INTEGER, .required = (needed), \
     .max = 300000, \
     .help = "assertions: retry until then (0: check once)"}
#define VALUE \
    {.name = "value", .type = AT_ARG_STRING, .required = true, \
     .max_len = AT_TEXT_INPUT_MAX_BYTES}
#define DIRECTION(needed) \
    {.name = "direction", .type = AT_ARG_STRING, .required = (needed), \
     .choices = directions, \
     .help = "swipe: of the finger; scroll_to: where the target lies (down)"}
// clang-format on

static const struct at_arg target_args[] = {ACTION, TARGET, {0}};
static const struct at_arg press_args[] = {ACTION, TARGET, DURATION, {0}};
static const struct at_arg assert_args[] = {
    ACTION, TARGET, TIMEOUT(false), {0}};
static const struct at_arg assert_text_args[] = {
    ACTION, TARGET, VALUE, TIMEOUT(false), {0}};
static const struct at_arg point_args[] = {
    ACTION, COORDINATE("x"), COORDINATE("y"), {0}};
static const struct at_arg press_point_args[] = {
    ACTION, COORDINATE("x"), COORDINATE("y"), DURATION, {0}};
static const struct at_arg line_args[] = {ACTION,
                                          COORDINATE("x1"),
                                          COORDINATE("y1"),
                                          COORDINATE("x2"),
                                          COORDINATE("y2"),
                                          DURATION,
                                          {0}};
static const struct at_arg key_args[] = {
    ACTION,
    {.name = "keycode",
     .required = true,
     .help = "e.g. KEYCODE_BACK, KEYCODE_ENTER",
     .max_len = 64},
    {0},
};
static const struct at_arg pinch_args[] = {ACTION,
                                           COORDINATE("cx"),
                                           COORDINATE("cy"),
                                           COORDINATE("startRadius"),
                                           COORDINATE("endRadius"),
                                           DURATION,
                                           {0}};
static const struct at_arg rotate_args[] = {ACTION,
                                            COORDINATE("cx"),
                                            COORDINATE("cy"),
                                            COORDINATE("radius"),
                                            DEGREES("startAngleDeg"),
                                            DEGREES("endAngleDeg"),
                                            DURATION,
                                            {0}};
static const struct at_arg scroll_to_args[] = {
    ACTION,
    TARGET,
    {.name = "scrollTarget",
     .type = AT_ARG_SELECTOR,
     .help = "what to scroll, like target (the largest scrollable)"},
    DIRECTION(false),
    {.name = "maxScrolls",
     .type = AT_ARG_INTEGER,
     .help = "default 10",
     .min = 1,
     .max = 100},
    {0},
};
static const struct at_arg swipe_args[] = {
    ACTION,
    DIRECTION(true),
    {.name = "target", .type = AT_ARG_SELECTOR},
    DURATION,
    {0},
};
static const struct at_arg type_args[] = {
    ACTION,
    TARGET,
    VALUE,
    {.name = "replace",
     .type = AT_ARG_BOOLEAN,
     .help = "clear the field first"},
    {0},
};
static const struct at_arg wait_args[] = {ACTION, TIMEOUT(true), {0}};
static const struct at_arg stable_args[] = {ACTION, TIMEOUT(false), {0}};

// clang-format off
const struct at_step_row at_step_rows[] = {
    {"assert_not_visible", "pass if no visible element matches",
     assert_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_not_visible},
    {"assert_text_contains", "pass if the element's text has value in it",
     assert_text_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_text},
    {"assert_text_equals", "pass if the element's text is value",
     assert_text_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_text},
    {"assert_visible", "pass if the element is on the screen",
     assert_args, AT_IDLE_CLASS_SNAPSHOT, at_step_assert_visible},
    {"clear_text", "empty a text field and verify that it is empty",
     target_args, AT_IDLE_CLASS_LIGHT, at_step_clear_text},
    {"double_tap", "tap an element twice",
     target_args, AT_IDLE_CLASS_FULL, at_step_double_tap},
    {"double_tap_coordinates", "tap a point twice",
     point_args, AT_IDLE_CLASS_LIGHT, at_step_double_tap_at},
    {"long_press", "press an element and hold",
     press_args, AT_IDLE_CLASS_FULL, at_step_long_press},
    {"long_press_coordinates", "press a point and hold",
     press_point_args, AT_IDLE_CLASS_LIGHT, at_step_long_press_at},
    {"pinch", "two fingers apart or together",
     pinch_args, AT_IDLE_CLASS_FULL, at_step_two_fingers},
    {"press_key", "press a key",
     key_args, AT_IDLE_CLASS_LIGHT, at_step_press_key},
    {"rotate", "two fingers around a point",
     rotate_args, AT_IDLE_CLASS_FULL, at_step_two_fingers},
    {"scroll_to", "scroll until the target shows",
     scroll_to_args, AT_IDLE_CLASS_INTERNAL, at_step_scroll_to},
    {"swipe", "move the finger across an element or the screen",
     swipe_args, AT_IDLE_CLASS_FULL, at_step_swipe},
    {"swipe_coordinates", "move the finger from point to point",
     line_args, AT_IDLE_CLASS_LIGHT, at_step_swipe_between},
    {"tap", "tap an element",
     target_args, AT_IDLE_CLASS_FULL, at_step_tap},
    {"tap_coordinates", "tap a point",
     point_args, AT_IDLE_CLASS_LIGHT, at_step_tap_at},
    {"type", "type into a text field and verify what it holds",
     type_args, AT_IDLE_CLASS_LIGHT, at_step_type},
    {"wait", "let time pass",
     wait_args, AT_IDLE_CLASS_SNAPSHOT, at_step_wait},
    {"wait_for_stable", "wait until nothing moves or loads",
     stable_args, AT_IDLE_CLASS_FULL, at_step_wait_for_stable},
};
// clang-format on
static_assert(AT_LEN(at_step_rows) == AT_STEP_COUNT, "the contract's 20");

const struct at_step_row *
at_step_find(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(at_step_rows); i++) {
        if (at_str_is(name, at_step_rows[i].name))
            return &at_step_rows[i];
    }
    return NULL;
}

static bool
fail_unknown(struct at_str name, const char *where, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_str shown = at_utf8_head(name, 60);
    for (size_t i = 0; i < AT_LEN(at_step_rows); i++)
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
at_step_check(const json_t *step, size_t index, struct at_err *err)
{
    char where[32];
    snprintf(where, sizeof(where), "steps[%zu]", index);
    if (!json_is_object(step))
        return at_fail(err, AT_EUSAGE,
                       "%s: a step must be an object like {\"action\": "
                       "\"tap\", \"target\": {\"ref\": \"@b1\"}}",
                       where);
    struct at_str name = at_args_str(step, "action");
    const struct at_step_row *row = at_step_find(name);
    if (!row)
        return fail_unknown(name, where, err);
    char place[96];
    snprintf(place, sizeof(place), "%s (%s)", where, row->name);
    return at_args_check(row->args, step, place, err);
}
