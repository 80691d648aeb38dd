#include "agent/run/run_outcome.h"

#include <stdlib.h>

void
at_run_outcome_deinit(struct at_run_outcome *outcome)
{
    at_buf_deinit(&outcome->summary);
    free(outcome->reason);
    at_verdicts_deinit(&outcome->verdicts);
    at_recipe_deinit(&outcome->recipe);
    free(outcome->healed.why);
    json_decref(outcome->healed.recorded);
    *outcome = (struct at_run_outcome){0};
}
