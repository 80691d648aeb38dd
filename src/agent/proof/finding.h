// finding.h: why a step has its verdict, and a call its result, as values; pure
//
// For pages and reports, which word it for people:
// {"rule","claim","outcome","seen":{"text","box","space"},"quote","said"}. All
// members but the rule of a step may be absent.
#ifndef AT_AGENT_PROOF_FINDING_H
#define AT_AGENT_PROOF_FINDING_H

#include "agent/proof/verdict.h"

// Return the name of what decided: of a rule of proof its own.
const char *at_finding_rule(const struct at_verdict_step *step);
// Owned by the caller; NULL: the step is open.
json_t *at_finding_of_step(const struct at_verdict_step *step);
// The finding of an assertion, or of a call whose element is missing; NULL:
// neither.
json_t *at_finding_of_call(const struct at_testimony *testimony);

#endif
