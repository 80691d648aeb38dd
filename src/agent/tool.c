#include "agent/tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "base/limits.h"
#include "base/near.h"
#include "wire/args.h"
#include "wire/json.h"

enum { TYPED_MAX_BYTES = 4096, WORDS_MAX_BYTES = 1000 };

static const char *const selector_types[] = {"any", "text", "content-desc",
                                             "resource-id", NULL};
static const char *const verdicts[] = {"PASS", "FAIL", NULL};
static const char *const places[] = {"near",  "beside", "below",
                                     "above", "inside", NULL};
static const char *const directions[] = {"down", "up", "right", "left", NULL};

// clang-format off
#define NAMED(arg, field)                                                      \
    .name = arg, .offset = offsetof(struct at_agent_args, field)
#define SELECTOR_TYPE                                                          \
    {NAMED("selectorType", selector_type), .choices = selector_types, .preset = "any"}
#define REF {NAMED("ref", ref), .max_len = 16, .help = "@b1"}
#define POSITION                                                               \
    {NAMED("position", position), .type = AT_ARG_INTEGER, .max = 1000, .preset = "0",   \
     .help = "of matches, from 0"}

static const struct at_arg no_args[] = {{0}};
static const struct at_arg start_args[] = {
    {NAMED("appPackage", app), .required = true, .max_len = 256}, {0}};
static const struct at_arg launch_args[] = {
    {NAMED("packageName", package), .required = true, .max_len = 256}, {0}};
static const struct at_arg find_args[] = {
    {NAMED("text", text), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    SELECTOR_TYPE, {0}};
static const struct at_arg tap_args[] = {
    {NAMED("text", text), .max_len = WORDS_MAX_BYTES, .verbatim = true,
     .help = "text, description or id; a part does"},
    SELECTOR_TYPE, POSITION, REF, {0}};
static const struct at_arg point_args[] = {
    {NAMED("x", x), .type = AT_ARG_INTEGER, .required = true, .max = 20000},
    {NAMED("y", y), .type = AT_ARG_INTEGER, .required = true, .max = 20000}, {0}};
static const struct at_arg input_args[] = {
    {NAMED("fieldSelector", field), .max_len = WORDS_MAX_BYTES, .verbatim = true,
     .help = "label, hint or content"},
    {NAMED("text", text), .required = true, .max_len = TYPED_MAX_BYTES, .verbatim = true,
     .help = "\"\" clears"},
    SELECTOR_TYPE, POSITION, REF, {0}};
static const struct at_arg verify_args[] = {
    {NAMED("text", text), .max_len = WORDS_MAX_BYTES, .verbatim = true}, SELECTOR_TYPE, REF, {0}};
static const struct at_arg scroll_args[] = {
    {NAMED("distance", distance), .type = AT_ARG_INTEGER, .min = -20000, .max = 20000,
     .preset = "1000", .help = "pixels"},
    {NAMED("durationMs", duration_ms), .type = AT_ARG_INTEGER, .min = 1, .max = 10000,
     .preset = "300"},
    {0}};
static const struct at_arg scroll_to_args[] = {
    {NAMED("text", text), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("direction", direction), .choices = directions, .preset = "down"}, {0}};
static const struct at_arg wait_args[] = {
    {NAMED("ms", ms), .type = AT_ARG_INTEGER, .min = -1000000, .max = 1000000,
     .preset = "500", .help = "up to 10000"}, {0}};
static const struct at_arg wait_for_args[] = {
    {NAMED("text", text), .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("absent", absent), .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("seconds", seconds), .type = AT_ARG_INTEGER, .min = 1, .max = 300,
     .preset = "30"},
    {0}};
static const struct at_arg screenshot_args[] = {
    {NAMED("goalName", goal), .max_len = 200, .preset = "screen"}, {0}};
static const struct at_arg done_args[] = {
    {NAMED("step", step), .type = AT_ARG_INTEGER, .required = true, .min = 1,
     .max = 1000},
    {NAMED("verdict", verdict), .required = true, .choices = verdicts},
    {NAMED("reason", reason), .required = true, .max_len = 1000}, {0}};
static const struct at_arg looking_args[] = {
    {NAMED("question", question), .required = true, .max_len = 1000}, {0}};

static const struct at_arg state_args[] = {
    {NAMED("text", text), .max_len = WORDS_MAX_BYTES, .verbatim = true,},
    REF, {NAMED("state", state), .choices = at_claim_states},
    {NAMED("value", value), .max_len = WORDS_MAX_BYTES, .verbatim = true,
     .help = "instead of state"}, {0}};
static const struct at_arg near_args[] = {
    {NAMED("text", text), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("anchor", anchor), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("where", where), .choices = places, .preset = "near"}, {0}};
static const struct at_arg count_args[] = {
    {NAMED("text", text), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("count", count), .type = AT_ARG_INTEGER, .max = 1000},
    {NAMED("atLeast", at_least), .type = AT_ARG_INTEGER, .max = 1000}, {0}};
static const struct at_arg sum_args[] = {
    {NAMED("near", near), .required = true, .max_len = WORDS_MAX_BYTES, .verbatim = true},
    {NAMED("of", of), .type = AT_ARG_LIST, .required = true, .min = 1,
     .max = AT_CLAIM_TERMS_MAX,
     .help = "labels of the amounts"}, {0}};
static const struct at_arg bind_args[] = {
    {NAMED("expectation", expectation), .type = AT_ARG_INTEGER, .required = true, .min = 1,
     .max = 100},
    {NAMED("text", text), .max_len = WORDS_MAX_BYTES, .verbatim = true}, REF, {0}};

static const struct at_agent_word state_words[] = {
    {"on", "checked"}, {"off", "unchecked"}, {"not checked", "unchecked"},
    {"unselected", "not selected"}, {"not enabled", "disabled"}, {NULL, NULL}};
static const struct at_agent_word verdict_names[] = {
    {"status", "verdict"}, {"result", "verdict"}, {"outcome", "verdict"},
    {"stepNumber", "step"}, {NULL, NULL}};
static const struct at_agent_word verdict_words[] = {
    {"pass", "PASS"}, {"passed", "PASS"}, {"ok", "PASS"}, {"success", "PASS"},
    {"successful", "PASS"}, {"succeeded", "PASS"}, {"true", "PASS"},
    {"fail", "FAIL"}, {"failed", "FAIL"}, {"failure", "FAIL"},
    {"error", "FAIL"}, {"false", "FAIL"}, {NULL, NULL}};

static const char *const text_or_ref[] = {"text", "ref", NULL};
static const char *const field_or_ref[] = {"fieldSelector", "ref", NULL};
static const char *const state_or_value[] = {"state", "value", NULL};
static const char *const count_or_least[] = {"count", "atLeast", NULL};
static const char *const text_or_absent[] = {"text", "absent", NULL};

const struct at_agent_tool_row at_agent_tool_rows[AT_AGENT_TOOL_COUNT] = {
    [AT_AGENT_START_SCENARIO] = {
        .name = "startTestingScenario",
        .description = "How the start of the app went.",
        .args = start_args, .class = AT_AGENT_TOOL_ACTS, .unpredictable = true},
    [AT_AGENT_LAUNCH_APP] = {
        .name = "launchAppByPackage",
        .description =
            "Bring the app, or another that the scenario names, to the "
            "front.",
        .args = launch_args, .class = AT_AGENT_TOOL_ACTS,
        .unpredictable = true},
    [AT_AGENT_CLOSE_APP] = {
        .name = "closeApp",
        .description = "Force-stop the app.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS, .unpredictable = true},
    [AT_AGENT_FIND_BY_TEXT] = {
        .name = "findUiElementsByText",
        .description =
            "Elements with text, as [{value,cx,cy}] by position.",
        .args = find_args, .class = AT_AGENT_TOOL_LOOKS},
    [AT_AGENT_SCREEN_DUMP] = {
        .name = "getScreenDump",
        .description = "The screen as lines with refs.",
        .args = no_args, .class = AT_AGENT_TOOL_LOOKS},
    [AT_AGENT_PERCEIVE_SCREEN] = {
        .name = "perceiveScreen",
        .description = "The screen as JSON, with ids, bounds and states.",
        .args = no_args, .class = AT_AGENT_TOOL_LOOKS},
    [AT_AGENT_SCREEN_SIZE] = {
        .name = "getScreenSize",
        .description = "Width and height in pixels.",
        .args = no_args, .class = AT_AGENT_TOOL_LOOKS},
    [AT_AGENT_TAP] = {
        .name = "tap",
        .description = "Tap an element.",
        .args = tap_args, .class = AT_AGENT_TOOL_ACTS, .any_of = text_or_ref,
        .unpredictable = true},
    [AT_AGENT_TAP_COORDINATES] = {
        .name = "tapByCoordinates",
        .description = "Tap a point, in pixels.",
        .args = point_args, .class = AT_AGENT_TOOL_ACTS,
        .unpredictable = true},
    [AT_AGENT_INPUT_TEXT] = {
        .name = "inputText",
        .description = "Replace the content of a field.",
        .args = input_args, .class = AT_AGENT_TOOL_ACTS,
        .any_of = field_or_ref},
    [AT_AGENT_GO_BACK] = {
        .name = "goBack",
        .description = "Press back.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS, .unpredictable = true},
    [AT_AGENT_HIDE_KEYBOARD] = {
        .name = "hideKeyboard",
        .description = "Hide the keyboard.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_SWIPE_UP] = {
        .name = "swipeUp",
        .description = "Show what is below.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_SWIPE_DOWN] = {
        .name = "swipeDown",
        .description = "Show what is above.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_SCROLL_VERTICALLY] = {
        .name = "scrollVertically",
        .description = "Move the finger up; down if distance is negative.",
        .args = scroll_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_SCROLL_HORIZONTALLY] = {
        .name = "scrollHorizontally",
        .description =
            "Move the finger right; left if distance is negative.",
        .args = scroll_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_VERIFY_VISIBLE] = {
        .name = "verifyElementVisible",
        .description = "Assert that an element or a toast shows text.",
        .args = verify_args, .class = AT_AGENT_TOOL_ASSERTS,
        .any_of = text_or_ref, .waits = true},
    [AT_AGENT_VERIFY_NOT_VISIBLE] = {
        .name = "verifyElementNotVisible",
        .description = "Assert that nothing shows text.",
        .args = verify_args, .class = AT_AGENT_TOOL_ASSERTS,
        .any_of = text_or_ref, .waits = true},
    [AT_AGENT_WAIT] = {
        .name = "wait",
        .description = "Wait; actions wait for the screen themselves.",
        .args = wait_args, .class = AT_AGENT_TOOL_LOOKS, .waits = true},
    [AT_AGENT_SCREENSHOT] = {
        .name = "takeScreenshot",
        .description = "Look at a picture of the screen.",
        .args = screenshot_args, .class = AT_AGENT_TOOL_REPORTS},
    [AT_AGENT_START_RECORDING] = {
        .name = "startScreenRecording",
        .description = "Start a video.",
        .args = no_args, .class = AT_AGENT_TOOL_REPORTS},
    [AT_AGENT_STOP_RECORDING] = {
        .name = "stopScreenRecording",
        .description = "End the video.",
        .args = no_args, .class = AT_AGENT_TOOL_REPORTS},
    [AT_AGENT_STEP_DONE] = {
        .name = "stepDone",
        .description = "End a step.",
        .args = done_args, .class = AT_AGENT_TOOL_REPORTS,
        .other_names = verdict_names, .other_values = verdict_words},
    [AT_AGENT_ASSERT_BY_LOOKING] = {
        .name = "assertByLooking",
        .description =
            "Ask someone who sees the screen a yes-or-no question. Proves "
            "nothing by itself.",
        .args = looking_args, .class = AT_AGENT_TOOL_ASSERTS},
    [AT_AGENT_WAIT_FOR] = {
        .name = "waitFor",
        .description =
            "Assert text and wait for it, or until absent has gone.",
        .args = wait_for_args, .class = AT_AGENT_TOOL_ASSERTS,
        .any_of = text_or_absent, .waits = true},
    [AT_AGENT_SCROLL_TO] = {
        .name = "scrollTo",
        .description = "Scroll until text is seen.",
        .args = scroll_to_args, .class = AT_AGENT_TOOL_ACTS},
    [AT_AGENT_RESTART_APP] = {
        .name = "restartApp",
        .description = "Restart the app; its data stay.",
        .args = no_args, .class = AT_AGENT_TOOL_ACTS, .unpredictable = true},
    [AT_AGENT_VERIFY_STATE] = {
        .name = "verifyState",
        .description = "Assert the state or value of an element.",
        .args = state_args, .class = AT_AGENT_TOOL_ASSERTS,
        .any_of = state_or_value, .other_values = state_words, .waits = true},
    [AT_AGENT_VERIFY_NEAR] = {
        .name = "verifyNear",
        .description =
            "Assert that text, or an amount, is at anchor. near: beside, "
            "below or in the same item.",
        .args = near_args, .class = AT_AGENT_TOOL_ASSERTS, .waits = true},
    [AT_AGENT_VERIFY_COUNT] = {
        .name = "verifyCount",
        .description = "Assert how many elements have text.",
        .args = count_args, .class = AT_AGENT_TOOL_ASSERTS,
        .any_of = count_or_least, .waits = true},
    [AT_AGENT_VERIFY_SUM] = {
        .name = "verifySum",
        .description =
            "Assert that the amount near a label is the sum of those near "
            "others.",
        .args = sum_args, .class = AT_AGENT_TOOL_ASSERTS, .waits = true},
    [AT_AGENT_BIND_EXPECTATION] = {
        .name = "bindExpectation",
        .description =
            "Say which element an expectation of the step means.",
        .args = bind_args, .class = AT_AGENT_TOOL_LOOKS,
        .any_of = text_or_ref},
};
// clang-format on

// Return the value of a row's preset.
static json_t *
preset_of(const struct at_arg *row)
{
    int64_t number = 0;
    if (row->type != AT_ARG_INTEGER)
        return at_json_text(at_str(row->preset));
    (void)!at_str_to_i64(at_str(row->preset), INT64_MIN, INT64_MAX, &number);
    return json_integer(number);
}

// Return true if an earlier tool has described this argument in the same words.
static bool
is_described(size_t tool, const struct at_arg *row)
{
    for (size_t i = 0; i < tool; i++) {
        const struct at_arg *other =
            at_arg_find(at_agent_tool_rows[i].args, at_str(row->name));
        if (other && other->choices == row->choices &&
            at_str_eq(at_str(other->help), at_str(row->help)))
            return true;
    }
    return false;
}

static void
describe_meaning(const struct at_arg *row, json_t *json)
{
    if (row->help)
        at_json_set_text(json, "description", row->help);
    if (!row->choices)
        return;
    json_t *names = json_array();
    for (const char *const *choice = row->choices; *choice; choice++)
        json_array_append_new(names, json_string(*choice));
    at_json_set(json, "enum", names);
}

static json_t *
describe_arg(size_t tool, const struct at_arg *row)
{
    json_t *json = json_object();
    at_json_set_text(json, "type", at_arg_type_name(row));
    if (!is_described(tool, row))
        describe_meaning(row, json);
    if (row->type == AT_ARG_LIST)
        at_json_set(json, "items", json_pack("{s:s}", "type", "string"));
    return json;
}

static json_t *
describe(size_t tool)
{
    const struct at_agent_tool_row *described = &at_agent_tool_rows[tool];
    json_t *members = json_object();
    json_t *required = json_array();
    for (const struct at_arg *row = described->args; row->name; row++) {
        at_json_set(members, row->name, describe_arg(tool, row));
        if (row->required)
            json_array_append_new(required, json_string(row->name));
    }
    json_t *parameters = json_object();
    at_json_set_text(parameters, "type", "object");
    at_json_set(parameters, "properties", members);
    if (json_array_size(required) > 0)
        at_json_set(parameters, "required", json_incref(required));
    json_decref(required);
    json_t *json = json_object();
    at_json_set_text(json, "name", described->name);
    at_json_set_text(json, "description", described->description);
    at_json_set(json, "parameters", parameters);
    return json;
}

json_t *
at_agent_tools_describe(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < AT_AGENT_TOOL_COUNT; i++)
        json_array_append_new(list, describe(i));
    return list;
}

static bool
fail_unknown(struct at_str name, struct at_err *why)
{
    struct at_near near = {.wanted = name};
    char names[200];
    for (size_t i = 0; i < AT_AGENT_TOOL_COUNT; i++)
        at_near_offer(&near, at_str(at_agent_tool_rows[i].name));
    at_near_write(&near, names, sizeof(names));
    at_fail(why, AT_EUSAGE, "there is no tool '%.*s'",
            AT_STR_ARG(at_utf8_head(name, 60)));
    if (names[0])
        at_err_add(why, "similar: %s", names);
    return false;
}

bool
at_agent_tool_find(struct at_str name, enum at_agent_tool *out,
                   struct at_err *why)
{
    for (size_t i = 0; i < AT_AGENT_TOOL_COUNT; i++) {
        if (at_str_is(name, at_agent_tool_rows[i].name)) {
            *out = (enum at_agent_tool)i;
            return true;
        }
    }
    return fail_unknown(name, why);
}

static void
rename_members(const struct at_agent_tool_row *tool, json_t *args)
{
    const struct at_agent_word *word = tool->other_names;
    for (; word && word->given; word++) {
        json_t *value = json_object_get(args, word->given);
        if (value && !json_object_get(args, word->meant))
            json_object_set(args, word->meant, value);
    }
}

// Convert "passed" and true to PASS.
static void
rename_value(const struct at_agent_tool_row *tool, const struct at_arg *row,
             json_t *args)
{
    const struct at_agent_word *word = tool->other_values;
    const json_t *value = json_object_get(args, row->name);
    struct at_str text = at_str_trim(at_json_str(value));
    if (!row->choices || !word)
        return;
    if (json_is_boolean(value))
        text = json_is_true(value) ? AT_STR("true") : AT_STR("false");
    while (word->given && !at_str_eq_nocase(text, at_str(word->given)))
        word++;
    if (word->given)
        at_json_set_text(args, row->name, word->meant);
}

// Remove members that no row has.
static void
drop_unknown(const struct at_arg *rows, json_t *args)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(args, next, key, value)
    {
        if (!at_arg_find(rows, at_str(key)))
            json_object_del(args, key);
    }
}

// Add absent arguments that have a preset.
static void
add_presets(const struct at_arg *rows, json_t *args)
{
    for (const struct at_arg *row = rows; row->name; row++) {
        if (row->preset && !json_object_get(args, row->name))
            at_json_set(args, row->name, preset_of(row));
    }
}

static bool
is_given(const json_t *args, const char *name)
{
    return json_is_integer(json_object_get(args, name)) ||
           at_str_trim(at_json_get_str(args, name)).len > 0;
}

// An empty text cannot name an element; only the text to type may be empty.
static bool
check_filled(const struct at_agent_tool_row *tool, const json_t *args,
             struct at_buf *why)
{
    for (const char *const *name = tool->any_of; name && *name; name++) {
        if (is_given(args, *name))
            return true;
    }
    if (tool->any_of) {
        at_buf_add_fmt(why, "'%s' is missing or empty: give it, or '%s'",
                       tool->any_of[0], tool->any_of[1]);
        return false;
    }
    for (const struct at_arg *row = tool->args; row->name; row++) {
        if (row->type == AT_ARG_STRING && row->required &&
            !is_given(args, row->name)) {
            at_buf_add_fmt(why, "'%s' is empty", row->name);
            return false;
        }
    }
    return true;
}

bool
at_agent_tool_check(enum at_agent_tool tool, json_t *args, struct at_err *err)
{
    const struct at_agent_tool_row *row = &at_agent_tool_rows[tool];
    struct at_buf why = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!json_is_object(args))
        return at_fail(err, AT_EUSAGE, "%s: arguments must be an object",
                       row->name);
    rename_members(row, args);
    drop_unknown(row->args, args);
    at_args_shape(row->args, args);
    for (const struct at_arg *arg = row->args; arg->name; arg++)
        rename_value(row, arg, args);
    add_presets(row->args, args);
    if (!at_args_check(row->args, args, row->name, err))
        return false;
    bool ok = check_filled(row, args, &why);
    if (!ok)
        at_fail(err, AT_EUSAGE, "%s: %s", row->name, at_buf_text(&why));
    at_buf_deinit(&why);
    return ok;
}

static void
read_list(const json_t *list, struct at_agent_args *out)
{
    const json_t *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        if (out->of_count < AT_LEN(out->of))
            out->of[out->of_count++] = at_json_str(item);
    }
}

void
at_agent_args_read(enum at_agent_tool tool, const json_t *json,
                   struct at_agent_args *out)
{
    *out = (struct at_agent_args){.position = -1, .count = -1, .at_least = -1};
    const struct at_arg *row = at_agent_tool_rows[tool].args;
    for (; row->name; row++) {
        const json_t *value = json_object_get(json, row->name);
        void *field = (char *)out + row->offset;
        if (row->type == AT_ARG_LIST)
            read_list(value, out);
        else if (row->type == AT_ARG_STRING)
            *(struct at_str *)field = at_json_str(value);
        else if (value)
            *(int64_t *)field = json_integer_value(value);
    }
}

void
at_agent_args_write(const json_t *args, struct at_buf *out)
{
    if (args)
        (void)at_json_write(args, out);
    else
        at_buf_add_text(out, "{}");
}

void
at_agent_args_write_start(const char *package, struct at_buf *out)
{
    json_t *args = json_pack("{s:s}", "appPackage", package);
    (void)at_json_write(args, out);
    json_decref(args);
}

const char *const at_prefix_names[AT_PREFIX_COUNT] = {
    [AT_PREFIX_OK] = "OK",
    [AT_PREFIX_TAPPED] = "TAPPED",
    [AT_PREFIX_VISIBLE] = "VISIBLE",
    [AT_PREFIX_NOT_VISIBLE] = "NOT_VISIBLE",
    [AT_PREFIX_NOT_FOUND] = "NOT_FOUND",
    [AT_PREFIX_AMBIGUOUS] = "AMBIGUOUS",
    [AT_PREFIX_ERROR] = "ERROR",
    [AT_PREFIX_TIMEOUT] = "TIMEOUT",
    [AT_PREFIX_SKIPPED] = "SKIPPED",
};

enum {
    TEXT_MAX_BYTES = 16 * 1024,
    SCREEN_MAX_BYTES = 64 * 1024,
};

void
at_agent_tool_result_init(struct at_agent_tool_result *result)
{
    *result = (struct at_agent_tool_result){
        .text = AT_BUF_INIT(TEXT_MAX_BYTES),
        .screen = AT_BUF_INIT(SCREEN_MAX_BYTES),
        .picture = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES),
    };
    at_testimony_init(&result->testimony);
}

void
at_agent_tool_result_deinit(struct at_agent_tool_result *result)
{
    at_buf_deinit(&result->text);
    at_buf_deinit(&result->screen);
    at_buf_deinit(&result->picture);
    free(result->reason);
    free(result->bound);
    at_testimony_deinit(&result->testimony);
    free(result->proved);
    at_agent_tool_result_init(result);
}

void
at_agent_tool_say(struct at_agent_tool_result *result, enum at_prefix prefix,
                  const char *fmt, ...)
{
    char words[4096];
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(words, sizeof(words), fmt, args);
    va_end(args);
    struct at_str shown = at_utf8_head(at_str(words), sizeof(words) - 1);
    while (len >= (int)sizeof(words) && shown.len > 0 && !at_utf8_valid(shown))
        shown.len--;
    result->prefix = prefix;
    at_buf_clear(&result->text);
    at_buf_add_text(&result->text, at_prefix_names[prefix]);
    if (shown.len > 0) {
        at_buf_add_text(&result->text, ": ");
        at_buf_add_str(&result->text, shown);
    }
}
