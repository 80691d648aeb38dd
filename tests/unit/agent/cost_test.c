// cost_test.c: what a call costs
#include "agent/loop/cost.h"

#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *name;
    struct at_prices prices;
    struct at_model_usage usage;
    int64_t want_nano_usd;
} rows[] = {
    {"nothing", {true, 5, 0.5, 6.25, 25}, {0}, 0},
    {"plain",
     {true, 5, 0.5, 6.25, 25},
     {.in_tokens = 1000, .out_tokens = 100},
     7500000},
    {"cached",
     {true, 5, 0.5, 6.25, 25},
     {.in_tokens = 1000, .cached_tokens = 600, .cache_write_tokens = 300},
     500000 + 300000 + 1875000},
    {"no price of the cache",
     {true, 2, AT_PRICE_AS_INPUT, AT_PRICE_AS_INPUT, 8},
     {.in_tokens = 1000, .cached_tokens = 600, .cache_write_tokens = 300},
     2000000},
    {"free", {true, 0, 0, 0, 0}, {.in_tokens = 1000, .out_tokens = 100}, 0},
    {"a provider that counts less in all than in the cache",
     {true, 2, 1, AT_PRICE_AS_INPUT, 8},
     {.in_tokens = 10, .cached_tokens = 1000},
     1000000},
    {"a provider that counts below zero",
     {true, 2, 1, AT_PRICE_AS_INPUT, 8},
     {.in_tokens = -10, .out_tokens = INT64_MIN},
     0},
};

T_TEST(rows_cost)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        double usd = at_model_cost(&rows[i].prices, &rows[i].usage);
        T_EQ_INT((int64_t)(usd * 1e9 + 0.5), rows[i].want_nano_usd);
    }
}

T_TEST(an_unknown_cost_is_not_zero)
{
    static const struct {
        struct at_model_usage usage;
        const char *json;
        const char *words;
    } shown[] = {
        {{.cost_usd = 0.5}, "0.5", "$0.5000"},
        {{.cost_usd = 0}, "0.0", "$0.0000"},
        {{.unpriced = true}, "null", "cost unknown"},
        {{.cost_usd = 0.5, .unpriced = true}, "null", "cost unknown"},
    };
    for (size_t i = 0; i < T_LEN(shown); i++) {
        struct at_buf text = AT_BUF_INIT(100);
        json_t *json = at_model_cost_json(&shown[i].usage);
        at_json_write(json, &text);
        T_EQ_TEXT(at_buf_text(&text), shown[i].json);
        at_buf_clear(&text);
        at_model_cost_write(&shown[i].usage, &text);
        T_EQ_TEXT(at_buf_text(&text), shown[i].words);
        at_buf_deinit(&text);
        json_decref(json);
    }
}

T_MAIN()
