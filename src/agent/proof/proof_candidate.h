// proof_candidate.h: one assertion of a step, judged as its proof; pure, for
// proof.c
#ifndef AT_AGENT_PROOF_PROOF_CANDIDATE_H
#define AT_AGENT_PROOF_PROOF_CANDIDATE_H

#include "agent/proof/proof.h"

struct at_candidate {
    const struct at_proof_query *query;
    const struct at_assertion *assertion;
};

// Evaluate a claim on a scene of the run; AT_CLAIM_UNKNOWN if the scene is not
// known.
enum at_claim_outcome at_scenes_outcome(const struct at_claim *claim,
                                        const struct at_scenes *scenes,
                                        size_t index);
// Return the text of the element that the assertion held by.
struct at_str at_candidate_text(const struct at_candidate *candidate);
// Judge an assertion: the first rule that it breaks, or AT_PROOF_HOLDS. Returns
// how many rules it came through.
size_t at_candidate_judge(const struct at_candidate *candidate,
                          enum at_proof_rule *out_rule);

#endif
