// blame.h: what most likely made a run fail; pure
//
// A guess for the person who reads the report, made of facts alone: how the run
// ended, and what was measured in each step.
#ifndef AT_AGENT_BLAME_H
#define AT_AGENT_BLAME_H

#include "agent/strategy.h"
#include "agent/verdict.h"

enum at_blame {
    AT_BLAME_NONE,   // it passed, or somebody stopped it
    AT_BLAME_APP,    // it died, or an assertion did not hold
    AT_BLAME_TEST,   // the scenario or its recording does not fit the app, or
                     // says nothing that can be proved
    AT_BLAME_DEVICE, // it was lost, or the app could not be started on it
    AT_BLAME_MODEL,
    AT_BLAME_BUDGET,
    AT_BLAME_COUNT,
};
extern const char *const at_blame_names[AT_BLAME_COUNT]; // NONE: ""

// Of a run that has ended, with its verdicts finished.
enum at_blame at_blame_of(enum at_run_end end,
                          const struct at_verdicts *verdicts);
// Of a run that ended before its first step.
enum at_blame at_blame_of_end(enum at_run_end end);

#endif
