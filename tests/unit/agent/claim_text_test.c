// claim_text_test.c: a word of a claim is a word of the screen
#include "agent/proof/claim.h"
#include "tests/t.h"

static const struct {
    const char *text;
    const char *words;
    bool has;
    bool is;
} rows[] = {
    {"Paid", "Paid", true, true},
    {"Status: Paid", "paid", true, false},
    {"Status: Unpaid", "Paid", false, false},
    {"Prepaid card", "Paid", false, false},
    {"1 item", "1 item", true, true},
    {"11 items", "1 item", false, false},
    {"11 item", "1 item", false, false},
    {"Total: $10.50", "$1", false, false},
    {"Total: $10.50", "$10", false, false},
    {"Total: $10.50", "$10.50", true, false},
    {"Total: $10.50", "10.50", true, false},
    {"Total: $10.50", "€10.50", false, false},
    {"Total: $10.50", "0.50", false, false},
    {"Total: $10.50", "Total 10.50", true, false},
    {"Total: -5", "5", false, false},
    {"Total: -5", "-5", true, false},
    {"Pages 3-5", "5", false, false},
    {"Pages 3-5", "3-5", true, false},
    {"14:30", "4:30", false, false},
    {"14:30", "14:3", false, false},
    {"at 14:30.", "14:30", true, false},
    {"50%", "50", true, false},
    {"50%", "5", false, false},
    {"50", "50%", false, false},
    {"150%", "50%", false, false},
    {"1,234.50", "234.50", false, false},
    {"v1.2.3", "1.2", false, false},
    {"Room 214", "Room 21", false, false},
    {"Room 214", "room 214", true, true},
    {"Room 214b", "Room 214", false, false},
    {"Total:", "Total", true, true},
    {"Total savings", "Total", true, false},
    {"Subtotal", "Total", false, false},
    {"Über uns", "uber UNS", true, true},
    {"Message  sent", "Message sent", true, true},
    {"Message\nsent", "Message sent", true, true},
    {"Message not sent", "Message sent", false, false},
    {"demo@example.com", "demo@example.com", true, true},
    {"demo@example.com", "mo@example.com", false, false},
    {"已保存更改", "保存", true, false},
    {"已保存更改", "更保", false, false},
    {"✓", "✓", true, true},
    {"Done ✓", "✓", true, false},
    {"", "x", false, false},
    {"x", "", false, false},
    {"21 °C", "21 °C", true, true},
    {"21 °C", "1 °C", false, false},
    {"1\u00a0234,50 €", "234,50 €", false, false},
    {"1\u202f234 €", "234 €", false, false},
    {"1\u00a0234,50 €", "1234,50 €", true, true},
    {"1\u202f035 ₽", "1 035 ₽", true, true},
    {"1 035 ₽", "1\u00a0035 ₽", true, true},
    {"1\u202f035\u202f000 ₽", "1 035", false, false},
    {"2020\u20132024", "2020-2024", true, true},
    {"\u1112\u1161\u11ab", "\ud55c", true, true},
    {"Level 3 100 points", "100 points", true, false},
    {"27.11.2026", "2026", false, false},
    {"27.11.2026", "27.11", false, false},
    {"Room\u00a0214", "Room 214", true, true},
    {"ＰＡＩＤ", "paid", true, true},
};

T_TEST(words_are_whole)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].text);
        T_EQ_INT(at_claim_text_has(at_str(rows[i].text), at_str(rows[i].words)),
                 rows[i].has);
        T_EQ_INT(at_claim_text_is(at_str(rows[i].text), at_str(rows[i].words)),
                 rows[i].is);
    }
}

T_TEST(any_bytes_are_safe)
{
    static const char bytes[] = "\xff\xfe 1.\xc3 $\xe2\x82 -\x80 5,\xf0\x9f";
    for (size_t i = 0; i < sizeof(bytes); i++) {
        for (size_t k = i; k < sizeof(bytes); k++) {
            struct at_str part = at_str_n(bytes + i, k - i);
            (void)at_claim_text_has(at_str(bytes), part);
            (void)at_claim_text_is(part, at_str(bytes));
        }
    }
}

T_TEST(short_words_prove_nothing)
{
    T_NOT(at_claim_is_telling(at_str("e")));
    T_NOT(at_claim_is_telling(at_str("OK")));
    T_NOT(at_claim_is_telling(at_str("$5")));
    T_NOT(at_claim_is_telling(at_str(" - ")));
    T_OK(at_claim_is_telling(at_str("50%")));
    T_OK(at_claim_is_telling(at_str("Yes")));
    T_OK(at_claim_is_telling(at_str("保存")));
    T_OK(at_claim_is_telling(at_str("a b c")));
}

T_MAIN()
