// loop_test.c: repetitions are counted, and changes end them
#include "agent/loop/loop.h"

#include "tests/t.h"

static const struct {
    const char *signs; // a letter each
    const char *times; // after each
} rows[] = {
    {"aaaaaaaaaa", "1234567888"},
    {"abcdef", "111111"},
    {"ababababab", "1112131415"}, // counted where the cycle is complete
    {"abcabcabc", "111112113"},
    {"aabaab", "121122"},
    {"aaab", "1231"},
    {"aaabaaa", "1231123"},
    {"abcdabcd", "11111111"}, // cycles of four do not count
};

T_TEST(repetitions)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_loop loop = {.count = 0};
        char got[32] = "";
        T_ROW(rows[i].signs);
        for (size_t at = 0; rows[i].signs[at]; at++)
            got[at] =
                (char)('0' + at_loop_add(&loop, (uint64_t)rows[i].signs[at]));
        T_EQ_TEXT(got, rows[i].times);
    }
}

// A cycle of three is still counted after any number of other signs.
T_TEST(the_newest_signs_are_kept)
{
    struct at_loop loop = {.count = 0};
    size_t times = 0;
    for (uint64_t i = 0; i < 1000; i++)
        T_EQ_SIZE(at_loop_add(&loop, 1000 + i), 1);
    for (uint64_t i = 0; i < 24; i++)
        times = at_loop_add(&loop, i % 3);
    T_EQ_SIZE(times, AT_LOOP_HOPELESS_AT);
}

T_TEST(screen_tool_and_arguments_make_the_sign)
{
    json_t *a = json_pack("{s:s}", "text", "a");
    json_t *b = json_pack("{s:s}", "text", "b");
    uint64_t sign = at_loop_sign(at_str("s1"), at_str("tap"), a);
    T_OK(sign == at_loop_sign(at_str("s1"), at_str("tap"), a));
    T_OK(sign != at_loop_sign(at_str("s2"), at_str("tap"), a));
    T_OK(sign != at_loop_sign(at_str("s1"), at_str("wait"), a));
    T_OK(sign != at_loop_sign(at_str("s1"), at_str("tap"), b));
    T_OK(sign != at_loop_sign(at_str("s1"), at_str("tap"), NULL));
    json_decref(a);
    json_decref(b);
}

T_MAIN()
