#include "tests/t.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mcp/args.h"
#include "mcp/tools/steps.h"

static const char *const colours[] = {"red", "blue", NULL};
static const struct at_arg rows[] = {
    {.name = "name", .required = true, .max_len = 4},
    {.name = "colour", .choices = colours},
    {.name = "count", .type = AT_ARG_INTEGER, .min = 1, .max = 9},
    {.name = "ratio", .type = AT_ARG_NUMBER},
    {.name = "loud", .type = AT_ARG_BOOLEAN},
    {.name = "target", .type = AT_ARG_SELECTOR, .members = at_selector_args},
    {.name = "steps", .type = AT_ARG_STEPS},
    {0},
};

static json_t *
load(const char *text)
{
    char copy[1024];
    snprintf(copy, sizeof(copy), "%s", text);
    for (char *c = copy; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    json_t *json = json_loads(copy, JSON_DECODE_ANY, NULL);
    at_assert(json);
    return json;
}

static const struct {
    const char *in;
    const char *message; // NULL: accepted
} args_rows[] = {
    {"{'name': 'ab'}", NULL},
    {"{'name': '', 'count': 9, 'ratio': -1.5, 'loud': false}", NULL},
    {"{'name': 'ab', 'count': 3.0}", NULL},
    {"{'name': 'ab', 'colour': 'blue'}", NULL},
    {"{'name': 'ab', 'target': {'ref': '@b1'}}", NULL},
    {"{'name': 'ab', 'target': {'text': 'x', 'index': 2}}", NULL},
    {"{'name': 'ab', 'steps': [{}]}", NULL},
    {"[]", "here: expected an object, not an array"},
    {"{}", "here: 'name' is missing (fields: name, colour, count, ratio, "
           "loud, target, steps)"},
    {"{'name': 'ab', 'nam': 1}", "here: unknown field 'nam', similar: 'name' "
                                 "(valid: name, colour, count, ratio, loud, "
                                 "target, steps)"},
    {"{'name': 7}", "here: 'name' must be a string, not an integer"},
    {"{'name': 'abcde'}", "here: 'name' has 5 bytes, at most 4 are allowed"},
    {"{'name': null}", "here: 'name' must be a string, not null"},
    {"{'name': 'ab', 'colour': 'green'}",
     "here: 'colour' cannot be 'green' (valid: red, blue)"},
    {"{'name': 'ab', 'count': 2.5}",
     "here: 'count' must be an integer, not a number like 2.5"},
    {"{'name': 'ab', 'count': '2'}",
     "here: 'count' must be an integer, not a string"},
    {"{'name': 'ab', 'count': 0}", "here: 'count' must be from 1 to 9, not 0"},
    {"{'name': 'ab', 'count': 10}",
     "here: 'count' must be from 1 to 9, not 10"},
    {"{'name': 'ab', 'count': 1e300}",
     "here: 'count' must be an integer, not a number like 1e+300"},
    {"{'name': 'ab', 'loud': 1}",
     "here: 'loud' must be a boolean, not an integer"},
    {"{'name': 'ab', 'target': '@b1'}",
     "here: 'target' must be an object, not a string"},
    {"{'name': 'ab', 'target': {}}",
     "here: in 'target': no element is named: give at least one of ref, id, "
     "text, textContains, className, description"},
    {"{'name': 'ab', 'target': {'text': '', 'index': 0}}",
     "here: in 'target': no element is named: give at least one of ref, id, "
     "text, textContains, className, description"},
    {"{'name': 'ab', 'target': {'text': 'x', 'exact': true}}",
     "here: in 'target': unknown field 'exact' (valid: ref, id, text, "
     "textContains, className, description, near, inside, below, index)"},
    {"{'name': 'ab', 'target': {'label': 'x'}}",
     "here: in 'target': unknown field 'label' (valid: ref, id, text, "
     "textContains, className, description, near, inside, below, index)"},
    {"{'name': 'ab', 'target': {'text': 'x', 'index': -1}}",
     "here: in 'target': 'index' must be from 0 to 10000, not -1"},
    {"{'name': 'ab', 'steps': []}",
     "here: 'steps' must hold 1 to 200 steps, not 0"},
    {"{'name': 'ab', 'steps': {}}",
     "here: 'steps' must be an array, not an object"},
};

T_TEST(args_are_checked)
{
    for (size_t i = 0; i < T_LEN(args_rows); i++) {
        T_ROW(args_rows[i].in);
        json_t *json = load(args_rows[i].in);
        struct at_err err = AT_ERR_INIT;
        bool ok = at_args_check(rows, json, "here", &err);
        T_EQ_INT(ok, args_rows[i].message == NULL);
        T_EQ_TEXT(err.msg, args_rows[i].message ? args_rows[i].message : "");
        T_EQ_INT(err.code, ok ? AT_OK : AT_EUSAGE);
        json_decref(json);
    }
}

T_TEST(args_nul_in_a_string_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = json_pack("{s s%}", "name", "a\0b", (size_t)3);
    T_NOT(at_args_check(rows, json, NULL, &err));
    T_EQ_TEXT(err.msg, "'name' has a NUL character in it");
    json_decref(json);
}

T_TEST(args_are_read)
{
    struct fields {
        struct at_str name;
        int64_t count;
        bool loud;
        struct at_selector target;
    } fields = {.count = 7, .loud = true};
    static const struct at_arg in_struct[] = {
        {.name = "name", .offset = offsetof(struct fields, name)},
        {.name = "count",
         .type = AT_ARG_INTEGER,
         .offset = offsetof(struct fields, count)},
        {.name = "loud",
         .type = AT_ARG_BOOLEAN,
         .offset = offsetof(struct fields, loud)},
        {.name = "target",
         .type = AT_ARG_SELECTOR,
         .members = at_selector_args,
         .offset = offsetof(struct fields, target)},
        {0},
    };
    json_t *json = load("{'name': 'ab', 'count': 3.0, 'ratio': 1.5,"
                        " 'target': {'id': 'x', 'index': 4}}");
    T_EQ_STR(at_args_str(json, "name"), "ab");
    T_EQ_STR(at_args_str(json, "colour"), "");
    T_EQ_INT(at_args_int(json, "count", 7), 3);
    T_EQ_INT(at_args_int(json, "none", 7), 7);
    T_OK(at_args_bool(json, "none", true));
    at_args_read(in_struct, json, &fields);
    T_EQ_STR(fields.name, "ab");
    T_EQ_INT(fields.count, 3);
    T_OK(fields.loud);
    T_EQ_STR(fields.target.id, "x");
    T_EQ_INT(fields.target.index, 4);
    T_OK(at_str_is(fields.target.text, "") && !fields.target.exact);
    json_decref(json);
}

T_TEST(args_schema)
{
    static const struct at_arg some[] = {
        {.name = "name", .required = true, .help = "who"},
        {.name = "colour", .choices = colours},
        {.name = "count", .type = AT_ARG_INTEGER, .min = 1, .max = 9},
        {.name = "steps", .type = AT_ARG_STEPS},
        {0},
    };
    json_t *steps = json_pack("{ss}", "type", "array");
    json_t *schema = at_args_schema(some, steps);
    json_t *want =
        load("{'type': 'object', 'properties': {"
             "'name': {'type': 'string', 'description': 'who'},"
             "'colour': {'type': 'string', 'enum': ['red', 'blue']},"
             "'count': {'type': 'integer', 'minimum': 1, 'maximum': 9},"
             "'steps': {'type': 'array'}},"
             "'required': ['name']}");
    T_OK(json_equal(schema, want));
    json_decref(want);
    json_decref(schema);
    json_decref(steps);
}

static const struct {
    const char *name;
    enum at_idle_class idle;
    const char *least; // the fields that must be there
} contract[] = {
    {"tap", AT_IDLE_CLASS_FULL, "'target': {'id': 'a'}"},
    {"tap_coordinates", AT_IDLE_CLASS_LIGHT, "'x': 1, 'y': 2"},
    {"type", AT_IDLE_CLASS_LIGHT, "'target': {'id': 'a'}, 'value': 'b'"},
    {"clear_text", AT_IDLE_CLASS_LIGHT, "'target': {'id': 'a'}"},
    {"swipe", AT_IDLE_CLASS_FULL, "'direction': 'up'"},
    {"swipe_coordinates", AT_IDLE_CLASS_LIGHT,
     "'x1': 1, 'y1': 2, 'x2': 3, 'y2': 4"},
    {"long_press", AT_IDLE_CLASS_FULL, "'target': {'id': 'a'}"},
    {"long_press_coordinates", AT_IDLE_CLASS_LIGHT, "'x': 1, 'y': 2"},
    {"double_tap", AT_IDLE_CLASS_FULL, "'target': {'id': 'a'}"},
    {"double_tap_coordinates", AT_IDLE_CLASS_LIGHT, "'x': 1, 'y': 2"},
    {"press_key", AT_IDLE_CLASS_LIGHT, "'keycode': 'KEYCODE_BACK'"},
    {"pinch", AT_IDLE_CLASS_FULL,
     "'cx': 1, 'cy': 2, 'startRadius': 3, 'endRadius': 4"},
    {"rotate", AT_IDLE_CLASS_FULL,
     "'cx': 1, 'cy': 2, 'radius': 3, 'startAngleDeg': -9.5, 'endAngleDeg': 4"},
    {"scroll_to", AT_IDLE_CLASS_INTERNAL, "'target': {'id': 'a'}"},
    {"set_value", AT_IDLE_CLASS_INTERNAL,
     "'target': {'id': 'a'}, 'value': '70%'"},
    {"wait", AT_IDLE_CLASS_SNAPSHOT, "'timeoutMs': 5"},
    {"wait_for_stable", AT_IDLE_CLASS_FULL, ""},
    {"assert_visible", AT_IDLE_CLASS_SNAPSHOT, "'target': {'id': 'a'}"},
    {"assert_not_visible", AT_IDLE_CLASS_SNAPSHOT, "'target': {'id': 'a'}"},
    {"assert_state", AT_IDLE_CLASS_SNAPSHOT,
     "'target': {'id': 'a'}, 'state': 'checked'"},
    {"reset_app", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"screenshot", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"wait_until", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"read_list", AT_IDLE_CLASS_INTERNAL, ""},
    {"query_db", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"get_shared_prefs", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"get_logs", AT_IDLE_CLASS_SNAPSHOT, ""},
    {"set_network", AT_IDLE_CLASS_FULL, "'wifi': false"},
    {"assert_toast", AT_IDLE_CLASS_SNAPSHOT, "'target': {'text': 'a'}"},
    {"assert_text_equals", AT_IDLE_CLASS_SNAPSHOT,
     "'target': {'id': 'a'}, 'value': 'b'"},
    {"assert_text_contains", AT_IDLE_CLASS_SNAPSHOT,
     "'target': {'id': 'a'}, 'value': 'b'"},
};

static const struct at_step_row *
row_of(const char *name)
{
    enum at_flow_action action;
    at_assert(at_flow_action_find(at_str(name), "here", &action, NULL));
    return &at_step_rows[action];
}

// Steps that were read also pass the check of their values.
static bool
is_read(const json_t *steps, struct at_err *err)
{
    struct at_flow flow;
    bool ok = at_steps_read(steps, &flow, err);
    at_assert(!ok || at_flow_check(&flow, NULL));
    free(flow.steps);
    return ok;
}

T_TEST(step_table_is_the_contract)
{
    T_EQ_SIZE(T_LEN(contract), AT_FLOW_ACTION_COUNT);
    for (size_t i = 0; i < T_LEN(contract); i++) {
        T_ROW(contract[i].name);
        const struct at_step_row *row = row_of(contract[i].name);
        T_EQ_INT(row->idle, contract[i].idle);
        T_OK(row->summary[0] && row->run);
        T_EQ_TEXT(row->args[0].name, "action");
    }
    for (size_t i = 1; i < AT_FLOW_ACTION_COUNT; i++)
        T_OK(strcmp(at_step_rows[i - 1].name, at_step_rows[i].name) < 0);
}

// A field that must be there unless another one is.
static bool
is_replaceable(const char *action, const char *field)
{
    static const char *const pairs[][2] = {{"scroll_to", "target"},
                                           {"assert_state", "state"},
                                           {"set_network", "wifi"}};
    for (size_t i = 0; i < T_LEN(pairs); i++) {
        if (strcmp(pairs[i][0], action) == 0 && strcmp(pairs[i][1], field) == 0)
            return true;
    }
    return false;
}

// Each action with what it needs is good; without any one of it, it is not.
T_TEST(steps_need_their_fields)
{
    for (size_t i = 0; i < T_LEN(contract); i++) {
        char text[256];
        T_ROW(contract[i].name);
        snprintf(text, sizeof(text), "[{'action': '%s'%s%s}]", contract[i].name,
                 contract[i].least[0] ? ", " : "", contract[i].least);
        json_t *steps = load(text);
        T_OK(is_read(steps, NULL));
        const struct at_step_row *row = row_of(contract[i].name);
        for (const struct at_arg *arg = row->args + 1; arg->name; arg++) {
            struct at_err err = AT_ERR_INIT;
            json_t *without = json_deep_copy(steps);
            json_object_del(json_array_get(without, 0), arg->name);
            bool needed = arg->required || is_replaceable(row->name, arg->name);
            T_EQ_INT(is_read(without, &err), !needed);
            if (needed) {
                T_HAS(err.msg, "steps[0]");
                T_HAS(err.msg, arg->name);
            }
            json_decref(without);
        }
        json_decref(steps);
    }
}

static const struct {
    const char *steps;
    const char *message;
} bad_flows[] = {
    {"[]", "no step has run: 'steps' must be an array of at least one step"},
    {"{}", "no step has run: 'steps' must be an array of at least one step"},
    {"[7]", "no step has run: steps[0]: a step must be an object"},
    {"[{'target': {'id': 'a'}}]",
     "no step has run: steps[0]: 'action' is missing (valid: "},
    {"[{'action': 'wait', 'timeoutMs': 1}, {'action': 'wait_for'}]",
     "no step has run: steps[1]: unknown action 'wait_for' (valid: "
     "assert_not_visible, "},
    {"[{'action': 'tap', 'target': {'id': 'a'}, 'x': 1}]",
     "no step has run: steps[0] (tap): unknown field 'x' (valid: action, "
     "target, force, expectCrash)"},
    {"[{'action': 'swipe', 'direction': 'Up'}]",
     "steps[0] (swipe): 'direction' cannot be 'Up' (valid: up, down, left, "
     "right)"},
    {"[{'action': 'scroll_to', 'target': {'id': 'a'}, 'maxScrolls': 0}]",
     "'maxScrolls' must be from 1 to 100, not 0"},
    {"[{'action': 'tap_coordinates', 'x': -1, 'y': 1}]",
     "'x' must be from 0 to 32767, not -1"},
};

T_TEST(flows_are_checked_whole)
{
    for (size_t i = 0; i < T_LEN(bad_flows); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad_flows[i].steps);
        json_t *steps = load(bad_flows[i].steps);
        T_NOT(is_read(steps, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, bad_flows[i].message);
        json_decref(steps);
    }
}

static const struct {
    struct at_flow_step step;
    const char *message; // NULL: good
} made[] = {
    {AT_FLOW_STEP_INIT(AT_FLOW_WAIT_FOR_STABLE), NULL},
    {AT_FLOW_STEP_INIT(AT_FLOW_TAP),
     "steps[0] (tap): 'target' is missing (fields: action, target, force, "
     "expectCrash)"},
    {AT_FLOW_STEP_INIT(AT_FLOW_SWIPE),
     "steps[0] (swipe): 'direction' is missing (fields: "},
    {AT_FLOW_STEP_INIT(AT_FLOW_WAIT), "'timeoutMs' is missing"},
    {{.action = AT_FLOW_TAP_COORDINATES, .x = 40000},
     "'x' must be from 0 to 32767, not 40000"},
};

// As a front end makes them that reads no JSON.
T_TEST(made_steps_are_checked)
{
    struct at_err err = AT_ERR_INIT;
    const struct at_flow none = {NULL, 0};
    T_NOT(at_flow_check(&none, &err));
    T_HAS(err.msg, "no step has run: 'steps' must be");
    for (size_t i = 0; i < T_LEN(made); i++) {
        struct at_flow_step step = made[i].step;
        const struct at_flow flow = {&step, 1};
        T_EQ_INT(at_flow_check(&flow, &err), made[i].message == NULL);
        if (made[i].message)
            T_HAS(err.msg, made[i].message);
    }
}

T_MAIN()
