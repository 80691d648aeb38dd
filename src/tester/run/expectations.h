// expectations.h: what the steps of a scenario should show, compiled once and
// kept
//
// A scenario's own expectations come first: people have written or confirmed
// them. The rest is compiled by one call of a model, is kept in the store under
// the hash of the steps, and is compiled again only once the steps have
// changed.
#ifndef AT_TESTER_RUN_EXPECTATIONS_H
#define AT_TESTER_RUN_EXPECTATIONS_H

#include "agent/scenario.h"
#include "base/op.h"
#include "store/store.h"
#include "tester/run/question.h"

// Add what the store has for the scenario's steps, unless the scenario has that
// already. Without a model, this is all that there is.
void at_expectations_load(struct at_store_db *store,
                          struct at_scenario *scenario);
// Store the compiled expectations of the scenario's steps.
AT_CHECKED bool at_expectations_keep(struct at_store_db *store,
                                     const struct at_scenario *scenario,
                                     struct at_err *err);

struct at_expectations_told {
    bool compiled;      // the scenario has them, and they are worth keeping
    struct at_buf text; // "expectations compiled: 7 for 5 steps" and the
                        // dropped parts of the answer; or the reason for none
    struct at_answer answer;
};

// Ask the model what the scenario's steps should show, and set that. No answer
// fails a run: a scenario without expectations falls under the rules of proofs
// alone. An answer that cannot be used changes nothing, so the next run asks
// again. The caller deinits *out.
void at_expectations_compile(const struct at_op *op,
                             const struct at_question_model *who,
                             struct at_scenario *scenario,
                             struct at_expectations_told *out);
void at_expectations_told_deinit(struct at_expectations_told *told);

#endif
