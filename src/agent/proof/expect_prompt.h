// expect_prompt.h: asks a model what each step of a scenario should show; pure
//
// The model is asked once, before anything runs, and sees the scenario only: it
// cannot fit the checks to an app that it has not seen.
#ifndef AT_AGENT_PROOF_EXPECT_PROMPT_H
#define AT_AGENT_PROOF_EXPECT_PROMPT_H

#include "agent/proof/claim.h"
#include "agent/scenario.h"
#include "base/buf.h"

void at_expect_prompt_system(struct at_buf *out);
void at_expect_prompt_user(const struct at_scenario *scenario,
                           struct at_buf *out);

// Read the answer into a list for each of the scenario's steps; the caller
// deinits them. Prose and fences around the JSON are skipped. A claim that
// cannot be read, or that quotes text missing from the scenario, is dropped,
// and so is a step that does not exist; out_notes has a line for each. Return
// the number of answered steps; 0: the answer is unusable.
size_t at_expect_answer_read(const struct at_scenario *scenario,
                             struct at_str answer, struct at_claims *out,
                             struct at_buf *out_notes);

#endif
