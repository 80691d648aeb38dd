// likely_cause.h: what most likely made a run fail; pure
//
// A guess for the person who reads the report, made of facts alone: how the run
// ended, and what was measured in each step.
#ifndef AT_AGENT_PROOF_LIKELY_CAUSE_H
#define AT_AGENT_PROOF_LIKELY_CAUSE_H

#include "agent/run/run_end.h"

// Return the class of a run that has ended, with its verdicts finished.
enum at_likely_cause at_likely_cause_of(enum at_run_end end,
                                        const struct at_verdicts *verdicts);
#endif
