// run.h: one run of a scenario on one device, from its start to its report
//
// Blocks its thread until the run is over. The loop is agent/loop/strategy,
// tester/run/model asks the model, tester/tools/runner runs the tools, and the
// run's recorder gets every event.
#ifndef AT_TESTER_RUN_RUN_H
#define AT_TESTER_RUN_RUN_H

#include "agent/run/run_outcome.h"
#include "tester/run_opts.h"

// Always fills *out. op: its cancel token stops the run within one action.
void at_tester_run(const struct at_op *op, const struct at_run_opts *opts,
                   struct at_run_outcome *out);

#endif
