// flow_report.h: writes the reports that a command with flows was asked for
#ifndef AT_CLI_FLOW_REPORT_H
#define AT_CLI_FLOW_REPORT_H

#include "cli/flow_queue.h"
#include "cli/invocation.h"

// AT_EUSAGE if --format and --output don't fit.
AT_CHECKED bool at_flow_report_check(const struct at_invocation *invocation,
                                     struct at_err *err);

// Set "flows" of the result, a row for each job, and write each --format to
// --output, or to the run's artifacts.
AT_CHECKED bool at_flow_report_write(struct at_invocation *invocation,
                                     const struct at_flow_queue *queue,
                                     struct at_err *err);

#endif
