// text_test.c: typed and cleared text is read back and compared
#include "tests/unit/flow/forms.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/steps/text.h"

static const struct {
    const char *name;
    const char *before;
    const char *after; // the screen after the last input
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
     NULL, "the field took only the beginning, 5 of 11 characters"},
    {"a point that is dropped", FORM("", ""), FORM("150", ""), "text",
     TYPE("'value': '1.50'"), "tap 500 150; text 1.50", "150", NULL,
     "first difference at character 2: expected \"1.50\", found \"150\""},
    {"a currency", FORM("", ""), FORM("$12.34", ""), "text",
     TYPE("'value': '1234'"), "tap 500 150; text 1234", "$12.34",
     "in a form of its own", NULL},
    {"behind a currency", FORM("$12.34", ""), FORM("$123.45", ""), "text",
     TYPE("'value': '5'"), "tap 500 150; key KEYCODE_MOVE_END x1; text 5",
     "$123.45", "in a form of its own", NULL},
    {"an old text that was not replaced", FORM("12", ""), FORM("1234", ""),
     "text", TYPE("'value': '34', 'replace': true"),
     "tap 500 150; key KEYCODE_MOVE_END x1; key KEYCODE_DEL x2; text 34",
     "1234", NULL, "found \"1234\""},
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
    {"the hint of a password in an old dump", OLD_SECRET("Password"),
     OLD_SECRET("*********"), "text", TYPE("'value': 'secret123'"),
     "key KEYCODE_MOVE_END x1; text secret123", "(9 characters)",
     "what the field showed before is gone", NULL},
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

static const struct {
    const char *held;
    const char *typed;
    const char *found;
    enum at_text_likeness likeness;
} likenesses[] = {
    {"", "", "", AT_TEXT_EQUAL},
    {"", "a", "", AT_TEXT_OTHER},
    {"", "", "a", AT_TEXT_OTHER},
    {"", "abc", "abc", AT_TEXT_EQUAL},
    {"", " ", "", AT_TEXT_OTHER},
    // case
    {"", "abc", "ABC", AT_TEXT_FORMATTED},
    {"", "müller", "MÜLLER", AT_TEXT_FORMATTED},
    {"", "да", "ДА", AT_TEXT_FORMATTED},
    {"", "łódź", "ŁÓDŹ", AT_TEXT_FORMATTED},
    {"", "hello", "Hello", AT_TEXT_FORMATTED},
    // what a field adds
    {"", "1234567", "1,234,567", AT_TEXT_FORMATTED},
    {"", "1234", "$12.34", AT_TEXT_FORMATTED},
    {"", "1234", "12,34 \u20ac", AT_TEXT_FORMATTED},
    {"", "1234.5", "\u20ac1,234.50", AT_TEXT_FORMATTED},
    {"", "4917012", "+49 (170) 12", AT_TEXT_FORMATTED},
    {"", "555", "(555) ___-____", AT_TEXT_FORMATTED},
    {"", "joh", "john@example.com", AT_TEXT_FORMATTED},
    {"", "#ff", "##ff", AT_TEXT_FORMATTED},
    // what it exchanges
    {"", "1.50", "1,50", AT_TEXT_FORMATTED},
    {"", "555-1234", "555 1234", AT_TEXT_FORMATTED},
    {"", "12 34", "12\u202f34", AT_TEXT_EQUAL},
    {"", "3-4", "3\u20134", AT_TEXT_EQUAL},
    {"", "a\nb", "a b", AT_TEXT_FORMATTED},
    {"", "a\r\nb", "a\nb", AT_TEXT_FORMATTED},
    {"", "it's \"x\"", "it\u2019s \u201cx\u201d", AT_TEXT_FORMATTED},
    {"", "wait...", "wait\u2026", AT_TEXT_FORMATTED},
    {"", "129", "\u0661\u0662\u0669", AT_TEXT_FORMATTED},
    // what it drops
    {"", "1.50", "150", AT_TEXT_OTHER},
    {"", "1.50", "150.00", AT_TEXT_OTHER},
    {"", "-5", "5", AT_TEXT_OTHER},
    {"", "+49", "49", AT_TEXT_OTHER},
    {"", "snake_case", "snake case", AT_TEXT_OTHER},
    {"", "12 34", "1234", AT_TEXT_OTHER},
    {"", "a@b", "ab", AT_TEXT_OTHER},
    {"", "hello world", "hello wrld", AT_TEXT_OTHER},
    {"", "teh", "the", AT_TEXT_OTHER},
    {"", "---", "--", AT_TEXT_OTHER},
    // what it cuts
    {"", "hello world", "hello", AT_TEXT_CUT},
    {"", "hello world", "HELLO-W", AT_TEXT_CUT},
    {"", "123456", "1", AT_TEXT_CUT},
    {"", "1.50", "1.", AT_TEXT_CUT},
    {"", "12345678", "(123) 456", AT_TEXT_CUT},
    {"", "a\xff", "A", AT_TEXT_CUT},
    // the ends
    {"", "hello ", "hello", AT_TEXT_FORMATTED},
    {"", " hello", "hello", AT_TEXT_FORMATTED},
    {"", "find\n", "find", AT_TEXT_FORMATTED},
    // one look, two spellings
    {"", "cafe\u0301", "caf\u00e9", AT_TEXT_EQUAL},
    {"", "caf\u00e9", "cafe\u0301", AT_TEXT_EQUAL},
    {"", "caf\u00e9", "cafe", AT_TEXT_OTHER},
    {"", "\u0439", "\u0438\u0306", AT_TEXT_EQUAL},
    {"", "\u05d0\u05d1", "\u200f\u05d0\u05d1\u200f", AT_TEXT_EQUAL},
    {"", "\u200f\u05d0\u05d1", "\u05d0\u05d1", AT_TEXT_EQUAL},
    {"", "\u2764\ufe0f", "\u2764", AT_TEXT_EQUAL},
    {"", "\U0001f44d", "", AT_TEXT_OTHER},
    {"", "ok \U0001f44d", "ok ", AT_TEXT_CUT},
    {"", "\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469", AT_TEXT_OTHER},
    // masks
    {"", "1234", "\u2022\u2022\u2022\u2022", AT_TEXT_FORMATTED},
    {"", "1234", "**", AT_TEXT_CUT},
    {"", "12", "***", AT_TEXT_OTHER},
    // behind what the field held
    {"$12.34", "5", "$123.45", AT_TEXT_FORMATTED},
    {"1,234", "5", "12,345", AT_TEXT_FORMATTED},
    {"12", ".5", "125", AT_TEXT_OTHER},
    {"ab", "cd", "abc", AT_TEXT_CUT},
};

T_TEST(reformatted_text_is_distinguished_from_another_text)
{
    for (size_t i = 0; i < T_LEN(likenesses); i++) {
        T_ROW(likenesses[i].found);
        T_EQ_INT(at_text_compare(at_str(likenesses[i].held),
                                 at_str(likenesses[i].typed),
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
T_TEST(remaining_text_is_not_a_hint_if_hints_are_reported)
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

T_TEST(a_hint_is_reported_as_a_hint)
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

// clang-format off
#define FOCUSED_PIN(text) FAKE_APP( \
    FAKE_FIELD("email", text, "PIN", "focused=\"true\" password=\"true\"", \
               "[0,100][1000,200]"))
// clang-format on
#define FOCUSED_FORM(text) FORM(text, "focused=\"true\"")

static const struct {
    const char *name;
    const char *steps;
    const char *until;
    const char *frames[3];
    const char *value;
} growing[] = {
    {"typed",
     TYPE("'value': 'hello'"),
     "text",
     {FOCUSED_FORM(""), FOCUSED_FORM("hel"), FOCUSED_FORM("hello")},
     "hello"},
    {"typed behind another text",
     TYPE("'value': ' you'"),
     "text",
     {FOCUSED_FORM("hello"), FOCUSED_FORM("hello y"),
      FOCUSED_FORM("hello you")},
     "hello you"},
    {"a password",
     TYPE("'value': 'h4x0'"),
     "text",
     {FOCUSED_PIN(""), FOCUSED_PIN("**"), FOCUSED_PIN("****")},
     "(4 characters)"},
    {"deleted",
     CLEAR,
     "key KEYCODE_DEL",
     {FOCUSED_FORM("hello"), FOCUSED_FORM("he"), FOCUSED_FORM("")},
     ""},
};

// A busy app is as quiet as one that is done.
T_TEST(a_quiet_field_is_read_until_the_last_key)
{
    for (size_t i = 0; i < T_LEN(growing); i++) {
        const struct fake_frame frames[] = {
            {.xml = growing[i].frames[0],
             .quiet_ms = FAKE_SLOW,
             .until = growing[i].until},
            {.xml = growing[i].frames[1], .quiet_ms = FAKE_SLOW, .times = 1},
            {.xml = growing[i].frames[2], .quiet_ms = FAKE_SLOW},
        };
        struct flow_run run;
        T_ROW(growing[i].name);
        flow_init(&run, frames, T_LEN(frames));
        flow_go(&run, growing[i].steps);
        T_OK(run.ok);
        T_EQ_TEXT(flow_text(&run, 0, "value"), growing[i].value);
        flow_deinit(&run);
    }
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

T_MAIN()
