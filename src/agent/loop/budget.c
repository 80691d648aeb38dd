#include "agent/loop/budget.h"

#define NS_PER_MINUTE INT64_C(60000000000)

static bool
is_reached(int64_t limit, int64_t used)
{
    return limit > 0 && used >= limit;
}

bool
at_budget_spent(const struct at_budgets *budgets,
                const struct at_budget_use *use, struct at_buf *why)
{
    if (is_reached(budgets->iterations, use->iterations))
        return at_buf_add_fmt(why,
                              "budget: all %lld calls of the model are used",
                              (long long)use->iterations);
    if (is_reached(budgets->tokens, use->tokens))
        return at_buf_add_fmt(why, "budget: %lld of %lld tokens are used",
                              (long long)use->tokens,
                              (long long)budgets->tokens);
    if (budgets->cost_usd > 0 && use->cost_usd >= budgets->cost_usd)
        return at_buf_add_fmt(why, "budget: $%.4f of $%.4f are spent",
                              use->cost_usd, budgets->cost_usd);
    if (budgets->cost_usd > 0 && use->unpriced)
        return at_buf_add_fmt(why,
                              "budget: what the model's calls cost is not "
                              "known, so the limit of $%.4f cannot hold",
                              budgets->cost_usd);
    if (is_reached(budgets->minutes, use->spent_ns / NS_PER_MINUTE))
        return at_buf_add_fmt(why, "budget: the %lld minutes are over",
                              (long long)budgets->minutes);
    return false;
}
