// screen_json_test.c: the names of elements, and the steps that they suggest
#include "tester/view/screen_json.h"

#include "base/limits.h"
#include "tests/unit/screen/fixture.h"
#include "wire/json.h"

// clang-format off
#define TITLE N(TXT, T("Sign in") AT("[0,0][1080,100]"), )
#define BUTTON(text, at) N(BTN, T(text) TAP AT(at), )
// clang-format on

static const struct {
    const char *name;
    const char *screen;
    size_t element; // index from 0
    const char *label;
    const char *steps;  // tools, joined by "; "
    const char *args;   // arguments of the first
    const char *called; // as JSON
} rows[] = {
    {"a text is verified", ROOT(TITLE), 0, "Sign in", "verifyElementVisible",
     "{\"text\":\"Sign in\",\"selectorType\":\"any\"}",
     "{\"words\":\"Sign in\",\"by\":\"text\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":true}"},
    {"a button is tapped and verified",
     ROOT(TITLE BUTTON("Go on", "[0,100][1080,200]")), 1, "Go on",
     "tap; verifyElementVisible",
     "{\"text\":\"Go on\",\"selectorType\":\"any\"}",
     "{\"words\":\"Go on\",\"by\":\"text\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":true}"},
    {"the second of two has its number",
     ROOT(BUTTON("Help", "[0,100][1080,200]")
              BUTTON("Help", "[0,300][1080,400]")),
     1, "Help", "tap; verifyElementVisible",
     "{\"text\":\"Help\",\"selectorType\":\"any\",\"position\":1}",
     "{\"words\":\"Help\",\"by\":\"text\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":false,\"number\":2,\"of\":2}"},
    {"the second of two has the label of its row",
     ROOT(N(TXT, T("Apple") AT("[0,100][500,200]"), )
              BUTTON("Add", "[600,100][1080,200]")
                  N(TXT, T("Bread") AT("[0,300][500,400]"), )
                      BUTTON("Add", "[600,300][1080,400]")),
     3, "Add", "tap; verifyNear",
     "{\"text\":\"Add\",\"selectorType\":\"any\",\"position\":1}",
     "{\"words\":\"Add\",\"by\":\"text\",\"where\":\"beside\",\"anchor\":"
     "\"Bread\",\"unique\":true}"},
    {"the whole text is clear although it is a part of another",
     ROOT(BUTTON("Help", "[0,100][1080,200]")
              BUTTON("More help", "[0,300][1080,400]")),
     0, "Help", "tap; verifyElementVisible",
     "{\"text\":\"Help\",\"selectorType\":\"any\"}",
     "{\"words\":\"Help\",\"by\":\"text\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":true}"},
    {"an id where there is no text",
     ROOT(N(BTN, ID("save") TAP AT("[0,100][1080,200]"), )), 0, "",
     "tap; verifyElementVisible",
     "{\"text\":\"save\",\"selectorType\":\"resource-id\"}",
     "{\"words\":\"save\",\"by\":\"id\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":true}"},
    {"a place where there is no name",
     ROOT(N(BTN, TAP AT("[0,100][100,200]"), )), 0, "", "tapByCoordinates",
     "{\"x\":50,\"y\":150}",
     "{\"words\":\"\",\"by\":\"none\",\"where\":\"\",\"anchor\":\"\","
     "\"unique\":false}"},
    {"markup stays text",
     ROOT(BUTTON("&lt;b&gt;\\ &quot;x&quot;", "[0,200][1080,300]")), 0,
     "<b>\\ \"x\"", "tap; verifyElementVisible",
     "{\"text\":\"<b>\\\\ \\\"x\\\"\",\"selectorType\":\"any\"}",
     "{\"words\":\"<b>\\\\ \\\"x\\\"\",\"by\":\"text\",\"where\":\"\","
     "\"anchor\":\"\",\"unique\":true}"},
};

static char *
steps_of(const json_t *element)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB * 8);
    size_t i;
    json_t *step;
    json_array_foreach(json_object_get(element, "steps"), i, step)
    {
        at_buf_add_fmt(&text, "%s%.*s", i > 0 ? "; " : "",
                       AT_STR_ARG(at_json_get_str(step, "tool")));
    }
    return at_buf_take(&text);
}

static char *
written(const json_t *json)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB * 8);
    T_OK(at_json_write(json, &text));
    return at_buf_take(&text);
}

static char *
args_of(const json_t *element)
{
    const json_t *step = json_array_get(json_object_get(element, "steps"), 0);
    return written(json_object_get(step, "args"));
}

T_TEST(elements_suggest_steps)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(rows[i].screen);
        json_t *json = at_screen_json(tree);
        const json_t *element =
            json_array_get(json_object_get(json, "elements"), rows[i].element);
        T_OK(element != NULL);
        T_EQ_STR(at_json_get_str(element, "label"), rows[i].label);
        char *steps = steps_of(element);
        char *args = args_of(element);
        char *called = written(json_object_get(element, "called"));
        T_EQ_TEXT(steps, rows[i].steps);
        T_EQ_TEXT(args, rows[i].args);
        T_EQ_TEXT(called, rows[i].called);
        free(called);
        free(args);
        free(steps);
        json_decref(json);
        at_tree_free(tree);
    }
}

T_TEST(a_field_is_typed_into_and_a_password_is_not_told)
{
    struct at_tree *tree = screen(ROOT(
        N(EDIT, ID("pin") T("1234") SECRET TAP AT("[0,100][1080,200]"), )));
    json_t *json = at_screen_json(tree);
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    T_OK(at_json_write(json, &text));
    T_NULL(strstr(at_buf_text(&text), "1234"));
    T_HAS(at_buf_text(&text), "\"tool\":\"inputText\"");
    T_HAS(at_buf_text(&text), "\"state\":[\"password\"]");
    at_buf_deinit(&text);
    json_decref(json);
    at_tree_free(tree);
}

T_MAIN()
