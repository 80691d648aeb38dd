// cost.h: the cost of a model's call, by its profile's prices; pure
#ifndef AT_AGENT_LOOP_COST_H
#define AT_AGENT_LOOP_COST_H

#include "agent/run/members.h"
#include "agent/models/providers/provider.h"

// Computes US dollars; 0 if the prices are not known.
double at_model_cost(const struct at_prices *prices,
                     const struct at_model_usage *usage);

// "inputTokens" … "costUsd" of a struct at_model_usage.
extern const struct at_member at_model_usage_members[];
// The cost as a member of JSON: null if it is not known. Owned by the caller.
json_t *at_model_cost_json(const struct at_model_usage *usage);
// Append the cost for people: "$0.0123", or "cost unknown".
void at_model_cost_write(const struct at_model_usage *usage,
                         struct at_buf *out);

#endif
