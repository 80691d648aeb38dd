// scalar_test.c: scalars without quotes, as Jackson and Java show them
#include "maestro/read/scalar.h"

#include "tests/t.h"

static const struct {
    const char *text;
    const char *want; // its kind and what is shown
} rows[] = {
    {"Yes", "bool true"},
    {"yes", "bool true"},
    {"YES", "bool true"},
    {"yEs", "text yEs"},
    {"No", "bool false"},
    {"On", "bool true"},
    {"off", "bool false"},
    {"TRUE", "bool true"},
    {"False", "bool false"},
    {"y", "text y"},
    {"n", "text n"},
    {"", "null"},
    {"~", "null"},
    {"null", "null"},
    {"Null", "null"},
    {"nULL", "text nULL"},
    {"0", "whole 0"},
    {"-0", "whole 0"},
    {"7", "whole 7"},
    {"-42", "whole -42"},
    {"007", "whole 7"},
    {"00501", "whole 321"},
    {"-017", "whole -15"},
    {"0612345677", "whole 103402431"},
    {"0_7", "whole 7"},
    {"08", "text 08"},
    {"0612345678", "text 0612345678"},
    {"+15551234567", "whole 15551234567"},
    {"1_000", "whole 1000"},
    {"_1", "text _1"},
    {"0x1F", "whole 31"},
    {"0X1F", "text 0X1F"},
    {"0x", "text 0x"},
    {"0b101", "whole 5"},
    {"0b102", "text 0b102"},
    {"123456789012345678901234567890", "whole 123456789012345678901234567890"},
    {"1.10", "real 1.1"},
    {"1.", "real 1.0"},
    {".5", "real 0.5"},
    {"-.5", "real -0.5"},
    {"+1.5", "real 1.5"},
    {"1_0.5", "real 10.5"},
    {"08.5", "real 8.5"},
    {"1e5", "real 100000.0"},
    {"1E+5", "real 100000.0"},
    {"1e7", "real 1.0E7"},
    {"1e10", "real 1.0E10"},
    {"12345678.5", "real 1.23456785E7"},
    {"0.001", "real 0.001"},
    {"0.0001", "real 1.0E-4"},
    {"0.1", "real 0.1"},
    {"1e-7", "real 1.0E-7"},
    {"100.0", "real 100.0"},
    {"0.0", "real 0.0"},
    {"-0.0", "real -0.0"},
    {"1e400", "real Infinity"},
    {"._5", "real 0.5"},
    {"1.e5", "real 100000.0"},
    {"0.00001", "real 1.0E-5"},
    {"100000000000000000000000.5", "real 1.0000000000000001E23"},
    {".inf", "malformed .inf"},
    {"-.INF", "malformed -.INF"},
    {".NaN", "malformed .NaN"},
    {"-.nan", "text -.nan"},
    {"0__7", "whole 7"},
    {"-0x1F", "whole -31"},
    {"0777777777777777777777777", "whole 4722366482869645213695"},
    {"1:30", "text 1:30"},
    {"0o7", "text 0o7"},
    {"<<", "text <<"},
    {"1e", "text 1e"},
    {".", "text ."},
    {"+", "text +"},
    {"-", "text -"},
    {"e5", "text e5"},
    {"12:30", "text 12:30"},
    {"2024-01-02", "text 2024-01-02"},
    {"1.0.0", "text 1.0.0"},
    {"50%,50%", "text 50%,50%"},
    {"1 000", "text 1 000"},
    {"Save", "text Save"},
};

static const char *const kinds[] = {"text",  "null", "bool",
                                    "whole", "real", "malformed"};

T_TEST(rows_are_shown)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_arena arena = AT_ARENA_INIT;
        struct at_buf got = AT_BUF_INIT(1024);
        T_ROW(rows[i].text);
        struct at_maestro_scalar scalar =
            at_maestro_scalar(&arena, at_str(rows[i].text), true);
        at_buf_add_text(&got, kinds[scalar.kind]);
        if (scalar.kind != AT_MAESTRO_SCALAR_NULL)
            at_buf_add_fmt(&got, " %.*s", AT_STR_ARG(scalar.shown));
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
        at_arena_deinit(&arena);
    }
}

T_TEST(quotes_keep_the_text)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_arena arena = AT_ARENA_INIT;
        struct at_maestro_scalar scalar =
            at_maestro_scalar(&arena, at_str(rows[i].text), false);
        T_ROW(rows[i].text);
        T_EQ_INT(scalar.kind, AT_MAESTRO_SCALAR_TEXT);
        T_EQ_STR(scalar.shown, rows[i].text);
        at_arena_deinit(&arena);
    }
}

// From copies that end where the text does: a sanitizer sees each byte beyond.
T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        for (size_t cut = 0; cut <= text.len; cut++) {
            struct at_arena arena = AT_ARENA_INIT;
            char *copy = malloc(cut + 1);
            memcpy(copy + 1, text.ptr, cut);
            (void)at_maestro_scalar(&arena, at_str_n(copy + 1, cut), true);
            free(copy);
            at_arena_deinit(&arena);
        }
    }
}

T_MAIN()
