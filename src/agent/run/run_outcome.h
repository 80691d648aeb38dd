// run_outcome.h: the outcome of a run; pure
#ifndef AT_AGENT_RUN_RUN_OUTCOME_H
#define AT_AGENT_RUN_RUN_OUTCOME_H

#include "agent/recipe/recipe.h"
#include "agent/run/run_end.h"
#include "agent/loop/strategy.h"
#include "base/buf.h"

// The point at which the model took over from a recording.
struct at_run_healed {
    char *why;        // owned; NULL: it never took over
    size_t step;      // counted from 0
    size_t call;      // index into the recording
    json_t *recorded; // the call at this index; NULL: all calls of the step had
                      // been played; owned
};

struct at_run_outcome {
    enum at_run_end end;
    enum at_verdict verdict;
    struct at_buf summary; // the contract's: "Step N: PASS — reason" lines
    char *reason;          // why it ended, in words; owned
    struct at_verdicts verdicts;
    struct at_strategy_totals totals;
    size_t replayed_steps;
    bool started; // the app came to the front
    struct at_run_healed healed;
    // The scenario's expectations were compiled, and are worth keeping.
    bool has_expectations;
    bool has_recipe; // it passed: recipe is worth keeping
    struct at_recipe recipe;
};

void at_run_outcome_deinit(struct at_run_outcome *outcome);

#endif
