#include "base/alike.h"

#include "base/alike_rows.h"
#include "base/quote.h"
#include "tests/t.h"

enum { DIFFERENT, SAME };

static const struct {
    const char *shown;
    const char *written;
    int alike;
} rows[] = {
    {"Save", "Save", SAME},
    {"Save", "save", DIFFERENT},
    {"Save", "Save ", DIFFERENT},
    {"", "", SAME},
    {"", "\u200b", DIFFERENT},
    {"\u00ad", "\u200b", DIFFERENT},
    // Blanks
    {"3:45\u202fPM", "3:45 PM", SAME},
    {"1\u00a0035 ₽", "1 035 ₽", SAME},
    {"1\u2009035", "1\u202f035", SAME},
    {"a\u2003b", "a b", SAME},
    {"a\u3000b", "a b", SAME},
    {"a\u205fb\u1680c", "a b c", SAME},
    {"a\u00a0\u00a0b", "a b", DIFFERENT},
    {"a\tb", "a b", DIFFERENT},
    {"a\nb", "a b", DIFFERENT},
    // Invisible characters
    {"Donau\u00addampf", "Donaudampf", SAME},
    {"\u200bSave\ufeff", "Save", SAME},
    {"\u2066Save\u2069", "Save", SAME},
    {"\u200eSave\u200f", "Save", SAME},
    {"\u202a+1 555\u202c", "+1 555", SAME},
    {"\u202eevaS", "evaS", DIFFERENT},
    {"❤\ufe0f", "❤", SAME},
    // Joiners
    {"Sa\u200cve", "Save", SAME},
    {"Sa\u200dvé\u200d", "Savé", SAME},
    {"д\u200cа", "да", SAME},
    {"می\u200cخواهم", "میخواهم", DIFFERENT},
    {"👨\u200d👩", "👨👩", DIFFERENT},
    // Dashes
    {"2020\u20132024", "2020-2024", SAME},
    {"e\u2011mail", "e-mail", SAME},
    {"\u22125 °C", "-5 °C", SAME},
    {"a \u2014 b", "a - b", SAME},
    {"a_b", "a-b", DIFFERENT},
    // Quotes are not
    {"Don\u2019t", "Don't", DIFFERENT},
    // Canonical forms
    {"cafe\u0301", "caf\u00e9", SAME},
    {"Vie\u0323\u0302t", "Vi\u1ec7t", SAME},
    {"Vi\u00ea\u0323t", "Vi\u1ec7t", SAME},
    {"\u212b", "\u00c5", SAME},
    {"\u1112\u1161\u11ab", "\ud55c", SAME},
    {"\u0439", "\u0438\u0306", SAME},
    {"\u304b\u3099", "\u304c", SAME},
    {"\u0958", "\u0915\u093c", SAME},
    {"cafe", "caf\u00e9", DIFFERENT},
    {"a\u0301\u0323", "a\u0323\u0301", SAME},
    {"a\u0301\u0300", "a\u0300\u0301", DIFFERENT},
    {"\ufb01", "fi", DIFFERENT}, // compatible, and not the same
    // Malformed
    {"a\xff", "a\xff", SAME},
    {"a\xff", "a\xc2\xa0", DIFFERENT},
};

T_TEST(texts_that_look_the_same_are)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str shown = at_str(rows[i].shown);
        struct at_str written = at_str(rows[i].written);
        T_ROW(rows[i].shown);
        T_EQ_INT(at_alike_eq(shown, written), rows[i].alike);
        T_EQ_INT(at_alike_eq(written, shown), rows[i].alike);
        if (rows[i].alike) {
            T_OK(at_alike_has(shown, written));
            T_OK(at_alike_starts(shown, written));
            T_OK(at_alike_has_nocase(shown, written));
            T_OK(at_alike_eq_nocase(shown, written));
            T_OK(at_alike_has_near(shown, written));
        }
    }
}

static const struct {
    const char *has;
    const char *want;
    bool exact;
    bool nocase;
    bool near;
} parts[] = {
    {"Meeting at 3:45\u202fPM", "3:45 PM", true, true, true},
    {"Meeting at 3:45\u202fPM", "3:45 pm", false, true, true},
    {"Don\u2019t ask", "don't", false, false, true},
    {"\u201cGo\u201d", "\"Go\"", false, false, true},
    {"caf\u00e9", "cafe", false, false, false},
    {"cafe\u0301", "cafe", false, false, false},
    {"caf\u00e9", "", true, true, true},
    {"Save", "\u200b", false, false, false},
};

T_TEST(parts_are_found_alike)
{
    for (size_t i = 0; i < T_LEN(parts); i++) {
        struct at_str has = at_str(parts[i].has);
        struct at_str want = at_str(parts[i].want);
        T_ROW(parts[i].has);
        T_EQ_INT(at_alike_has(has, want), parts[i].exact);
        T_EQ_INT(at_alike_has_nocase(has, want), parts[i].nocase);
        T_EQ_INT(at_alike_has_near(has, want), parts[i].near);
    }
}

// Each canonical pair becomes its one character, and that stays as it is.
T_TEST(the_tables_compose_what_they_take_apart)
{
    struct at_buf room = AT_BUF_INIT(64);
    for (size_t i = 0; i < at_canonical_count; i++) {
        const struct at_canonical_row *row = &at_canonical_rows[i];
        char one[4];
        char two[8];
        size_t one_len = at_utf8_encode(row->cp, one);
        size_t two_len = at_utf8_encode(row->first, two);
        if (row->second)
            two_len += at_utf8_encode(row->second, two + two_len);
        T_OK(i == 0 || at_canonical_rows[i - 1].cp < row->cp);
        T_OK(at_alike_eq(at_str_n(one, one_len), at_str_n(two, two_len)));
        struct at_str folded = at_alike_fold(at_str_n(two, two_len), &room);
        if (row->composes)
            T_OK(at_str_eq(folded, at_str_n(one, one_len)));
    }
    at_buf_deinit(&room);
}

static const struct {
    const char *text;
    const char *quoted;
} quoted[] = {
    {"3:45\u202fPM", "\"3:45\\u202fPM\""},
    {"1\u00a0035", "\"1\\u00a0035\""},
    {"Donau\u00addampf", "\"Donau\\u00addampf\""},
    {"e\u2011mail", "\"e\\u2011mail\""},
    {"山田\u3000太郎", "\"山田\u3000太郎\""},
    {"2020\u20132024", "\"2020\u20132024\""},
};

T_TEST(quotes_show_what_is_not_as_it_looks)
{
    struct at_buf out = AT_BUF_INIT(256);
    for (size_t i = 0; i < T_LEN(quoted); i++) {
        at_buf_clear(&out);
        at_quote_write(at_str(quoted[i].text), &out);
        T_EQ_TEXT(at_buf_text(&out), quoted[i].quoted);
    }
    at_buf_deinit(&out);
}

T_MAIN()
