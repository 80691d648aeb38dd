// budget_test.c: each limit ends a run, and only if it is set
#include "agent/loop/budget.h"

#include "tests/t.h"

#define MINUTE INT64_C(60000000000)

static const struct {
    struct at_budgets limits;
    struct at_budget_use use;
    const char *why; // NULL: not spent
} rows[] = {
    {.limits = {.iterations = 0}, .use = {999, 999, 999, true, 99 * MINUTE}},
    {.limits = {.iterations = 3}, .use = {.iterations = 2}},
    {.limits = {.iterations = 3},
     .use = {.iterations = 3},
     .why = "budget: all 3 calls of the model are used"},
    {.limits = {.tokens = 100}, .use = {.tokens = 99}},
    {.limits = {.tokens = 100},
     .use = {.tokens = 140},
     .why = "budget: 140 of 100 tokens are used"},
    {.limits = {.cost_usd = 0.5}, .use = {.cost_usd = 0.49}},
    {.limits = {.cost_usd = 0.5},
     .use = {.cost_usd = 0.51},
     .why = "budget: $0.5100 of $0.5000 are spent"},
    {.limits = {.cost_usd = 0.5},
     .use = {.cost_usd = 0.01, .unpriced = true},
     .why = "budget: what the model's calls cost is not known, so the limit of "
            "$0.5000 cannot hold"},
    {.limits = {.tokens = 9}, .use = {.unpriced = true}},
    {.limits = {.minutes = 2}, .use = {.spent_ns = 2 * MINUTE - 1}},
    {.limits = {.minutes = 2},
     .use = {.spent_ns = 2 * MINUTE},
     .why = "budget: the 2 minutes are over"},
};

T_TEST(each_limit)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf why = AT_BUF_INIT(1000);
        T_ROW(rows[i].why ? rows[i].why : "not spent");
        T_EQ_INT(at_budget_spent(&rows[i].limits, &rows[i].use, &why),
                 rows[i].why != NULL);
        T_EQ_TEXT(at_buf_text(&why), rows[i].why ? rows[i].why : "");
        at_buf_deinit(&why);
    }
}

T_MAIN()
