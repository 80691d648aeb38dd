// flow_run.h: one run of a scenario that is a flow, by the native runner
//
// The flow's own commands are the run's steps; those of subflows are calls
// within a step. A command that failed is a FAIL. A screen that could not be
// read, a lost device, a script process that ended: the run ends without a
// verdict. No model takes part.
#ifndef AT_TESTER_FLOW_FLOW_RUN_H
#define AT_TESTER_FLOW_FLOW_RUN_H

#include "tester/run/run.h"

// Like at_tester_run(), for a scenario with a flow.
void at_flow_file_run(const struct at_op *op, const struct at_run_opts *opts,
                      struct at_run_outcome *out);

#endif
