#include "flow/wait/counting.h"

#include "base/op.h"
#include "tests/t.h"

#define NONE AT_COUNT_NONE
#define MAYBE AT_COUNT_MAYBE
#define GROWS AT_COUNT_GROWS

static const struct {
    const char *what;
    struct {
        const char *text;
        int after_ms; // the one before it
        enum at_count count;
    } readings[5];
} rows[] = {
    {"a count",
     {{"12 of 340 files", 0, MAYBE},
      {"13 of 340 files", 400, GROWS},
      {"99 of 340 files", 1400, GROWS},
      {"99 of 340 files", 1400, GROWS},
      {"99 of 340 files", 200, NONE}}},
    {"a result", {{"Order 4711", 0, MAYBE}, {"Order 4711", 1000, NONE}}},
    {"the second number",
     {{"Step 1: 9 MB", 0, MAYBE}, {"Step 1: 10 MB", 300, GROWS}}},
    {"groups of digits", {{"999 rows", 0, MAYBE}, {"1,000 rows", 300, GROWS}}},
    {"decimals", {{"9.9 MB", 0, MAYBE}, {"10.0 MB", 300, GROWS}}},
    {"a countdown",
     {{"5 s", 0, MAYBE}, {"4 s", 300, NONE}, {"5 s", 300, NONE}}},
    {"it goes", {{"12 of 340", 0, MAYBE}, {"", 300, NONE}}},
    {"one stop does not end it",
     {{"1 of 3", 0, MAYBE},
      {"2 of 3", 900, GROWS},
      {"2 of 3", 1600, NONE},
      {"3 of 3", 300, GROWS}}},
};

T_TEST(a_growing_text_is_an_indicator)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_counting counting = {.grows = false};
        int64_t now_ns = AT_NS_PER_MS;
        T_ROW(rows[i].what);
        for (size_t k = 0; k < 5 && rows[i].readings[k].text; k++) {
            now_ns += rows[i].readings[k].after_ms * AT_NS_PER_MS;
            T_EQ_INT(at_counting_note(&counting,
                                      at_str(rows[i].readings[k].text), now_ns),
                     rows[i].readings[k].count);
        }
    }
}

T_MAIN()
