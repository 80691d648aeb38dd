// cost.h: what a call of a model costs, by its profile's prices; pure
#ifndef AT_AGENT_COST_H
#define AT_AGENT_COST_H

#include "agent/providers/provider.h"

// US dollars. 0 where the prices are not known. A price of the cache that is
// not known is that of the input.
double at_model_cost(const struct at_prices *prices,
                     const struct at_model_usage *usage);

#endif
