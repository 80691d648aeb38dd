#include "tests/t.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/text.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define FORM(text, flags) FAKE_APP( \
    FAKE_FIELD("email", text, "Email", flags, "[0,100][1000,200]") \
    FAKE_BUTTON("go", "Go", "[100,400][300,500]"))
#define SECRET(text) FAKE_APP( \
    FAKE_FIELD("pin", text, "PIN", "password=\"true\"", "[0,100][1000,200]"))
// In older dumps the hint of an empty field is its text.
#define OLD(text) FAKE_APP( \
    FAKE_NODE("android.widget.EditText", "com.ex:id/email", text, \
              "clickable=\"true\" focusable=\"true\"", \
              "[0,100][1000,200]", ""))
// clang-format on

#define TYPE(more) "[{'action': 'type', 'target': {'id': 'email'}, " more "}]"
#define CLEAR "[{'action': 'clear_text', 'target': {'id': 'email'}}]"

static const struct {
    const char *name;
    const char *before;
    const char *after; // from the last input on
    const char *last_input;
    const char *steps;
    const char *inputs;
    const char *value;
    const char *note;  // NULL: none
    const char *error; // NULL: it succeeds
} text_rows[] = {
    {"into an empty field", FORM("", ""), FORM("a b", ""), "text",
     TYPE("'value': 'a b'"), "tap 500 150; text a b", "a b", NULL, NULL},
    {"no tap where the focus is", FORM("", "focused=\"true\""),
     FORM("x", "focused=\"true\""), "text", TYPE("'value': 'x'"), "text x", "x",
     NULL, NULL},
    {"behind what is there, and said", FORM("ab", ""), FORM("abcd", ""), "text",
     TYPE("'value': 'cd'"), "tap 500 150; key KEYCODE_MOVE_END x1; text cd",
     "abcd", "the text was added to what the field held", NULL},
    {"instead of it", FORM("ab", ""), FORM("cd", ""), "text",
     TYPE("'value': 'cd', 'replace': true"),
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x2; text cd", "cd",
     NULL, NULL},
    {"a dropped character", FORM("", ""), FORM("hello wrld", ""), "text",
     TYPE("'value': 'hello world'"), "tap 500 150; text hello world",
     "hello wrld", NULL,
     "first difference at character 8: expected \"hello world\", found "
     "\"hello wrld\""},
    {"nothing arrived", FORM("", ""), FORM("", ""), "text",
     TYPE("'value': 'ü'"), "tap 500 150; text ü", "", NULL,
     "first difference at character 1: expected \"ü\", found \"\"; it is not "
     "focused"},
    {"Enter at the end", FORM("", ""), FORM("find", ""), "text",
     TYPE("'value': 'find\\n'"), "tap 500 150; text find\n", "find", NULL,
     NULL},
    {"lines are exact", FORM("", ""), FORM("a&#10;b ", ""), "text",
     TYPE("'value': 'a\\nb '"), "tap 500 150; text a\nb ", "a\nb ", NULL, NULL},
    {"the screen is another one", FORM("", ""),
     FAKE_APP(FAKE_TEXT("Done", "[0,0][9,9]")), "text", TYPE("'value': 'x'"),
     "tap 500 150; text x", "", "changed to another one", NULL},
    {"only the field is gone", FORM("", ""),
     FAKE_APP(FAKE_BUTTON("go", "Go", "[100,400][300,500]")), "text",
     TYPE("'value': 'x'"), "tap 500 150; text x", "", NULL,
     "the field is gone from the screen: what it holds could not be verified"},
    {"upper case", FORM("", ""), FORM("AB-12", ""), "text",
     TYPE("'value': 'ab-12'"), "tap 500 150; text ab-12", "AB-12",
     "in a form of its own", NULL},
    {"grouped digits", FORM("", ""), FORM("+49 (170) 12", ""), "text",
     TYPE("'value': '4917012'"), "tap 500 150; text 4917012", "+49 (170) 12",
     "in a form of its own", NULL},
    {"a limited length", FORM("", ""), FORM("hello", ""), "text",
     TYPE("'value': 'hello world'"), "tap 500 150; text hello world", "hello",
     "only the beginning, 5 of 11 characters", NULL},
    {"a text like the hint", FORM("Email", ""), FORM("Email", ""), "text",
     TYPE("'value': 'Email'"), "tap 500 150; text Email", "",
     "the same as the field's hint", NULL},
    {"instead of what may be a text like the hint", FORM("Email", ""),
     FORM("x", ""), "text", TYPE("'value': 'x', 'replace': true"),
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x5; text x", "x",
     NULL, NULL},
    {"an old dump's hint", OLD("Email"), OLD("me"), "text",
     TYPE("'value': 'me'"), "tap 500 150; key KEYCODE_MOVE_END x1; text me",
     "me", "what the field showed before is gone", NULL},
    {"clear", FORM("abc", ""), FORM("", ""), "key KEYCODE_DEL", CLEAR,
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3", "", NULL,
     NULL},
    {"clear several lines", FORM("a&#10;b", ""), FORM("", ""),
     "key KEYCODE_FORWARD_DEL", CLEAR,
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3; key "
     "KEYCODE_FORWARD_DEL x3",
     "", NULL, NULL},
    {"clear an empty one", FORM("", ""), FORM("", ""), "tap", CLEAR,
     "tap 500 150", "", NULL, NULL},
    {"clear leaves one", FORM("abc", ""), FORM("a", ""), "key KEYCODE_DEL",
     CLEAR, "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3", "a",
     NULL, "left is \"a\" (1 of 3 characters)"},
    {"clear does nothing", FORM("abc", ""), FORM("abc", ""), "key KEYCODE_DEL",
     CLEAR, "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3", "abc",
     NULL, "left is \"abc\" (3 of 3 characters)"},
    {"clear shows the hint of an old dump", OLD("abc"), OLD("Email"),
     "key KEYCODE_DEL", CLEAR,
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3", "",
     "taken for its hint", NULL},
    {"clear leaves one in an old dump", OLD("abc"), OLD("a"), "key KEYCODE_DEL",
     CLEAR, "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x3", "a",
     NULL, "left is \"a\""},
};

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

T_TEST(a_field_that_is_no_longer_focused_is_tapped)
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

static const struct {
    const char *expected;
    const char *found;
    enum at_text_likeness likeness;
} likenesses[] = {
    {"", "", AT_TEXT_EQUAL},
    {"a", "", AT_TEXT_OTHER},
    {"", "a", AT_TEXT_OTHER},
    {"abc", "abc", AT_TEXT_EQUAL},
    {"abc", "ABC", AT_TEXT_FORMATTED},
    {"m\xc3\xbcller", "M\xc3\x9cLLER", AT_TEXT_FORMATTED},
    {"\xd0\xb4\xd0\xb0", "\xd0\x94\xd0\x90", AT_TEXT_FORMATTED},
    {"1234567", "1,234,567", AT_TEXT_FORMATTED},
    {"12 34", "1234", AT_TEXT_FORMATTED},
    {"hello world", "hello", AT_TEXT_CUT},
    {"hello world", "HELLO-W", AT_TEXT_CUT},
    {"hello world", "hello wrld", AT_TEXT_OTHER},
    {"hello", "hello world", AT_TEXT_OTHER},
    {"---", "--", AT_TEXT_OTHER},
    {"a\xff", "A", AT_TEXT_CUT},
};

T_TEST(a_form_of_its_own_is_told_from_another_text)
{
    for (size_t i = 0; i < T_LEN(likenesses); i++) {
        T_ROW(likenesses[i].found);
        T_EQ_INT(at_text_compare(at_str(likenesses[i].expected),
                                 at_str(likenesses[i].found)),
                 likenesses[i].likeness);
    }
}

// Each costs one dump after its input.
T_TEST(each_text_step)
{
    for (size_t i = 0; i < T_LEN(text_rows); i++) {
        const struct fake_frame frames[] = {
            {.xml = text_rows[i].before,
             .quiet_ms = FAKE_SLOW,
             .until = text_rows[i].last_input},
            {.xml = text_rows[i].after, .quiet_ms = FAKE_SLOW},
        };
        struct flow_run run;
        T_ROW(text_rows[i].name);
        flow_init(&run, frames, T_LEN(frames));
        flow_see(&run);
        flow_go(&run, text_rows[i].steps);
        T_EQ_TEXT(fake_inputs(&run.fake), text_rows[i].inputs);
        T_EQ_TEXT(flow_text(&run, 0, "value"), text_rows[i].value);
        T_EQ_INT(run.dumps, 1);
        T_EQ_INT(run.ok, text_rows[i].error == NULL);
        if (text_rows[i].error)
            T_HAS(run.err.msg, text_rows[i].error);
        T_HAS(flow_text(&run, 0, "note"),
              text_rows[i].note ? text_rows[i].note : "");
        if (!text_rows[i].note)
            T_EQ_TEXT(flow_text(&run, 0, "note"), "");
        flow_deinit(&run);
    }
}

// A dump that reports hints, though this field has no hint.
T_TEST(what_is_left_is_no_hint_where_those_are_told)
{
    static const struct fake_frame frames[] = {
        {.xml =
             FAKE_APP(FAKE_FIELD("email", "abc", "", "", "[0,100][999,200]")),
         .quiet_ms = FAKE_SLOW,
         .until = "key KEYCODE_DEL"},
        {.xml =
             FAKE_APP(FAKE_FIELD("email", "xyz", "", "", "[0,100][999,200]")),
         .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, CLEAR);
    T_NOT(run.ok);
    T_HAS(run.err.msg, "left is \"xyz\"");
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

T_TEST(hint_is_told_as_hint)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("abc", ""),
         .quiet_ms = FAKE_SLOW,
         .until = "key KEYCODE_D"},
        {.xml = FORM("", ""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, CLEAR);
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "hint"), "Email");
    T_OK(json_object_get(flow_step(&run, 0), "value") != NULL);
    T_OK(json_is_false(json_object_get(run.trace, "screenChanged")));
    flow_deinit(&run);
}

// A quick reading that does not hold the text yet came too early.
T_TEST(quick_reading_is_given_time)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM("", ""), .until = "text"},
        {.xml = FORM("", ""), .times = 1},
        {.xml = FORM("x", "")},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, TYPE("'value': 'x'"));
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "value"), "x");
    flow_deinit(&run);
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

// An input presses a key at most AT_KEY_REPEAT_MAX times.
T_TEST(a_long_text_is_erased_in_parts)
{
    char *text = at_alloc(AT_KEY_REPEAT_MAX + 4);
    memset(text, 'x', AT_KEY_REPEAT_MAX + 3);
    char *xml = at_strfmt(
        FAKE_APP(FAKE_FIELD("email", "%s", "Email", "", "[0,100][1000,200]")),
        text);
    const struct fake_frame frames[] = {
        {.xml = xml, .quiet_ms = FAKE_SLOW, .until = "key KEYCODE_DEL x3"},
        {.xml = FORM("", ""), .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, CLEAR);
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake),
              "tap 500 150; key KEYCODE_MOVE_END x1; "
              "key KEYCODE_DEL x5000; key KEYCODE_DEL x3");
    flow_deinit(&run);
    free(xml);
    free(text);
}

T_TEST(what_is_no_field_is_refused)
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

static const struct {
    const char *expected;
    const char *found;
    const char *difference;
} differences[] = {
    {"", "", ""},
    {"same", "same", ""},
    {"abc", "abd",
     "first difference at character 3: expected \"abc\", found "
     "\"abd\""},
    {"abc", "ab",
     "first difference at character 3: expected \"abc\", found "
     "\"ab\""},
    {"", "x", "first difference at character 1: expected \"\", found \"x\""},
    {"täxt", "täxs",
     "first difference at character 4: expected \"täxt\", found \"täxs\""},
    {"a\tb", "a b",
     "first difference at character 2: expected \"a\\tb\", found \"a b\""},
    {"0123456789abcdefghijklmnopqrstuvwxyz!",
     "0123456789abcdefghijklmnopqrstuvwxy_!",
     "first difference at character 36: expected ...\"rstuvwxyz!\", found "
     "...\"rstuvwxy_!\""},
    {"a0123456789abcdefghijkl", "b0123456789abcdefghijkl",
     "first difference at character 1: expected \"a0123456789abcde\"..., found "
     "\"b0123456789abcde\"..."},
};

T_TEST(differences_are_shown)
{
    for (size_t i = 0; i < T_LEN(differences); i++) {
        struct at_buf text = AT_BUF_INIT(1024);
        T_ROW(differences[i].expected);
        at_text_write_difference(at_str(differences[i].expected),
                                 at_str(differences[i].found), &text);
        T_EQ_TEXT(at_buf_text(&text), differences[i].difference);
        at_buf_deinit(&text);
    }
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
    {"it is not told, and nobody took it", FORM("", ""), FORM("", ""), true,
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
