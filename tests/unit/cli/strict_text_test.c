// strict_text_test.c: the characters of the strict set, and the first other
#include "tests/t.h"

#include "cli/strict_text.h"

static const struct {
    const char *text;
    const char *refused; // NULL: none
    size_t place;
} rows[] = {
    {"", NULL, 0},
    {"demo@example.com", NULL, 0},
    {"AZaz09 @._-:/+", NULL, 0},
    {"don't", "'", 4},
    {"a%b", "%", 2},
    {"\tx", "\t", 1},
    {"x\n", "\n", 2},
    {"naïve", "ï", 3},
    {"漢字", "漢", 1},
    {"ok 🎉", "🎉", 4},
    {"a\xff", "\xff", 2},
    {"~", "~", 1},
    {"[", "[", 1},
    {"`", "`", 1},
    {"{", "{", 1},
};

T_TEST(strict_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str refused;
        size_t place = 0;
        T_ROW(rows[i].text);
        bool ok = at_strict_text(at_str(rows[i].text), &refused, &place);
        T_EQ_INT(ok, rows[i].refused == NULL);
        if (ok)
            continue;
        T_EQ_STR(refused, rows[i].refused);
        T_EQ_SIZE(place, rows[i].place);
    }
}

T_TEST(strict_cut_anywhere)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        for (size_t cut = 0; cut < strlen(rows[i].text); cut++) {
            struct at_str text = at_str_n(rows[i].text, cut);
            struct at_str refused;
            size_t place;
            T_ROW(rows[i].text);
            if (!at_strict_text(text, &refused, &place))
                T_OK(refused.ptr + refused.len <= text.ptr + text.len);
        }
    }
}

T_MAIN()
