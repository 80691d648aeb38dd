#include "device/android/parse/user.h"

#include "tests/t.h"

static const struct {
    const char *words[6];
    size_t place;
} rows[] = {
    {{"run-as", "com.example", "cat", "a", NULL}, 2},
    {{"pm", "clear", "com.example", NULL}, 2},
    {{"pm", "grant", "com.example", "android.permission.CAMERA", NULL}, 2},
    {{"pm", "revoke", "com.example", "android.permission.CAMERA", NULL}, 2},
    {{"cmd", "package", "resolve-activity", "--brief", "com.example", NULL}, 3},
    {{"cmd", "package", "query-activities", "--brief", NULL}, 3},
    // these mean the user in front, or all, by themselves
    {{"am", "start", "-n", "com.example/.Main", NULL}, 0},
    {{"am", "force-stop", "com.example", NULL}, 0},
    {{"pm", "uninstall", "com.example", NULL}, 0},
    {{"cmd", "locale", "get-app-locales", "com.example", NULL}, 0},
    {{"run-as", NULL}, 0},
    {{"cmd", "package", NULL}, 0},
    {{NULL}, 0},
};

T_TEST(commands_for_the_first_user_are_recognized)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].words[0] ? rows[i].words[0] : "nothing");
        T_EQ_SIZE(at_user_place(rows[i].words), rows[i].place);
    }
}

T_TEST(the_user_in_front_is_a_number)
{
    static const struct {
        const char *output;
        int user;
    } outputs[] = {
        {"0\n", 0},  {"10\r\n", 10},
        {"", 0},     {"No shell command implementation.\n", 0},
        {"-2\n", 0}, {"99999999999\n", 0},
    };
    for (size_t i = 0; i < T_LEN(outputs); i++) {
        T_ROW(outputs[i].output);
        T_EQ_INT(at_user_parse(at_str(outputs[i].output)), outputs[i].user);
    }
}

T_MAIN()
