// tags_test.c: expressions over tags, by rows
#include "tests/t.h"
#include "tester/suite/tags.h"

static const struct {
    const char *expression, *tags; // tags with blanks between them
    bool matches;
} rows[] = {
    {"smoke", "smoke", true},
    {"smoke", "Smoke", true},
    {"SMOKE", "smoke login", true},
    {"smoke", "smoketest", false},
    {"smoke", "", false},
    {"!smoke", "", true},
    {"!smoke", "smoke", false},
    {"!!smoke", "smoke", true},
    {"a+b", "a b", true},
    {"a+b", "a", false},
    {"a,b", "b", true},
    {"a,b", "c", false},
    {"a+!b", "a", true},
    {"a+!b", "a b", false},
    {"a+b,c", "c", true},
    {"a+b,c", "a", false},
    {"c,a+b", "a b", true},
    {" a + b , ! c ", "x", true},
    {"a b", "a b", false}, // a tag with a blank, which neither is
};

static const char *const bad[] = {"",     " ", "a,",    ",a",
                                  "a++b", "!", "a,!+b", "+"};

T_TEST(matches)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv tags = AT_ARGV_INIT;
        struct at_str rest = at_str(rows[i].tags), word;
        while (at_str_next(&rest, ' ', &word))
            at_argv_add_str(&tags, word);
        T_ROW(rows[i].expression);
        T_OK(at_tags_check(at_str(rows[i].expression), NULL));
        T_EQ_INT(at_tags_match(at_str(rows[i].expression), &tags),
                 rows[i].matches);
        at_argv_deinit(&tags);
    }
}

T_TEST(says_what_an_expression_is)
{
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad[i]);
        T_NOT(at_tags_check(at_str(bad[i]), &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, "a+b is both, a,b is either, !a is not a");
    }
}

T_MAIN()
