#include "base/str.h"

#include "tests/t.h"

static const struct {
    const char *in;
    int64_t min, max;
    bool ok;
    int64_t value;
} numbers[] = {
    {"0", 0, 10, true, 0},
    {"-0", 0, 10, true, 0},
    {"10", 0, 10, true, 10},
    {"11", 0, 10, false, 0},
    {"-1", 0, 10, false, 0},
    {"007", 0, 10, true, 7},
    {"9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX},
    {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
    {"-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN},
    {"-9223372036854775809", INT64_MIN, INT64_MAX, false, 0},
    {"99999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
    {"", 0, 10, false, 0},
    {"-", -10, 10, false, 0},
    {"--1", -10, 10, false, 0},
    {"+1", -10, 10, false, 0},
    {" 1", -10, 10, false, 0},
    {"1 ", -10, 10, false, 0},
    {"1x", -10, 10, false, 0},
    {"0x1", -10, 10, false, 0},
};

T_TEST(reads_numbers)
{
    for (size_t i = 0; i < T_LEN(numbers); i++) {
        int64_t value = 42;
        T_ROW(numbers[i].in);
        bool ok = at_str_to_i64(at_str(numbers[i].in), numbers[i].min,
                                numbers[i].max, &value);
        T_EQ_INT(ok, numbers[i].ok);
        T_EQ_INT(value, ok ? numbers[i].value : 42);
    }
}

static const struct {
    const char *text, *needle;
    ptrdiff_t at, at_nocase;
} searches[] = {
    {"hello", "hello", 0, 0}, {"hello", "lo", 3, 3},
    {"hello", "l", 2, 2},     {"hello", "hellox", -1, -1},
    {"hello", "x", -1, -1},   {"hello", "", 0, 0},
    {"", "", 0, 0},           {"", "x", -1, -1},
    {"aab", "ab", 1, 1},      {"aaab", "aab", 1, 1},
    {"Hello", "hEL", -1, 0},  {"xAB", "ab", -1, 1},
    {"ab", "AB", -1, 0},      {"[", "{", -1, -1},
    {"@", "`", -1, -1},
};

T_TEST(finds)
{
    for (size_t i = 0; i < T_LEN(searches); i++) {
        struct at_str text = at_str(searches[i].text);
        struct at_str needle = at_str(searches[i].needle);
        T_ROW(searches[i].needle);
        T_EQ_INT(at_str_find(text, needle), searches[i].at);
        T_EQ_INT(at_str_find_nocase(text, needle), searches[i].at_nocase);
        T_EQ_INT(at_str_has(text, needle), searches[i].at >= 0);
    }
}

// A view without memory behind it is the empty text everywhere.
T_TEST(null_is_empty)
{
    struct at_str none = at_str(NULL);
    struct at_str part;
    int64_t n;
    T_EQ_SIZE(none.len, 0);
    T_OK(at_str_eq(none, AT_STR("")));
    T_OK(at_str_is(none, NULL));
    T_OK(at_str_eq_nocase(none, none));
    T_EQ_INT(at_str_cmp(none, AT_STR("")), 0);
    T_OK(at_str_cmp(none, AT_STR("a")) < 0);
    T_OK(at_str_starts(none, none) && at_str_ends(AT_STR("a"), none));
    T_EQ_INT(at_str_find(none, AT_STR("a")), -1);
    T_EQ_SIZE(at_str_skip(none, 3).len + at_str_head(none, 3).len, 0);
    T_EQ_SIZE(at_str_trim(none).len, 0);
    T_NOT(at_str_next(&none, ',', &part) || at_str_next_line(&none, &part));
    T_NOT(at_str_to_i64(none, 0, 1, &n));
    T_OK(at_utf8_valid(none));
    T_EQ_SIZE(at_utf8_next(none, NULL) + at_utf8_count(none), 0);
}

T_TEST(compares)
{
    T_OK(at_str_cmp(AT_STR("a"), AT_STR("b")) < 0);
    T_OK(at_str_cmp(AT_STR("ab"), AT_STR("a")) > 0);
    T_OK(at_str_cmp(AT_STR("\xc3"), AT_STR("a")) > 0);
    T_OK(at_str_eq_nocase(AT_STR("ABCxyz_9"), AT_STR("abcXYZ_9")));
    T_NOT(at_str_eq_nocase(AT_STR("\xc3\x84"), AT_STR("\xc3\xa4")));
    T_OK(at_str_starts(AT_STR("abc"), AT_STR("ab")));
    T_NOT(at_str_starts(AT_STR("a"), AT_STR("ab")));
    T_OK(at_str_ends(AT_STR("abc"), AT_STR("bc")));
    T_NOT(at_str_ends(AT_STR("c"), AT_STR("bc")));
}

T_TEST(cuts_and_trims)
{
    T_EQ_STR(at_str_skip(AT_STR("abc"), 1), "bc");
    T_EQ_STR(at_str_skip(AT_STR("abc"), 4), "");
    T_EQ_STR(at_str_after_last(AT_STR("a/b/c"), '/'), "c");
    T_EQ_STR(at_str_after_last(AT_STR("a/b/"), '/'), "");
    T_EQ_STR(at_str_after_last(AT_STR("abc"), '/'), "abc");
    T_EQ_SIZE(at_str_after_last(at_str(NULL), '/').len, 0);
    T_EQ_STR(at_str_head(AT_STR("abc"), 2), "ab");
    T_EQ_STR(at_str_head(AT_STR("abc"), 4), "abc");
    T_EQ_STR(at_str_trim(AT_STR(" \t\r\na b\n ")), "a b");
    T_EQ_STR(at_str_trim(AT_STR(" \n ")), "");
}

static const struct {
    const char *in;
    const char *parts[4];
} splits[] = {
    {"a,b", {"a", "b"}}, {"a,,b", {"a", "", "b"}},
    {",a", {"", "a"}},   {"a,", {"a"}},
    {",", {""}},         {"a", {"a"}},
};

T_TEST(splits_at_separators)
{
    for (size_t i = 0; i < T_LEN(splits); i++) {
        struct at_str rest = at_str(splits[i].in);
        struct at_str part;
        size_t n = 0;
        T_ROW(splits[i].in);
        for (; at_str_next(&rest, ',', &part); n++) {
            T_OK(splits[i].parts[n] != NULL);
            T_EQ_STR(part, splits[i].parts[n]);
        }
        T_NULL(splits[i].parts[n]);
    }
}

T_TEST(splits_lines)
{
    struct at_str rest = AT_STR("a\r\n\nb\rc\n\r\nd\r");
    static const char *const want[] = {"a", "", "b\rc", "", "d"};
    struct at_str line;
    for (size_t i = 0; i < T_LEN(want); i++) {
        T_OK(at_str_next_line(&rest, &line));
        T_EQ_STR(line, want[i]);
    }
    T_NOT(at_str_next_line(&rest, &line));
}

// Borders of Table 3-7 of the Unicode standard.
static const struct {
    const char *in;
    size_t len; // 0: malformed
    uint32_t cp;
} characters[] = {
    {"\x01", 1, 1},
    {"\x7f", 1, 0x7f},
    {"\x80", 0, 0},
    {"\xbf", 0, 0},
    {"\xc0\x80", 0, 0},
    {"\xc1\xbf", 0, 0},
    {"\xc2\x80", 2, 0x80},
    {"\xdf\xbf", 2, 0x7ff},
    {"\xc2\x7f", 0, 0},
    {"\xc2\xc0", 0, 0},
    {"\xe0\x9f\xbf", 0, 0},
    {"\xe0\xa0\x80", 3, 0x800},
    {"\xed\x9f\xbf", 3, 0xd7ff},
    {"\xed\xa0\x80", 0, 0},
    {"\xee\x80\x80", 3, 0xe000},
    {"\xef\xbf\xbf", 3, 0xffff},
    {"\xe1\x80\x7f", 0, 0},
    {"\xf0\x8f\xbf\xbf", 0, 0},
    {"\xf0\x90\x80\x80", 4, 0x10000},
    {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    {"\xf4\x90\x80\x80", 0, 0},
    {"\xf5\x80\x80\x80", 0, 0},
    {"\xff", 0, 0},
    {"\xf0\x90\x80\xc0", 0, 0},
};

T_TEST(reads_utf8)
{
    for (size_t i = 0; i < T_LEN(characters); i++) {
        struct at_str in = at_str(characters[i].in);
        uint32_t cp = 0;
        T_ROW(characters[i].in);
        T_EQ_SIZE(at_utf8_next(in, &cp), characters[i].len);
        T_EQ_INT(cp, characters[i].cp);
        T_EQ_INT(at_utf8_valid(in), characters[i].len > 0);
        for (size_t cut = 1; cut < in.len; cut++)
            T_EQ_SIZE(at_utf8_next(at_str_head(in, cut), NULL), 0);
    }
    T_EQ_SIZE(at_utf8_count(AT_STR("a\xc3\xa9\xff\xf0\x9f\x98\x80")), 4);
}

static const struct {
    const char *in;
    size_t max;
    const char *head;
} heads[] = {
    {"abc", 3, "abc"},
    {"abc", 2, "ab"},
    {"abc", 0, ""},
    {"a\xc3\xa9", 2, "a"},
    {"a\xc3\xa9z", 3, "a\xc3\xa9"},
    {"\xf0\x9f\x98\x80", 3, ""},
    {"x\xf0\x9f\x98\x80y", 4, "x"},
    // No character starts within reach: not text, cut where asked.
    {"\x80\x80\x80\x80\x80\x80\x80", 6, "\x80\x80\x80\x80\x80\x80"},
};

T_TEST(cuts_at_characters)
{
    for (size_t i = 0; i < T_LEN(heads); i++) {
        char buf[16];
        T_ROW(heads[i].in);
        T_EQ_STR(at_utf8_head(at_str(heads[i].in), heads[i].max),
                 heads[i].head);
        at_str_cut(buf, heads[i].max + 1, at_str(heads[i].in));
        T_EQ_TEXT(buf, heads[i].head);
    }
    char untouched = 'u';
    at_str_cut(&untouched, 0, AT_STR("abc"));
    T_EQ_INT(untouched, 'u');
}

static const struct {
    const char *in;
    size_t cap;
    const char *out;
} sentences[] = {
    {"", 8, ""},
    {"fits here", 10, "fits here"},
    {"one byte too long", 17, "one byte too…"},
    {"it cannot be read", 12, "it…"},
    {"it cannot be read", 13, "it cannot…"},
    {"withoutblanks", 10, "withou…"},
    {"w\xc3\xa4\xc3\xa4\xc3\xa4rm", 8, "w\xc3\xa4…"},
    {"no room for the mark", 4, "no "},
    {"nothing", 1, ""},
};

T_TEST(sentences_end_with_a_whole_word)
{
    for (size_t i = 0; i < T_LEN(sentences); i++) {
        char buf[32];
        T_ROW(sentences[i].in);
        at_str_cut_words(buf, sentences[i].cap, at_str(sentences[i].in));
        T_EQ_TEXT(buf, sentences[i].out);
        T_OK(strlen(buf) < sentences[i].cap);
    }
}

T_MAIN()
