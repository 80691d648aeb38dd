// hide_test.c: what is learnt from the files of our programs, and that it shows
// nowhere once they are hidden
#include "bugreport/hide.h"

#include "base/alloc.h"
#include "bugreport/learn.h"
#include "tests/t.h"
#include "wire/json.h"

enum { ROOM = 100000 };

// A text in which something is learnt. typed: NULL: nothing.
static const struct {
    const char *text;
    const char *typed;
} lessons[] = {
    {"{\"action\":\"type\",\"value\":\"Milk and bread\"}", "Milk and bread"},
    {"{\"toolName\":\"inputText\",\"args\":\"{\\\"text\\\":\\\"Milk and "
     "bread\\\"}\"}",
     "Milk and bread"},
    {"{\"name\":\"inputText\",\"input\":{\"fieldSelector\":\"email\",\"text\":"
     "\"Milk and bread\"}}",
     "Milk and bread"},
    {"{\"inputTextCommand\":{\"text\":\"Milk and bread\"}}", "Milk and bread"},
    {"{\"name\":\"ui.fill\",\"argv\":[\"ui\",\"fill\",\"id:a\",\"Milk and "
     "bread\"]}",
     "Milk and bread"},
    {"{\"name\":\"ui.type\",\"argv\":[\"ui\",\"type\",\"Milk and bread\"]}",
     "Milk and bread"},
    {"{\"target\":\"input hint=\\\"x\\\"\",\"value\":\"Milk and bread\"}",
     "Milk and bread"},
    {"{\"role\":\"textbox\",\"value\":\"Milk and bread\"}", "Milk and bread"},
    {"{\"class\":\"android.widget.EditText\",\"text\":\"Milk and bread\"}",
     "Milk and bread"},
    {"{\"type\":\"SecureTextField\",\"AXValue\":\"Milk and bread\"}",
     "Milk and bread"},
    {"{\"text\":\"x\",\"source\":\"{\\\"class\\\":\\\"EditText\\\","
     "\\\"text\\\":\\\"Milk and bread\\\"}\"}",
     "Milk and bread"},
    {"screen 1x1\n  input value=\"Milk and \\\"bread\\\"\" hint=\"a\" @e2\n",
     "Milk and \"bread\""},
    {"08:01 [ INFO] Input text Milk and bread COMPLETED\n", "Milk and bread"},
    {"Tool called: tool inputText, args {\"text\":\"Milk and bread\"} -> OK",
     "Milk and bread"},
    {"<node text=\"Milk &amp; bread\" class=\"android.widget.EditText\" "
     "hint=\"\"/>",
     "Milk & bread"},
    {"<node text=\"Milk and bread\" class=\"x\" password=\"true\"/>",
     "Milk and bread"},
    {"{\"password\":\"hunter2\"}", "hunter2"},
    {"{\"env\":{\"ANY\":\"hunter2\"}}", "hunter2"},
    {"{\"target\":{\"device\":{\"id\":\"R58M123ABC\"}}}", "R58M123ABC"},
    {"{\"serial\":\"192.168.1.7:5555\"}", "192.168.1.7:5555"},
    {"{\"serial\":\"emulator-5554\"}", NULL},
    {"{\"action\":\"tap\",\"value\":\"Milk and bread\"}", NULL},
    {"{\"action\":\"type\",\"value\":\"(14 characters)\"}", NULL},
    {"{\"action\":\"type\",\"value\":\"{{password}}\"}", NULL},
    {"{\"action\":\"type\",\"value\":\"ok\"}", NULL},
    {"{\"action\":\"type\",\"value\":\"\xe2\x80\xa2\xe2\x80\xa2\"}", NULL},
    {"{\"class\":\"android.widget.EditText\",\"text\":\"E-mail\",\"hint\":"
     "\"E-mail\"}",
     NULL},
};

T_TEST(what_was_typed_is_learnt)
{
    for (size_t i = 0; i < T_LEN(lessons); i++) {
        struct at_bugreport_known known = {0};
        T_ROW(lessons[i].text);
        at_bugreport_learn_text(at_str(lessons[i].text), &known);
        if (lessons[i].typed) {
            T_OK(known.values.count > 0);
            T_EQ_TEXT(known.values.words[0], lessons[i].typed);
        } else {
            T_EQ_SIZE(known.values.count, 0);
        }
        at_bugreport_known_deinit(&known);
    }
}

T_TEST(cut_files_are_read_as_far_as_they_go)
{
    for (size_t i = 0; i < T_LEN(lessons); i++) {
        T_ROW(lessons[i].text);
        for (size_t len = 0; len < strlen(lessons[i].text); len++) {
            struct at_bugreport_known known = {0};
            char *copy = at_strndup(lessons[i].text, len);
            at_bugreport_learn_text(at_str_n(copy, len), &known);
            free(copy);
            at_bugreport_known_deinit(&known);
        }
    }
}

// Each file is hidden with what it taught, and shows it no more.
T_TEST(what_was_learnt_is_hidden)
{
    for (size_t i = 0; i < T_LEN(lessons); i++) {
        struct at_bugreport_known known = {0};
        struct at_bugreport_hider hider;
        struct at_buf out = AT_BUF_INIT(ROOM);
        if (!lessons[i].typed)
            continue;
        T_ROW(lessons[i].text);
        at_bugreport_learn_text(at_str(lessons[i].text), &known);
        at_bugreport_hider_init(&hider, &known, NULL);
        at_bugreport_hide_content(&hider, at_str(lessons[i].text), &out);
        T_NULL(strstr(at_buf_text(&out), lessons[i].typed));
        T_NULL(strstr(at_buf_text(&out), "bread"));
        at_bugreport_hider_deinit(&hider);
        at_bugreport_known_deinit(&known);
        at_buf_deinit(&out);
    }
}

static void
check_hidden(const char *text, const char *shown)
{
    struct at_bugreport_known known = {0};
    struct at_bugreport_hider hider;
    struct at_buf out = AT_BUF_INIT(ROOM);
    T_ROW(text);
    at_bugreport_known_add(&known, AT_BUGREPORT_SECRET,
                           AT_STR("S3cr3t\nsecond"));
    at_bugreport_known_add(&known, AT_BUGREPORT_TYPED, AT_STR("Milk"));
    at_bugreport_known_add(&known, AT_BUGREPORT_TYPED, AT_STR("4711"));
    at_bugreport_known_add(&known, AT_BUGREPORT_TYPED, AT_STR("text"));
    at_bugreport_hider_init(&hider, &known, "/home/joe/");
    at_bugreport_hide_content(&hider, at_str(text), &out);
    T_EQ_TEXT(at_buf_text(&out), shown);
    at_bugreport_hider_deinit(&hider);
    at_bugreport_known_deinit(&known);
    at_buf_deinit(&out);
}

T_TEST(files_are_hidden_and_stay_what_they_are)
{
    static const char *const files[][2] = {
        {"a Milk b", "a {{typed-1}} b"},
        {"in /home/joe/x, /home/joelle and /home/joe",
         "in ~/x, /home/joelle and ~"},
        {"{\"text\":\"Milk\"}", "{\"text\":\"{{typed-1}}\"}\n"},
        {"{\"a\":4711,\"b\":12,\"c\":true}",
         "{\"a\":\"***\",\"b\":12,\"c\":true}\n"},
        {"{\"password\":\"x\",\"token\":\"\"}",
         "{\"password\":\"***\",\"token\":\"\"}\n"},
        {"{\"S3cr3t\":1,\"Milk 2\":2}",
         "{\"{{secret-2}}\":1,\"{{typed-1}} 2\":2}\n"},
        {"{\"typed\":[1,2]}", "{\"typed\":\"***\"}\n"},
        {"line Milk\n{\"a\":\"Milk\"}\nMilk",
         "line {{typed-1}}\n{\"a\":\"{{typed-1}}\"}\n{{typed-1}}"},
        {"two: S3cr3t\nsecond", "two: {{secret-1}}"},
        {"only S3cr3t", "only {{secret-2}}"},
        {"{\"broken\":\"Milk\"", "{\"broken\":\"{{typed-1}}\""},
    };
    for (size_t i = 0; i < T_LEN(files); i++)
        check_hidden(files[i][0], files[i][1]);
}

T_TEST(too_many_values_are_noticed)
{
    struct at_bugreport_known known = {0};
    for (int i = 0; i <= AT_BUGREPORT_KNOWN_MAX; i++) {
        char text[32];
        T_NOT(known.is_full);
        snprintf(text, sizeof(text), "typed text %d", i);
        at_bugreport_known_add(&known, AT_BUGREPORT_TYPED, at_str(text));
    }
    T_OK(known.is_full);
    at_bugreport_known_deinit(&known);
}

T_MAIN()
