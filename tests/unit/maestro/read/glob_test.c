// glob_test.c: patterns of paths, as Java's file system matches them
#include "maestro/read/glob.h"

#include "tests/t.h"

static const struct {
    const char *pattern;
    const char *path;
    bool fits;
} rows[] = {
    {"*", "a.yaml", true},
    {"*", "sub/a.yaml", false},
    {"**", "a.yaml", true},
    {"**", "sub/deep/a.yaml", true},
    {"**/*.yaml", "a.yaml", false},
    {"**/*.yaml", "sub/a.yaml", true},
    {"**/*.yaml", "sub/deep/a.yaml", true},
    {"**.yaml", "a.yaml", true},
    {"sub/*", "sub/a.yaml", true},
    {"sub/*", "sub/deep/a.yaml", false},
    {"sub/**", "sub/deep/a.yaml", true},
    {"sub/**", "sub", false},
    {"./a.yaml", "a.yaml", false},
    {"a?.yaml", "ab.yaml", true},
    {"a?.yaml", "a/.yaml", false},
    {"a?.yaml", "a.yaml", false},
    {"[ab].yaml", "a.yaml", true},
    {"[ab].yaml", "c.yaml", false},
    {"[a-c].yaml", "b.yaml", true},
    {"[!a-c].yaml", "b.yaml", false},
    {"[!a-c].yaml", "d.yaml", true},
    {"x[!a]y", "x/y", false},
    {"{a,b}.yaml", "b.yaml", true},
    {"{a,b}.yaml", "c.yaml", false},
    {"{a*,sub/**}", "sub/x/y", true},
    {"{a,}b", "b", true},
    {"*.{yaml,yml}", "a.yml", true},
    {"a\\*b", "a*b", true},
    {"a\\*b", "axb", false},
    {"A.yaml", "a.yaml", false},
    {".hidden/*", ".hidden/a", true},
    {"*a*a*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false},
    {"", "", true},
    {"", "a", false},
};

static const struct {
    const char *pattern;
    const char *wrong;
} wrong_rows[] = {
    {"[a", "a [ is not closed"},
    {"{a", "a { is not closed"},
    {"{a,{b}}", "{} may not be nested"},
    {"a\\", "a \\ needs a character behind it"},
    {"\\[a", NULL},
    {"\\\\[a", "a [ is not closed"},
    {"a{b\\}c}", NULL},
    {"[]]", NULL},
};

T_TEST(rows_match)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].pattern);
        T_NULL(at_maestro_glob_wrong(at_str(rows[i].pattern)));
        T_EQ_INT(at_maestro_glob(at_str(rows[i].pattern), at_str(rows[i].path)),
                 rows[i].fits);
    }
}

T_TEST(wrong_patterns_are_named)
{
    for (size_t i = 0; i < T_LEN(wrong_rows); i++) {
        const char *wrong =
            at_maestro_glob_wrong(at_str(wrong_rows[i].pattern));
        T_ROW(wrong_rows[i].pattern);
        T_EQ_TEXT(wrong ? wrong : "",
                  wrong_rows[i].wrong ? wrong_rows[i].wrong : "");
    }
}

// From copies that end where the text does: a sanitizer sees each byte beyond.
T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t len = strlen(rows[i].pattern);
        for (size_t cut = 0; cut <= len; cut++) {
            char *copy = malloc(cut + 1);
            memcpy(copy + 1, rows[i].pattern, cut);
            (void)at_maestro_glob(at_str_n(copy + 1, cut),
                                  at_str(rows[i].path));
            free(copy);
        }
    }
}

T_MAIN()
