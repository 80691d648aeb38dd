#include "base/quote.h"

#include "tests/t.h"

static const struct {
    const char *name;
    const char *text;
    const char *quoted;
    const char *printed;
} rows[] = {
    {"empty", "", "\"\"", ""},
    {"plain", "Sign in", "\"Sign in\"", "Sign in"},
    {"quotes", "a\"b\\c", "\"a\\\"b\\\\c\"", "a\"b\\c"},
    {"lines", "a\nb\tc\rd", "\"a\\nb\\tc\\rd\"", "a\nb\tc?d"},
    {"escape", "\x1b[2J", "\"\\u001b[2J\"", "?[2J"},
    {"C1",
     "\xc2\x9b"
     "2J",
     "\"\\u009b2J\"", "?2J"},
    {"line separator", "\xe2\x80\xa8", "\"\\u2028\"", "?"},
    {"right-to-left override", "\xe2\x80\xae", "\"\\u202e\"", "?"},
    {"right-to-left mark", "\xe2\x80\x8f", "\"\\u200f\"", "?"},
    {"Arabic letter mark", "\xd8\x9c", "\"\\u061c\"", "?"},
    {"zero width space",
     "a\xe2\x80\x8b"
     "b",
     "\"a\\u200bb\"", "a?b"},
    {"tag", "\xf3\xa0\x81\x81", "\"\\udb40\\udc41\"", "?"},
    {"joiner in ASCII",
     "a\xe2\x80\x8d"
     "b",
     "\"a\\u200db\"", "a?b"},
    {"joiner at the end", "\xd9\x85\xe2\x80\x8c", "\"\xd9\x85\\u200c\"",
     "\xd9\x85?"},
    {"Persian word", "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb1",
     "\"\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb1\"",
     "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb1"},
    {"family", "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9",
     "\"\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\"",
     "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9"},
    {"malformed", "a\xff", "\"a\xef\xbf\xbd\"", "a?"},
};

T_TEST(a_text_cannot_leave_its_quotes)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(rows[i].name);
        at_quote_write(at_str(rows[i].text), &out);
        T_EQ_STR(at_buf_str(&out), rows[i].quoted);
        at_buf_deinit(&out);
    }
}

T_TEST(a_terminal_gets_no_control_and_nothing_that_hides)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(rows[i].name);
        at_printable_write(at_str(rows[i].text), &out);
        T_EQ_STR(at_buf_str(&out), rows[i].printed);
        at_buf_deinit(&out);
    }
}

T_TEST(a_zero_byte_is_escaped)
{
    struct at_buf out = AT_BUF_INIT(256);
    at_quote_write(AT_STR("a\0b"), &out);
    at_printable_write(AT_STR("a\0b"), &out);
    T_EQ_STR(at_buf_str(&out), "\"a\\u0000b\"a?b");
    at_buf_deinit(&out);
}

static const struct {
    const char *name;
    const char *line;
    size_t max_bytes;
    const char *want;
} cuts[] = {
    {"fits", "btn \"Save\"", 10, "btn \"Save\""},
    {"in quotes", "btn \"Save\"", 7, "btn \"Sa\"..."},
    {"before quotes", "btn \"Save\"", 4, "btn ..."},
    {"behind quotes", "\"a\" \"b\" c", 7, "\"a\" \"b\"..."},
    {"in an escaped quote", "\"a\\\"b\"", 3, "\"a\"..."},
    {"behind an escaped quote", "\"a\\\"b\"", 4, "\"a\\\"\"..."},
    {"in an escape", "\"\\u202eabc\"", 5, "\"\"..."},
    {"between surrogates", "\"\\udb40\\udc41\"", 8, "\"\"..."},
    {"in a character", "\"\xe2\x82\xac\"", 3, "\"\"..."},
    {"nothing fits", "\"a\"", 0, "..."},
};

T_TEST(a_cut_closes_the_quotes)
{
    for (size_t i = 0; i < T_LEN(cuts); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(cuts[i].name);
        at_quote_cut(at_str(cuts[i].line), cuts[i].max_bytes, &out);
        T_EQ_STR(at_buf_str(&out), cuts[i].want);
        at_buf_deinit(&out);
    }
}

T_TEST(printf_arguments_are_quoted)
{
    char long_text[1000];
    memset(long_text, '"', sizeof(long_text) - 1);
    long_text[sizeof(long_text) - 1] = '\0';
    struct at_str shown = at_str(AT_QUOTED(at_str(long_text)));
    T_OK(shown.len < sizeof(struct at_quoted));
    T_OK(at_str_ends(shown, AT_STR("\\\"\"...")));
    T_EQ_TEXT(AT_QUOTED(AT_STR("a\nb")), "\"a\\nb\"");
    T_EQ_TEXT(AT_NAME(AT_STR("com.example.notes")), "com.example.notes");
    T_EQ_TEXT(AT_NAME(AT_STR("a b")), "\"a b\"");
    T_EQ_TEXT(AT_NAME(AT_STR("")), "\"\"");
}

T_MAIN()
