// amount_test.c: amounts as screens of many countries write them
#include "agent/proof/amount.h"
#include "base/limits.h"
#include "tests/t.h"

// value in ten-thousandths; INT64_MIN: the text has no amount.
static const struct {
    const char *text;
    int64_t value;
    const char *unit;
} rows[] = {
    {"20.95 €", 209500, "€"},
    {"20,95 €", 209500, "€"},
    {"€20.95", 209500, "€"},
    {"$1,234.50", 12345000, "$"},
    {"1.234,50 €", 12345000, "€"},
    {"1 234,50 €", 12345000, "€"},
    {"1\xc2\xa0"
     "234,50\xc2\xa0€",
     12345000, "€"},
    {"1'234.50 CHF", 12345000, "CHF"},
    {"Rs 1,00,000", 1000000000, "Rs"},
    {"1,234", 12340000, ""},
    {"1.234", 12340000, ""},
    {"0.125", 1250, ""},
    {"1.5", 15000, ""},
    {"1,234,567", 12345670000, ""},
    {"1,234.567", 12345670, ""},
    {"USD 5", 50000, "USD"},
    {"-3.50 €", -35000, "€"},
    {"−3,5 kg", -35000, "kg"},
    {"-$5", -50000, "$"},
    {"$-5", -50000, "$"},
    {"Total: 27.70 €", 277000, "€"},
    {"Medicines (2): 20.95 €", 209500, "€"},
    {"3 items, 12.40", 124000, ""},
    {"7 stars", 70000, ""},
    {"50%", 500000, "%"},
    {"¥1200", 12000000, "¥"},
    {"1200円", 12000000, "円"},
    {"14:30", INT64_MIN, ""},
    {"2026-11-27", INT64_MIN, ""},
    {"1/2", INT64_MIN, ""},
    {"A4", INT64_MIN, ""},
    {"none", INT64_MIN, ""},
    {"", INT64_MIN, ""},
    {"123456789012345678901", INT64_MIN, ""},
    {"call 14:30 and pay 5.00", 50000, ""},
    {"Fr. 12.\u2013", 120000, "Fr."},
    {"12.- CHF", 120000, "CHF"},
    {"CHF 12.50", 125000, "CHF"},
    {"120,- Kč", 1200000, "Kč"},
    {"49,90 zł", 499000, "zł"},
    {"kr. 99,95", 999500, "kr."},
    {"12 €", 120000, "€"},
    {"12\u2007345 €", 123450000, "€"},
    {"\u22121.234,50\u00a0€", -12345000, "€"},
    {"(12.50 €)", 125000, "€"},
    {"27.11.2026", INT64_MIN, ""},
    {"1.2.3", INT64_MIN, ""},
    {"192.168.0.1", INT64_MIN, ""},
    {"27.11.2026, 3.50 €", 35000, "€"},
    {"21 °C", 210000, "°C"},
    {"Friday 5", 50000, ""},
};

T_TEST(an_amount_is_read_as_people_do)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_amount amount;
        T_ROW(rows[i].text);
        bool found = at_amount_find(at_str(rows[i].text), &amount);
        T_EQ_INT(found, rows[i].value != INT64_MIN);
        if (!found)
            continue;
        T_EQ_INT(amount.value, rows[i].value);
        T_EQ_STR(amount.unit, rows[i].unit);
    }
}

T_TEST(every_cut_is_safe)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        for (size_t k = 0; k <= text.len; k++) {
            struct at_str rest = at_str_head(text, k);
            struct at_amount amount;
            while (at_amount_next(&rest, &amount))
                T_OK(amount.text.ptr >= text.ptr);
        }
    }
}

T_TEST(units_compare_where_both_have_one)
{
    static const struct {
        const char *a;
        const char *b;
        bool same;
    } pairs[] = {
        {"20.95 €", "20,95", true},
        {"20.95 €", "$20.95", false},
        {"20.95 €", "20.95 EUR", true},
        {"20.95", "20.95 each", true},
        {"5 kg", "5 g", false},
        {"20.95 €", "20.94 €", false},
        {"5", "-5", false},
        {"5 USD", "5 EUR", false},
        {"21 °C", "21 °F", false},
        {"5 kr", "5 €", false},
        {"5 kr", "5 SEK", true},
        {"5 €", "5 USD", false},
        {"$5", "5 CAD", true},
        {"Fr. 5.\u2013", "5.00", true},
    };
    for (size_t i = 0; i < T_LEN(pairs); i++) {
        struct at_amount a;
        struct at_amount b;
        T_ROW(pairs[i].a);
        T_OK(at_amount_find(at_str(pairs[i].a), &a));
        T_OK(at_amount_find(at_str(pairs[i].b), &b));
        T_EQ_INT(at_amount_eq(&a, &b), pairs[i].same);
    }
}

T_TEST(a_sum_is_written_like_its_terms)
{
    struct at_amount like;
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    T_OK(at_amount_find(at_str("27.70 €"), &like));
    at_amount_write(312000, &like, &out);
    T_EQ_TEXT(at_buf_text(&out), "31.20 €");
    at_buf_clear(&out);
    at_amount_write(-1, &like, &out);
    T_EQ_TEXT(at_buf_text(&out), "-0.0001 €");
    at_buf_clear(&out);
    T_OK(at_amount_find(at_str("3"), &like));
    at_amount_write(50000, &like, &out);
    T_EQ_TEXT(at_buf_text(&out), "5");
    at_buf_deinit(&out);
}

T_MAIN()
