// tool_name_test.c: names as models write them
#include "agent/models/providers/tool_name.h"

#include "tests/t.h"

#define TEN "aaaaaaaaaa"

static const struct {
    const char *given;
    const char *want;
} rows[] = {
    {"tap", "tap"},
    {"functions.tap", "tap"},
    {"functions:tap", "tap"},
    {"default_api.tap", "tap"},
    {"default_api:verifyElementVisible", "verifyElementVisible"},
    {"tools/tap", "tap"},
    {"repo::tap", "tap"},
    {" tap\n", "tap"},
    {"tap()", "tap"},
    {"functions.tap(text)", "tap"},
    {"tap<|channel|>commentary", "tap"},
    {"functions.tap<|constrain|>json", "tap"},
    {"assistant to=functions.tap", "tap"},
    {"functions.fly", "functions_fly"},
    {"multi_tool_use.parallel", "multi_tool_use_parallel"},
    {"tap the button", "tap_the_button"},
    {"t\xc3\xa4p", "t__p"},
    {"", "unnamed"},
    {"  ", "unnamed"},
    {"()", "__"},
    {"\x01\n", "_"},
    {TEN TEN TEN TEN TEN TEN TEN, TEN TEN TEN TEN TEN TEN "aaaa"},
};

T_TEST(a_name_is_one_that_each_api_takes_back)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].given);
        char *name = at_tool_name_clean(at_str(rows[i].given));
        T_EQ_TEXT(name, rows[i].want);
        free(name);
    }
}

T_MAIN()
