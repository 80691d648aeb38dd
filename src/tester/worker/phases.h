// phases.h: a run with its setup before it and its teardown after it
#ifndef AT_TESTER_WORKER_PHASES_H
#define AT_TESTER_WORKER_PHASES_H

#include "tester/run/run.h"

// Do the scenario's setup steps, its own steps and its teardown steps on one
// device, which is taken over. The outcome is that of its own steps: setup and
// teardown never decide the verdict. Failures of the setup are appended to the
// summary of a run that did not pass. The teardown follows every outcome,
// unless the device is gone; a run that was stopped gives it a minute. The
// changes of the start on the device are undone after it. Only the scenario's
// own steps have a recording.
void at_phases_run(const struct at_op *op, const struct at_run_opts *opts,
                   struct at_run_outcome *out);

#endif
