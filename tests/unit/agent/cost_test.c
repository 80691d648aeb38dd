// cost_test.c: what a call costs
#include "agent/cost.h"

#include "tests/t.h"

static const struct {
    const char *name;
    struct at_prices prices;
    struct at_model_usage usage;
    int64_t want_nano_usd;
} rows[] = {
    {"nothing", {5, 0.5, 6.25, 25}, {0}, 0},
    {"plain",
     {5, 0.5, 6.25, 25},
     {.in_tokens = 1000, .out_tokens = 100},
     7500000},
    {"cached",
     {5, 0.5, 6.25, 25},
     {.in_tokens = 1000, .cached_tokens = 600, .cache_write_tokens = 300},
     500000 + 300000 + 1875000},
    {"no price of the cache",
     {2, 0, 0, 8},
     {.in_tokens = 1000, .cached_tokens = 600, .cache_write_tokens = 300},
     2000000},
    {"free", {0, 0, 0, 0}, {.in_tokens = 1000, .out_tokens = 100}, 0},
    {"a provider that counts less in all than in the cache",
     {2, 1, 0, 8},
     {.in_tokens = 10, .cached_tokens = 1000},
     1000000},
    {"a provider that counts below zero",
     {2, 1, 0, 8},
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

T_MAIN()
