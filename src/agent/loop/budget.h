// budget.h: the limits of a run and its use of them; pure
#ifndef AT_AGENT_LOOP_BUDGET_H
#define AT_AGENT_LOOP_BUDGET_H

#include <stdbool.h>

#include "agent/scenario.h"
#include "base/buf.h"

// The time for waiting in a step, unless the budgets say otherwise.
enum { AT_BUDGET_STEP_SECONDS = 120 };

struct at_budget_use {
    int64_t iterations;
    int64_t tokens; // in and out
    double cost_usd;
    bool unpriced;    // cost_usd lacks tokens whose price is not known
    int64_t spent_ns; // since the run began
};

// Return true if one of the limits (0: none) is reached; why then names it.
bool at_budget_spent(const struct at_budgets *budgets,
                     const struct at_budget_use *use, struct at_buf *why);

#endif
