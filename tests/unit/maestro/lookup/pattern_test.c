// pattern_test.c: Java's regular expressions, with the verdicts that Java 17
// gives
#include "maestro/lookup/pattern.h"
#include "base/buf.h"
#include "base/limits_lookup.h"
#include "tests/t.h"

// Verdicts on a whole value.
enum { NO, YES, QUOTED, REFUSED };

static const struct {
    const char *pattern;
    const char *value;
    int verdict;
} rows[] = {
    // the whole value, in any case, over lines
    {"", "", YES},
    {"", "a", NO},
    {"log in", "LOG IN", YES},
    {"log", "log in", NO},
    {"é", "É", YES},
    {"σ", "ς", YES},
    {"k", "\u212a", YES},
    {"i", "ı", YES},
    {"I", "İ", YES},
    {"ı", "i", YES},
    {"[a-z]", "İ", YES},
    {"[A-Z]", "İ", NO},
    {"[^i]", "ı", NO},
    {"a.b", "a\nb", YES},
    {"^a\n^b", "a\nb", YES},
    {"a$\nb", "a\nb", YES},
    {"^", "", NO},
    {"$", "", YES},
    {".", "😀", YES},
    {"a|", "", YES},
    // invalid in Java, so quoted
    {"[x", "[X", QUOTED},
    {"*", "*", QUOTED},
    {"{name}", "{NAME}", QUOTED},
    {"x{,3}", "X{,3}", QUOTED},
    {"a{3,1}", "A{3,1}", QUOTED},
    {"a{3", "a{3", QUOTED},
    {"a**", "a**", QUOTED},
    {"(a", "(A", QUOTED},
    {"Hello :)", "hello :)", QUOTED},
    {"[b-a]", "[b-a]", QUOTED},
    {"[a-\\d]", "[a-\\d]", QUOTED},
    {"\\y", "\\Y", QUOTED},
    {"\\E", "\\e", QUOTED},
    {"\\u{41}", "\\u{41}", QUOTED},
    {"\\x{110000}", "\\x{110000}", QUOTED},
    {"\\08", "\\08", QUOTED},
    {"(?P<n>a)", "(?p<n>a)", QUOTED},
    {"(?#c)a", "(?#c)a", QUOTED},
    {"(?|a)", "(?|a)", QUOTED},
    {"(?<1>a)", "(?<1>a)", QUOTED},
    {"(?<a>x)(?<a>y)", "(?<a>x)(?<a>y)", QUOTED},
    {"\\k<n>(?<n>a)", "\\k<n>(?<n>a)", QUOTED},
    {"(?<=(ab)+)c", "(?<=(ab)+)c", QUOTED},
    {"\\p{Foo}", "\\p{foo}", QUOTED},
    {"\\p{IsFoo}", "\\p{isfoo}", QUOTED},
    {"\\p{L&}", "\\p{L&}", QUOTED},
    {"\\p{^L}", "\\p{^L}", QUOTED},
    {"trailing\\", "trailing\\", QUOTED},
    // repetitions
    {"a{2}{3}", "aa", YES},
    {"{3}", "", YES},
    {"a++a", "aa", NO},
    {"a*+", "aaa", YES},
    {"a{2,}+", "aaa", YES},
    {"a??", "a", YES},
    {"^*a", "a", YES},
    {"\\b+a", "a", YES},
    {"(?=a)*a", "a", YES},
    {"x{0}", "", YES},
    {"(?>a|ab)c", "abc", NO},
    {"a}", "a}", YES},
    {"]", "]", YES},
    // groups
    {"(a)\\1", "aA", YES},
    {"(a)\\2", "ab", NO},
    {"\\1", "x", NO},
    {"(a)\\11", "aa1", YES},
    {"(?<n>a)\\k<n>", "aA", YES},
    {"(?<n>a)(?<N>b)", "ab", YES},
    {"(?<!x)a", "a", YES},
    {"(?!.*no).*", "yes", YES},
    // escapes
    {"\\d+", "42", YES},
    {"\\d", "٥", NO},
    {"\\w", "é", NO},
    {".*\\bÉté\\b.*", "un Été la", YES},
    {"\\s", "\u00a0", NO},
    {"\\h", "\u00a0", YES},
    {"\\R", "\r\n", YES},
    {"\\X", "e\u0301", YES},
    {"a\\Z", "a", YES},
    {"\\Aa\\z", "a", YES},
    {"\\G", "", YES},
    {"\\_\\-\\$", "_-$", YES},
    {"\\u0041\\x42\\x{43}\\0104", "abcd", YES},
    {"\\uD83D\\uDE00", "😀", YES},
    {"\\cA\\t\\e", "\001\t\033", YES},
    {"\\Qa.b\\E", "A.B", YES},
    {"\\Qa.b", "axb", NO},
    {"\\Qab\\E*", "abbb", YES},
    {"a\\Q\\E*", "aaa", YES},
    {"[\\Q^-]\\E]", "]", YES},
    // classes
    {"[a-z&&[^b]]", "b", NO},
    {"[a-z&&[^b]]", "c", YES},
    {"[a-c&&b-d]", "a", NO},
    {"[a-c&&b-d]", "b", YES},
    {"[^a-c&&b]", "a", YES},
    {"[^a-c&&b]", "b", NO},
    {"[a[b]]", "b", YES},
    {"[^a[b]]", "b", NO},
    {"[^a[b]]", "c", YES},
    {"[abc&&[ab]c]", "c", YES},
    {"[a-d&&b-c&&c]", "b", NO},
    {"[\\w&&[^\\d]]", "5", NO},
    {"[a&b]", "&", YES},
    {"[]a]", "]", YES},
    {"[^]a]", "]", NO},
    {"[a-]", "-", YES},
    {"[\\d-z]", "-", YES},
    {"[\\D\\p{IsGreek}]", "x", YES},
    {"[[:alpha:]]", ":", YES},
    // properties
    {"\\p{L}+", "aÉ", YES},
    {"\\pL\\P{L}", "a1", YES},
    {"\\p{Lu}", "a", YES}, // any case
    {"(?-i)\\p{Lu}", "a", NO},
    {"\\p{Lower}", "A", YES},
    {"\\p{Lower}", "é", NO},
    {"\\p{javaLowerCase}", "É", YES},
    {"\\p{IsAlphabetic}", "é", YES},
    {"\\p{IsLatin}", "a", YES},
    {"\\p{script=Greek}", "α", YES},
    {"\\p{InGreek}", "α", YES},
    {"\\p{block=Basic Latin}", "a", YES},
    {"\\p{gc=Lu}", "a", YES},
    {"\\p{Punct}", "!", YES},
    {"\\P{Alpha}", "é", YES},
    {"\\p{IsAssigned}", "a", YES},
    {"\\p{LC}", "a", YES},
    // inline flags
    {"(?-i)abc", "ABC", NO},
    {"(?-i:a)b", "aB", YES},
    {"(?i)abc", "ABC", YES},
    {"(?x) a b # c", "AB", YES},
    {"(?x)[a b]", " ", NO},
    {"(?x)a\\ b", "a b", YES},
    {"(?-s).", "\n", NO},
    {"(?u)a(?d)b", "AB", YES},
    {"(?U)\\w", "é", YES},
    // valid in Java, without an equivalent
    {"(?c)a", "a", REFUSED},
    {"(?-u)a", "a", REFUSED},
    {"a(?U)b", "ab", REFUSED},
    {"(?d)^a", "a", REFUSED},
    {"\\N{LATIN SMALL LETTER A}", "a", REFUSED},
    {"\\b{g}a", "a", REFUSED},
    {"\\p{InRunic}", "a", REFUSED},
    {"\\p{javaMirrored}", "a", REFUSED},
    {"[a&&]", "a", REFUSED},
    {"a{99999}", "a", REFUSED},
    {"(?<=a+)b", "b", REFUSED},
};

T_TEST(pattern_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_maestro_pattern *pattern = NULL;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].pattern);
        bool ok =
            at_maestro_pattern_new(at_str(rows[i].pattern), &pattern, &err);
        T_EQ_INT(ok, rows[i].verdict != REFUSED);
        if (!ok) {
            T_EQ_INT(err.code, AT_EUNSUPPORTED);
            T_HAS(err.msg, rows[i].pattern);
            continue;
        }
        int verdict =
            (int)at_maestro_pattern_id(pattern, at_str(rows[i].value));
        T_EQ_INT(at_maestro_pattern_is_quoted(pattern),
                 rows[i].verdict == QUOTED);
        T_EQ_INT(verdict, rows[i].verdict == NO ? AT_MAESTRO_DIFFERS
                                                : AT_MAESTRO_MATCHES);
        at_maestro_pattern_free(pattern);
    }
}

static const struct {
    const char *pattern;
    const char *value;
    enum at_maestro_match text;
    enum at_maestro_match id;
} uses[] = {
    {"Total (3)", "Total (3)", AT_MAESTRO_EQUALS, AT_MAESTRO_DIFFERS},
    {"Total (3)", "total (3)", AT_MAESTRO_DIFFERS, AT_MAESTRO_DIFFERS},
    {"C++", "C++", AT_MAESTRO_EQUALS, AT_MAESTRO_DIFFERS},
    {"item[0]", "item[0]", AT_MAESTRO_EQUALS, AT_MAESTRO_DIFFERS},
    {"a b", "a\nb", AT_MAESTRO_MATCHES, AT_MAESTRO_DIFFERS},
    {"a (b)", "a\n(b)", AT_MAESTRO_EQUALS, AT_MAESTRO_DIFFERS},
    {"name", "app:id/name", AT_MAESTRO_DIFFERS, AT_MAESTRO_MATCHES},
    {"app:id/name", "app:id/name", AT_MAESTRO_MATCHES, AT_MAESTRO_MATCHES},
    {"name", "a/b/name", AT_MAESTRO_DIFFERS, AT_MAESTRO_MATCHES},
    {"b/name", "a/b/name", AT_MAESTRO_DIFFERS, AT_MAESTRO_DIFFERS},
    {"", "a/", AT_MAESTRO_DIFFERS, AT_MAESTRO_MATCHES},
    {"(a|a)*(b|d)", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac",
     AT_MAESTRO_TOO_HARD, AT_MAESTRO_TOO_HARD},
    {"a", "\xff", AT_MAESTRO_DIFFERS, AT_MAESTRO_DIFFERS},
};

T_TEST(texts_are_also_equal_literally_and_ids_are_not)
{
    for (size_t i = 0; i < T_LEN(uses); i++) {
        struct at_maestro_pattern *pattern = NULL;
        struct at_str value = at_str(uses[i].value);
        T_ROW(uses[i].pattern);
        T_OK(at_maestro_pattern_new(at_str(uses[i].pattern), &pattern, NULL));
        T_EQ_INT(at_maestro_pattern_text(pattern, value), uses[i].text);
        T_EQ_INT(at_maestro_pattern_id(pattern, value), uses[i].id);
        at_maestro_pattern_free(pattern);
    }
}

static char *
repeat(const char *part, size_t count)
{
    struct at_buf text = AT_BUF_INIT(16 * AT_MIB);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(&text, part);
    return at_buf_take(&text);
}

T_TEST(a_long_text_is_not_too_hard)
{
    struct at_maestro_pattern *pattern = NULL;
    char *text = repeat("words, words ", 400);
    T_OK(at_maestro_pattern_new(AT_STR("((\\w|,)+\\s?)+"), &pattern, NULL));
    T_EQ_INT(at_maestro_pattern_text(pattern, at_str(text)),
             AT_MAESTRO_MATCHES);
    at_maestro_pattern_free(pattern);
    free(text);
}

T_TEST(a_pattern_that_takes_too_long_is_named)
{
    struct at_maestro_pattern *pattern = NULL;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_maestro_pattern_new(AT_STR("(a+)+b"), &pattern, &err));
    T_NOT(at_maestro_pattern_fail(pattern, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_HAS(err.msg, "'(a+)+b' takes too long to match");
    at_maestro_pattern_free(pattern);
}

T_TEST(a_pattern_knows_whether_it_matches_its_own_text)
{
    static const struct {
        const char *pattern;
        bool rejects;
    } own[] = {
        {"Log in", false}, {"Is it?", true},    {"a|b", true}, {"$5.00", true},
        {"1.0", false},    {"Total (3)", true}, {"[x", false}, {"", false},
    };
    for (size_t i = 0; i < T_LEN(own); i++) {
        struct at_maestro_pattern *pattern = NULL;
        T_ROW(own[i].pattern);
        T_OK(at_maestro_pattern_new(at_str(own[i].pattern), &pattern, NULL));
        T_EQ_INT(at_maestro_pattern_rejects_itself(pattern), own[i].rejects);
        at_maestro_pattern_free(pattern);
    }
}

T_TEST(sizes_are_limited)
{
    static const struct {
        const char *part;
        size_t count;
        bool ok;
    } sizes[] = {
        {"a", AT_MAESTRO_PATTERN_MAX_BYTES, true},
        {"a", AT_MAESTRO_PATTERN_MAX_BYTES + 1, false},
        {"(", 5000, false},
        {"[", 5000, false},
        {"[^a", 5000, false},
        {"((ab){1000}c){1000}", 1, false},
        {"Sit, it is. ", 80, true},
    };
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        struct at_maestro_pattern *pattern = NULL;
        struct at_err err = AT_ERR_INIT;
        char *text = repeat(sizes[i].part, sizes[i].count);
        T_ROW(sizes[i].part);
        T_EQ_INT(at_maestro_pattern_new(at_str(text), &pattern, &err),
                 sizes[i].ok);
        at_maestro_pattern_free(sizes[i].ok ? pattern : NULL);
        free(text);
    }
}

T_MAIN()
