#include "tests/schema.h"
#include "tests/t.h"

#include "agent/tool.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

static json_t *
parse(const char *text)
{
    char *copy = at_strdup(text);
    for (char *c = copy; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    json_t *json = json_loads(copy, 0, NULL);
    free(copy);
    at_assert(json);
    return json;
}

static char *
one_line(const json_t *json)
{
    return json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
}

// The contract's names and parameters, literally, and ours; a star marks the
// required.
static const struct {
    enum at_agent_tool tool;
    const char *name;
    const char *args;
    enum at_agent_tool_class class;
} catalogue[] = {
    {AT_AGENT_START_SCENARIO, "startTestingScenario", "appPackage*",
     AT_AGENT_TOOL_ACTS},
    {AT_AGENT_LAUNCH_APP, "launchAppByPackage", "packageName*",
     AT_AGENT_TOOL_ACTS},
    {AT_AGENT_CLOSE_APP, "closeApp", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_FIND_BY_TEXT, "findUiElementsByText", "text* selectorType",
     AT_AGENT_TOOL_LOOKS},
    {AT_AGENT_SCREEN_DUMP, "getScreenDump", "", AT_AGENT_TOOL_LOOKS},
    {AT_AGENT_PERCEIVE_SCREEN, "perceiveScreen", "", AT_AGENT_TOOL_LOOKS},
    {AT_AGENT_SCREEN_SIZE, "getScreenSize", "", AT_AGENT_TOOL_LOOKS},
    {AT_AGENT_TAP, "tap", "text selectorType position ref", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_TAP_COORDINATES, "tapByCoordinates", "x* y*", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_INPUT_TEXT, "inputText",
     "fieldSelector text* selectorType position ref", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_GO_BACK, "goBack", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_HIDE_KEYBOARD, "hideKeyboard", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_SWIPE_UP, "swipeUp", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_SWIPE_DOWN, "swipeDown", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_SCROLL_VERTICALLY, "scrollVertically", "distance durationMs",
     AT_AGENT_TOOL_ACTS},
    {AT_AGENT_SCROLL_HORIZONTALLY, "scrollHorizontally", "distance durationMs",
     AT_AGENT_TOOL_ACTS},
    {AT_AGENT_VERIFY_VISIBLE, "verifyElementVisible", "text selectorType ref",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_VERIFY_NOT_VISIBLE, "verifyElementNotVisible",
     "text selectorType ref", AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_WAIT, "wait", "ms", AT_AGENT_TOOL_LOOKS},
    {AT_AGENT_SCREENSHOT, "takeScreenshot", "goalName", AT_AGENT_TOOL_REPORTS},
    {AT_AGENT_START_RECORDING, "startScreenRecording", "",
     AT_AGENT_TOOL_REPORTS},
    {AT_AGENT_STOP_RECORDING, "stopScreenRecording", "", AT_AGENT_TOOL_REPORTS},
    {AT_AGENT_STEP_DONE, "stepDone", "step* verdict* reason*",
     AT_AGENT_TOOL_REPORTS},
    {AT_AGENT_ASSERT_BY_LOOKING, "assertByLooking", "question*",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_WAIT_FOR, "waitFor", "text absent seconds",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_SCROLL_TO, "scrollTo", "text* direction", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_RESTART_APP, "restartApp", "", AT_AGENT_TOOL_ACTS},
    {AT_AGENT_VERIFY_STATE, "verifyState", "text ref state value",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_VERIFY_NEAR, "verifyNear", "text* anchor* where",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_VERIFY_COUNT, "verifyCount", "text* count atLeast",
     AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_VERIFY_SUM, "verifySum", "near* of*", AT_AGENT_TOOL_ASSERTS},
    {AT_AGENT_BIND_EXPECTATION, "bindExpectation", "expectation* text ref",
     AT_AGENT_TOOL_LOOKS},
};

T_TEST(the_catalogue_is_the_contracts)
{
    T_EQ_SIZE(T_LEN(catalogue), AT_AGENT_TOOL_COUNT);
    for (size_t i = 0; i < T_LEN(catalogue); i++) {
        const struct at_agent_tool_row *row = &at_agent_tool_rows[i];
        struct at_buf args = AT_BUF_INIT(AT_KIB);
        T_ROW(catalogue[i].name);
        T_EQ_SIZE(catalogue[i].tool, i);
        T_EQ_TEXT(row->name, catalogue[i].name);
        T_EQ_INT(row->class, catalogue[i].class);
        T_OK(strlen(row->description) > 10);
        for (const struct at_arg *arg = row->args; arg->name; arg++)
            at_buf_add_fmt(&args, "%s%s%s", args.len ? " " : "", arg->name,
                           arg->required ? "*" : "");
        T_EQ_TEXT(at_buf_text(&args), catalogue[i].args);
        at_buf_deinit(&args);
    }
}

T_TEST(a_name_is_found_once)
{
    for (size_t i = 0; i < AT_AGENT_TOOL_COUNT; i++) {
        enum at_agent_tool found = AT_AGENT_TOOL_COUNT;
        T_ROW(at_agent_tool_rows[i].name);
        T_OK(at_agent_tool_find(at_str(at_agent_tool_rows[i].name), &found,
                                NULL));
        T_EQ_SIZE(found, i);
    }
}

static const struct {
    const char *name;
    const char *message;
} unknown[] = {
    {"tapp", "there is no tool 'tapp'; similar: 'tap', 'restartApp'"},
    {"verifyElementVisble", "'verifyElementVisible'"},
    {"runShellCommand", "there is no tool 'runShellCommand'"},
    {"", "there is no tool ''"},
};

T_TEST(an_unknown_name_gets_similar_ones)
{
    for (size_t i = 0; i < T_LEN(unknown); i++) {
        enum at_agent_tool found;
        struct at_err why = AT_ERR_INIT;
        T_ROW(unknown[i].name);
        T_NOT(at_agent_tool_find(at_str(unknown[i].name), &found, &why));
        T_EQ_INT(why.code, AT_EUSAGE);
        T_HAS(why.msg, unknown[i].message);
    }
}

static const struct {
    enum at_agent_tool tool;
    const char *words;
    bool has_them;
} described[] = {
    {AT_AGENT_FIND_BY_TEXT,
     "\"enum\":[\"any\",\"text\",\"content-desc\",\"resource-id\"]", true},
    {AT_AGENT_TAP, "\"selectorType\":{\"type\":\"string\"}", true},
    {AT_AGENT_TAP, "\"position\":{\"description\":\"of matches, from 0\"",
     true},
    {AT_AGENT_INPUT_TEXT, "\"position\":{\"type\":\"integer\"}", true},
    {AT_AGENT_INPUT_TEXT, "enum", false},
    {AT_AGENT_VERIFY_STATE, "\"enum\":[\"checked\",", true},
};

T_TEST(the_description_of_all_tools_is_small_and_complete)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    json_t *tools = at_agent_tools_describe();
    T_EQ_SIZE(json_array_size(tools), AT_AGENT_TOOL_COUNT);
    T_OK(at_json_write(tools, &text));
    T_OK(text.len <= 6 * AT_KIB + 512);
    // Arguments that several tools take are described at the first of them.
    for (size_t i = 0; i < T_LEN(described); i++) {
        const json_t *tool = json_array_get(tools, described[i].tool);
        char *line = one_line(
            json_object_get(json_object_get(tool, "parameters"), "properties"));
        T_ROW(described[i].words);
        T_EQ_INT(strstr(line, described[i].words) != NULL,
                 described[i].has_them);
        free(line);
    }
    json_decref(tools);
    at_buf_deinit(&text);
}

T_TEST(no_schema_has_what_providers_refuse)
{
    json_t *tools = at_agent_tools_describe();
    const json_t *tool;
    size_t i;
    json_array_foreach(tools, i, tool)
    {
        const char *name = json_string_value(json_object_get(tool, "name"));
        T_ROW(name);
        T_OK(strlen(name) <= T_SCHEMA_NAME_MAX);
        t_schema_check(json_object_get(tool, "parameters"), true);
    }
    json_decref(tools);
}

static const struct {
    const char *name;
    enum at_agent_tool tool;
    const char *args;
    const char *read; // the call as one line; NULL: refused
    const char *message;
} checks[] = {
    {"defaults", AT_AGENT_TAP, "{'text':'Go'}",
     "{'position':0,'selectorType':'any','text':'Go'}", NULL},
    {"a ref alone", AT_AGENT_TAP, "{'ref':'@b1'}",
     "{'position':0,'ref':'@b1','selectorType':'any'}", NULL},
    {"a number as a text", AT_AGENT_TAP, "{'text':'Go','position':' 2 '}",
     "{'position':2,'selectorType':'any','text':'Go'}", NULL},
    {"a whole number with a point", AT_AGENT_TAP,
     "{'text':'Go','position':1.0}",
     "{'position':1,'selectorType':'any','text':'Go'}", NULL},
    {"a text as a number", AT_AGENT_TAP, "{'text':42}",
     "{'position':0,'selectorType':'any','text':'42'}", NULL},
    {"an optional one is absent if it is empty", AT_AGENT_TAP,
     "{'text':'null','position':'','ref':'null','selectorType':{}}",
     "{'position':0,'selectorType':'any','text':'null'}", NULL},
    {"a choice in capitals", AT_AGENT_SCROLL_TO,
     "{'text':'Go','direction':'DOWN'}", "{'direction':'down','text':'Go'}",
     NULL},
    {"a list as a text", AT_AGENT_VERIFY_SUM,
     "{'near':'Total','of':'[\\\"Net\\\",\\\"Tax\\\"]'}",
     "{'near':'Total','of':['Net','Tax']}", NULL},
    {"null is absent, others are dropped", AT_AGENT_TAP,
     "{'text':'Go','position':null,'why':'because'}",
     "{'position':0,'selectorType':'any','text':'Go'}", NULL},
    {"scroll", AT_AGENT_SCROLL_VERTICALLY, "{}",
     "{'distance':1000,'durationMs':300}", NULL},
    {"wait", AT_AGENT_WAIT, "{}", "{'ms':500}", NULL},
    {"picture", AT_AGENT_SCREENSHOT, "{}", "{'goalName':'screen'}", NULL},
    {"clearing a field", AT_AGENT_INPUT_TEXT,
     "{'fieldSelector':'Name','text':''}",
     "{'fieldSelector':'Name','position':0,'selectorType':'any','text':''}",
     NULL},
    {"nothing needed", AT_AGENT_GO_BACK, "{'dummy':1}", "{}", NULL},
    {"step", AT_AGENT_STEP_DONE, "{'step':'2','verdict':'PASS','reason':'ok'}",
     "{'reason':'ok','step':2,'verdict':'PASS'}", NULL},

    {"step, in other words", AT_AGENT_STEP_DONE,
     "{'step':2,'status':'FAIL','reason':'ok'}",
     "{'reason':'ok','step':2,'verdict':'FAIL'}", NULL},
    {"step, as models say it", AT_AGENT_STEP_DONE,
     "{'stepNumber':'2','status':'Passed','reason':'ok'}",
     "{'reason':'ok','step':2,'verdict':'PASS'}", NULL},
    {"step, as a truth", AT_AGENT_STEP_DONE,
     "{'step':2,'result':false,'reason':'ok'}",
     "{'reason':'ok','step':2,'verdict':'FAIL'}", NULL},
    {"no such verdict", AT_AGENT_STEP_DONE,
     "{'step':2,'status':'maybe','reason':'ok'}", NULL, "(valid: PASS, FAIL)"},
    {"waitFor", AT_AGENT_WAIT_FOR, "{'absent':'Wait','text':null}",
     "{'absent':'Wait','seconds':30}", NULL},
    {"a state by its other name", AT_AGENT_VERIFY_STATE,
     "{'text':'Large text','state':'On'}",
     "{'state':'checked','text':'Large text'}", NULL},
    {"neither state nor value", AT_AGENT_VERIFY_STATE, "{'text':'a'}", NULL,
     "'state' is missing or empty: give it, or 'value'"},
    {"a count", AT_AGENT_VERIFY_COUNT, "{'text':'Dr.','count':'6'}",
     "{'count':6,'text':'Dr.'}", NULL},
    {"neither count", AT_AGENT_VERIFY_COUNT, "{'text':'Dr.'}", NULL,
     "'count' is missing or empty: give it, or 'atLeast'"},
    {"a sum of one", AT_AGENT_VERIFY_SUM, "{'near':'Total','of':'Net'}",
     "{'near':'Total','of':['Net']}", NULL},
    {"a sum of nothing", AT_AGENT_VERIFY_SUM, "{'near':'Total','of':[]}", NULL,
     "'of' must be an array of 1 to 8 texts"},
    {"a sum of numbers", AT_AGENT_VERIFY_SUM, "{'near':'Total','of':[1]}", NULL,
     "'of' must be an array of 1 to 8 texts"},
    {"no verdict", AT_AGENT_STEP_DONE, "{'step':2,'reason':'ok'}", NULL,
     "'verdict' is missing"},

    {"neither", AT_AGENT_TAP, "{}", NULL,
     "tap: 'text' is missing or empty: give it, or 'ref'"},
    {"empty", AT_AGENT_TAP, "{'text':' '}", NULL, "missing or empty"},
    {"empty and required", AT_AGENT_FIND_BY_TEXT, "{'text':''}", NULL,
     "findUiElementsByText: 'text' is empty"},
    {"empty package", AT_AGENT_START_SCENARIO, "{'appPackage':'  '}", NULL,
     "'appPackage' is empty"},
    {"missing", AT_AGENT_TAP_COORDINATES, "{'x':1}", NULL,
     "tapByCoordinates: 'y' is missing (fields: x, y)"},
    {"wrong field name", AT_AGENT_INPUT_TEXT, "{'selector':'a','text':'b'}",
     NULL, "'fieldSelector' is missing or empty"},
    {"no text to type", AT_AGENT_INPUT_TEXT, "{'fieldSelector':'a'}", NULL,
     "'text' is missing"},
    {"wrong choice", AT_AGENT_TAP, "{'text':'a','selectorType':'xpath'}", NULL,
     "(valid: any, text, content-desc, resource-id)"},
    {"negative position", AT_AGENT_TAP, "{'text':'a','position':-1}", NULL,
     "'position' must be from 0 to 1000, not -1"},
    {"no integer", AT_AGENT_TAP, "{'text':'a','position':'first'}", NULL,
     "'position' must be an integer"},
    {"a fraction", AT_AGENT_TAP_COORDINATES, "{'x':1.5,'y':2}", NULL,
     "'x' must be an integer"},
    {"a list", AT_AGENT_TAP, "{'text':['a']}", NULL, "'text' must be a string"},
    {"no object", AT_AGENT_TAP, "['a']", NULL,
     "tap: arguments must be an object"},
    {"a fraction as a text", AT_AGENT_WAIT, "{'ms':'1.5'}", NULL,
     "'ms' must be an integer"},
    {"a status of its own", AT_AGENT_STEP_DONE,
     "{'step':1,'verdict':'MAYBE','reason':'x'}", NULL, "(valid: PASS, FAIL)"},
    {"no such step", AT_AGENT_STEP_DONE,
     "{'step':0,'verdict':'PASS','reason':'x'}", NULL,
     "'step' must be from 1 to 1000"},
};

T_TEST(arguments_are_checked_by_their_rows)
{
    for (size_t i = 0; i < T_LEN(checks); i++) {
        json_t *args = parse(checks[i].args);
        struct at_err err = AT_ERR_INIT;
        T_ROW(checks[i].name);
        bool ok = at_agent_tool_check(checks[i].tool, args, &err);
        T_EQ_INT(ok, checks[i].read != NULL);
        if (!ok) {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, checks[i].message);
        } else {
            json_t *wanted = parse(checks[i].read);
            char *line = one_line(args);
            char *other = one_line(wanted);
            T_EQ_TEXT(line, other);
            free(line);
            free(other);
            json_decref(wanted);
        }
        json_decref(args);
    }
}

// Each preset is a value that its own row takes.
T_TEST(presets_are_valid)
{
    for (size_t i = 0; i < AT_AGENT_TOOL_COUNT; i++) {
        json_t *args = json_object();
        T_ROW(at_agent_tool_rows[i].name);
        for (const struct at_arg *row = at_agent_tool_rows[i].args; row->name;
             row++) {
            const char *choice = row->choices ? row->choices[0] : "a";
            if (row->required || (at_agent_tool_rows[i].any_of && !row->preset))
                json_object_set_new(args, row->name,
                                    row->type == AT_ARG_INTEGER
                                        ? json_integer(1)
                                        : json_string(choice));
        }
        T_OK(at_agent_tool_check((enum at_agent_tool)i, args, NULL));
        T_OK(at_agent_tool_check((enum at_agent_tool)i, args, NULL));
        json_decref(args);
    }
}

T_TEST(a_result_begins_with_its_prefix)
{
    struct at_agent_tool_result result;
    at_agent_tool_result_init(&result);
    at_agent_tool_say(&result, AT_PREFIX_TAPPED, "(%d,%d)", 5, 6);
    T_EQ_TEXT(at_buf_text(&result.text), "TAPPED: (5,6)");
    T_EQ_INT(result.prefix, AT_PREFIX_TAPPED);
    at_agent_tool_say(&result, AT_PREFIX_NOT_VISIBLE, "%s", "");
    T_EQ_TEXT(at_buf_text(&result.text), "NOT_VISIBLE");
    for (size_t i = 0; i < AT_PREFIX_COUNT; i++) {
        at_agent_tool_say(&result, (enum at_prefix)i, "x");
        T_HAS(at_buf_text(&result.text), at_prefix_names[i]);
    }
    at_agent_tool_result_deinit(&result);
    at_agent_tool_result_deinit(&result);
}

// A text that is too long ends at a whole character.
T_TEST(a_long_text_is_cut_at_a_character)
{
    struct at_agent_tool_result result;
    struct at_buf text = AT_BUF_INIT(20000);
    at_agent_tool_result_init(&result);
    for (size_t pad = 0; pad < 3; pad++) {
        at_buf_clear(&text);
        for (size_t i = 0; i < pad; i++)
            at_buf_add_char(&text, 'x');
        for (size_t i = 0; i < 3000; i++)
            at_buf_add_text(&text, "\xe2\x82\xac");
        at_agent_tool_say(&result, AT_PREFIX_OK, "%s", at_buf_text(&text));
        T_OK(at_utf8_valid(at_buf_str(&result.text)));
        T_OK(result.text.len > 4000 && result.text.len < 4200);
    }
    at_buf_deinit(&text);
    at_agent_tool_result_deinit(&result);
}

T_MAIN()
