// text_field_test.c: which field takes the text, and what is left unsaid of it
#include "tests/unit/flow/forms.h"

T_TEST(a_field_behind_the_keyboard_is_looked_for)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("", ""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = FAKE_APP(FAKE_BUTTON("go", "Go", "[100,400][300,500]")),
         .quiet_ms = FAKE_SLOW,
         .until = "key KEYCODE_BACK"},
        {.xml = FORM("x", ""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    run.fake.keyboard = true;
    flow_see(&run);
    flow_go(&run, TYPE("'value': 'x'"));
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake),
              "tap 500 150; text x; key KEYCODE_BACK x1");
    T_EQ_TEXT(flow_text(&run, 0, "value"), "x");
    T_HAS(flow_text(&run, 0, "note"), "the keyboard covered the field");
    flow_deinit(&run);
}

T_TEST(a_field_that_lost_the_focus_is_tapped)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("", "focused=\"true\""),
         .quiet_ms = FAKE_SLOW,
         .until = "tap"},
        {.xml = FORM("", "focused=\"true\""),
         .quiet_ms = FAKE_SLOW,
         .until = "text"},
        {.xml = FORM("x", "focused=\"true\""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, TYPE("'value': 'x'"));
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "text x; tap 500 150; text x");
    T_HAS(flow_text(&run, 0, "note"), "it was tapped");
    flow_deinit(&run);
}

// clang-format off
#define BOX(n, text, flags, x) FAKE_FIELD("d" n, text, "", flags, x)
#define CODE(a, a_flags, b, b_flags, c, c_flags) FAKE_APP( \
    BOX("1", a, a_flags, "[0,100][100,200]") \
    BOX("2", b, b_flags, "[120,100][220,200]") \
    BOX("3", c, c_flags, "[240,100][340,200]") \
    FAKE_FIELD("name", "", "Name", "", "[0,300][1000,400]"))
#define FOCUS "focused=\"true\""
#define HIDE "password=\"true\""
#define HIDE_FOCUS HIDE " " FOCUS
// clang-format on

static const struct {
    const char *name;
    const char *frames[4]; // one after each text that is typed
    const char *value;     // NULL: it fails
    const char *inputs;
    const char *error;
} code_rows[] = {
    {"each takes one and passes the focus on",
     {CODE("", "", "", "", "", ""), CODE("4", "", "", FOCUS, "", ""),
      CODE("4", "", "0", "", "", FOCUS), CODE("4", "", "0", "", "7", FOCUS)},
     "407",
     "tap 50 150; text 407; text 07; text 7",
     NULL},
    {"the rest arrives at once",
     {CODE("", "", "", "", "", ""), CODE("4", "", "", FOCUS, "", ""),
      CODE("4", "", "0", "", "7", FOCUS), NULL},
     "407",
     "tap 50 150; text 407; text 07",
     NULL},
    {"keys go on by themselves",
     {CODE("", "", "", "", "", ""), CODE("4", "", "0", "", "7", FOCUS), NULL,
      NULL},
     "407",
     "tap 50 150; text 407",
     NULL},
    {"hidden",
     {CODE("", HIDE, "", HIDE, "", HIDE),
      CODE("*", HIDE, "", HIDE_FOCUS, "", HIDE),
      CODE("*", HIDE, "*", HIDE, "*", HIDE_FOCUS), NULL},
     "(3 characters)",
     "tap 50 150; text 407; text 07",
     NULL},
    {"the focus stays",
     {CODE("", "", "", "", "", ""), CODE("4", FOCUS, "", "", "", ""), NULL,
      NULL},
     NULL,
     "tap 50 150; text 407",
     "only the beginning, 1 of 3 characters"},
    {"the next one takes nothing",
     {CODE("", "", "", "", "", ""), CODE("4", "", "", FOCUS, "", ""),
      CODE("4", "", "", FOCUS, "", ""), NULL},
     NULL,
     "tap 50 150; text 407; text 07",
     "only the beginning, 1 of 3 characters"},
    {"another digit",
     {CODE("", "", "", "", "", ""), CODE("4", "", "9", "", "7", FOCUS), NULL,
      NULL},
     NULL,
     "tap 50 150; text 407",
     "1 of 3 characters"},
};

T_TEST(fields_that_pass_the_focus_on_are_one)
{
    for (size_t i = 0; i < T_LEN(code_rows); i++) {
        struct fake_frame frames[T_LEN(code_rows[i].frames)];
        size_t count = 0;
        struct flow_run run;
        T_ROW(code_rows[i].name);
        for (; count < T_LEN(frames) && code_rows[i].frames[count]; count++)
            frames[count] = (struct fake_frame){
                .xml = code_rows[i].frames[count],
                .quiet_ms = FAKE_SLOW,
                .until = "text",
            };
        frames[count - 1].until = NULL;
        flow_init(&run, frames, count);
        flow_see(&run);
        flow_go(&run, "[{'action': 'type', 'target': {'id': 'd1'}, "
                      "'value': '407'}]");
        T_EQ_INT(run.ok, code_rows[i].value != NULL);
        T_EQ_TEXT(fake_inputs(&run.fake), code_rows[i].inputs);
        if (code_rows[i].value) {
            T_EQ_TEXT(flow_text(&run, 0, "value"), code_rows[i].value);
            T_HAS(flow_text(&run, 0, "note"), "took the text together");
        } else {
            T_HAS(flow_text(&run, 0, "error"), code_rows[i].error);
        }
        flow_deinit(&run);
    }
}

// Compose and web pages give fields no ids.
#define PLAIN(text, flags, bounds)                                             \
    FAKE_NODE("android.widget.EditText", "", text,                             \
              "clickable=\"true\" focusable=\"true\" " flags, bounds, "")

T_TEST(the_field_typed_into_is_read_after_the_form_moved)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_TEXT("Name is required", "[0,0][1000,50]")
                             PLAIN("first", "", "[0,100][1000,200]")
                                 PLAIN("second", "", "[0,200][1000,300]")),
         .quiet_ms = FAKE_SLOW,
         .until = "text"},
        // the second field now has the place that the first one had
        {.xml = FAKE_APP(PLAIN("Ada", "", "[0,50][1000,150]")
                             PLAIN("second", "", "[0,150][1000,250]")),
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, "[{'action': 'type', 'target': {'text': 'first'}, "
                  "'value': 'Ada', 'replace': true}]");
    T_EQ_TEXT(flow_text(&run, 0, "value"), "Ada");
    T_OK(run.ok);
    flow_deinit(&run);
}

#define HIDDEN "[{'action': 'type', 'target': {'id': 'pin'}, 'value': 'abc'"
#define NOT_TOLD                                                               \
    "Android before 8 does not report what a password field holds: it could "  \
    "not "                                                                     \
    "be verified"

static const struct {
    const char *name;
    int api;
    const char *steps;
    const char *inputs;
    const char *error; // NULL: it holds
    const char *note;
} hidden_rows[] = {
    {"typed", 25, HIDDEN "}]", "tap 500 150; text abc", NULL, NOT_TOLD},
    {"typed in place", 25, HIDDEN ", 'replace': true}]",
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x128; text abc",
     NULL, NOT_TOLD},
    {"cleared", 25, "[{'action': 'clear_text', 'target': {'id': 'pin'}}]",
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x128", NULL,
     NOT_TOLD},
    {"not typed, as it tells", 26, HIDDEN "}]", "tap 500 150; text abc",
     "expected 3 characters, found 0", ""},
    {"not typed in place", 26, HIDDEN ", 'replace': true}]",
     "tap 500 150; text abc", "expected 3 characters, found 0", ""},
    {"cleared, as it tells", 26,
     "[{'action': 'clear_text', 'target': {'id': 'pin'}}]", "tap 500 150", NULL,
     ""},
};

static int api_level;

static bool
tell_api(const struct at_op *op, struct at_device *device,
         struct at_device_info *out, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)err;
    *out = (struct at_device_info){.api_level = api_level};
    return true;
}

// The field shows nothing, whatever is done.
T_TEST(a_password_that_is_not_told_is_not_verified)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_NODE("android.widget.EditText", "com.ex:id/pin",
                                   "", "clickable=\"true\" password=\"true\"",
                                   "[0,100][1000,200]", "")),
         .quiet_ms = FAKE_SLOW}};
    for (size_t i = 0; i < T_LEN(hidden_rows); i++) {
        struct flow_run run;
        T_ROW(hidden_rows[i].name);
        flow_init(&run, frames, T_LEN(frames));
        run.fake.ops.info = tell_api;
        api_level = hidden_rows[i].api;
        flow_go(&run, hidden_rows[i].steps);
        T_EQ_INT(run.ok, hidden_rows[i].error == NULL);
        T_HAS(run.err.msg, hidden_rows[i].error ? hidden_rows[i].error : "");
        T_EQ_TEXT(fake_inputs(&run.fake), hidden_rows[i].inputs);
        T_HAS(flow_text(&run, 0, "note"), hidden_rows[i].note);
        bool unseen = strcmp(hidden_rows[i].note, NOT_TOLD) == 0;
        T_EQ_INT(json_object_get(flow_step(&run, 0), "value") == NULL, unseen);
        flow_deinit(&run);
    }
}

T_TEST(password_is_never_written)
{
    static const struct fake_frame frames[] = {
        {.xml = SECRET(""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = SECRET("\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2"),
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run,
            "[{'action': 'type', 'target': {'id': 'pin'}, 'value': 'h4x0'},"
            " {'action': 'assert_text_equals', 'target': {'id': 'pin'},"
            "  'value': 'h4x0'}]");
    T_NOT(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "value"), "(4 characters)");
    T_HAS(run.dump, "\"value\": \"(4 characters)\"");
    T_HAS(run.err.msg, "is a password field: it shows 4 dots");
    T_NULL(strstr(run.dump, "h4x0"));
    T_NULL(strstr(run.dump, "\xe2\x80\xa2"));
    flow_deinit(&run);
}

T_TEST(password_of_another_length_is_an_error)
{
    static const struct fake_frame frames[] = {
        {.xml = SECRET(""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = SECRET("***"), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run,
            "[{'action': 'type', 'target': {'id': 'pin'}, 'value': 'h4x0'}]");
    T_NOT(run.ok);
    T_HAS(run.err.msg, "expected 4 characters, found 3");
    T_NULL(strstr(run.dump, "h4x0"));
    flow_deinit(&run);
}

// The text may have been meant for a password field.
T_TEST(text_of_an_unknown_target_is_not_echoed)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("", ""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run,
            "[{'action': 'type', 'target': {'id': 'pin'}, 'value': 'h4x0'}]");
    T_NULL(strstr(run.dump, "h4x0"));
    flow_deinit(&run);
}

T_TEST(typing_into_other_elements_is_refused)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("", ""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run,
            "[{'action': 'type', 'target': {'id': 'go'}, 'value': 'h4x0'}]");
    T_NULL(strstr(run.dump, "h4x0")); // it may be the label of a password
    T_EQ_INT(run.err.code, AT_EUSAGE);
    T_HAS(run.err.msg, "is not a text field, nothing was typed");
    T_HAS(run.err.msg, "text fields here: input");
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

#define MANY(row)                                                              \
    FAKE_FIELD("f" #row, "", "Field", "", "[0," #row "][1000," #row "9]")

T_TEST(many_fields_are_not_all_named)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_BUTTON("go", "Go", "[100,900][300,999]") MANY(10)
                             MANY(20) MANY(30) MANY(40) MANY(50)),
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'type', 'target': {'id': 'go'}, 'value': 'x'}]");
    T_HAS(run.err.msg, "and 2 more)");
    flow_deinit(&run);
}

T_TEST(field_inside_its_wrapper_is_found)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_NODE(
             "android.view.ViewGroup", "com.ex:id/box", "", "",
             "[0,0][1000,300]",
             FAKE_FIELD("email", "", "Email", "", "[0,100][1000,200]"))),
         .quiet_ms = FAKE_SLOW,
         .until = "text"},
        {.xml = FAKE_APP(FAKE_NODE(
             "android.view.ViewGroup", "com.ex:id/box", "", "",
             "[0,0][1000,300]",
             FAKE_FIELD("email", "x", "Email", "", "[0,100][1000,200]"))),
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run,
            "[{'action': 'type', 'target': {'id': 'box'}, 'value': 'x'}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 500 150; text x");
    flow_deinit(&run);
}

// The tree before the first is that in which the second finds its target, and
// both are read back by one dump.
T_TEST(typing_two_fields_costs_one_dump)
{
#define TWO(a, b)                                                              \
    FAKE_APP(FAKE_FIELD("a", a, "A", "", "[0,0][100,100]")                     \
                 FAKE_FIELD("b", b, "B", "", "[0,200][100,300]"))
    static const struct fake_frame frames[] = {
        {.xml = TWO("", ""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TWO("1", ""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TWO("1", "2"), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, "[{'action': 'type', 'target': {'ref': '@f1'}, 'value': '1'},"
                  " {'action': 'type', 'target': {'ref': '@f2'}, 'value': '2'},"
                  " {'action': 'assert_text_equals', 'target': {'ref': '@f1'},"
                  "  'value': '1'}]");
    T_OK(run.ok);
    T_EQ_INT(run.dumps, 1);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 50 50; text 1; tap 50 250; text 2");
    T_EQ_TEXT(flow_text(&run, 0, "value"), "1");
    T_NULL(json_object_get(run.trace, "finalUiTree"));
    flow_deinit(&run);
}

#define UNSEEN                                                                 \
    "[{'action': 'type', 'target': {'text': 'focused'}, 'value': 'h4x0'}]"

static const struct {
    const char *name;
    const char *before;
    const char *after;
    bool hides_focus;
    const char *inputs;
    const char *value; // "" none
    const char *error; // NULL: it succeeds
    bool told;         // the text is not secret
} focus_rows[] = {
    {"the field with the focus", FORM("", "focused=\"true\""),
     FORM("h4x0", "focused=\"true\""), false, "text h4x0", "h4x0", NULL, true},
    {"none has it", FORM("", ""), FORM("", ""), false, "", "",
     "tap one first (text fields here: input", false},
    {"it is not told, and a field took it", FORM("", ""), FORM("h4x0", ""),
     true, "text h4x0", "h4x0", NULL, true},
    {"it is not told, and a field took it behind its text", FORM("ab", ""),
     FORM("abh4x0", ""), true, "text h4x0", "abh4x0", NULL, true},
    {"it is not told, and a password took it", SECRET(""), SECRET("****"), true,
     "text h4x0", "(4 characters)", NULL, false},
    {"it is not told, and half of it arrived", FORM("", ""), FORM("h4", ""),
     true, "text h4x0", "h4", "does not hold what was typed", true},
    {"it is not told, and no element took it", FORM("", ""), FORM("", ""), true,
     "text h4x0", "", "nothing on the screen has changed: tap a field first",
     false},
};

T_TEST(the_focus_is_a_target)
{
    for (size_t i = 0; i < T_LEN(focus_rows); i++) {
        const struct fake_frame frames[] = {
            {.xml = focus_rows[i].before,
             .quiet_ms = FAKE_SLOW,
             .until = "text"},
            {.xml = focus_rows[i].after, .quiet_ms = FAKE_SLOW},
        };
        struct flow_run run;
        T_ROW(focus_rows[i].name);
        flow_init(&run, frames, T_LEN(frames));
        run.focused = true;
        run.fake.base.hides_focus = focus_rows[i].hides_focus;
        flow_go(&run, UNSEEN);
        T_EQ_TEXT(fake_inputs(&run.fake), focus_rows[i].inputs);
        T_EQ_TEXT(flow_text(&run, 0, "value"), focus_rows[i].value);
        T_EQ_INT(run.ok, focus_rows[i].error == NULL);
        if (focus_rows[i].error)
            T_HAS(run.err.msg, focus_rows[i].error);
        T_EQ_INT(strstr(run.dump, "h4x0") != NULL, focus_rows[i].told);
        flow_deinit(&run);
    }
}

T_MAIN()
