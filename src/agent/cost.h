// cost.h: the cost of a model's call, by its profile's prices; pure
#ifndef AT_AGENT_COST_H
#define AT_AGENT_COST_H

#include "agent/providers/provider.h"

// Computes US dollars; 0 if the prices are not known. If the price of cached
// input is not known, it is taken to be that of other input.
double at_model_cost(const struct at_prices *prices,
                     const struct at_model_usage *usage);

#endif
