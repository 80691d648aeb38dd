// cost.c: tokens times prices
#include "agent/loop/cost.h"

#define COUNT(name, field) AT_MEMBER(name, NUMBER, struct at_model_usage, field)

const struct at_member at_model_usage_members[] = {
    COUNT("inputTokens", in_tokens),
    COUNT("cachedTokens", cached_tokens),
    COUNT("outputTokens", out_tokens),
    COUNT("reasoningTokens", reasoning_tokens),
    {"costUsd", AT_MEMBER_COST, 0, NULL, 0, false},
    {0},
};

static double
price_or(double price, double other)
{
    return price >= 0 ? price : other;
}

// The provider's counts may be nonsense; doubles cannot overflow.
static double
tokens(int64_t count)
{
    return count > 0 ? (double)count : 0;
}

double
at_model_cost(const struct at_prices *prices,
              const struct at_model_usage *usage)
{
    double cached = tokens(usage->cached_tokens);
    double written = tokens(usage->cache_write_tokens);
    double plain = tokens(usage->in_tokens) - cached - written;
    double micro_usd = (plain > 0 ? plain : 0) * prices->in +
                       cached * price_or(prices->cached, prices->in) +
                       written * price_or(prices->cache_write, prices->in) +
                       tokens(usage->out_tokens) * prices->out;
    return micro_usd / 1e6;
}

json_t *
at_model_cost_json(const struct at_model_usage *usage)
{
    return usage->unpriced ? json_null() : json_real(usage->cost_usd);
}

void
at_model_cost_write(const struct at_model_usage *usage, struct at_buf *out)
{
    if (usage->unpriced)
        at_buf_add_text(out, "cost unknown");
    else
        at_buf_add_fmt(out, "$%.4f", usage->cost_usd);
}
