// flow_native.h: runs flows with our own runner, on one device or several
#ifndef AT_CLI_FLOW_NATIVE_H
#define AT_CLI_FLOW_NATIVE_H

#include "cli/flow_set.h"

// Open the devices, install --app on each unless set->is_installed, which is
// true afterwards if it is there now, and run the flows in their order, even if
// one fails. Each step is an event; the result has "flows", and reports are
// written. AT_EASSERT if a flow has failed, with the reason of the first; the
// exit status is then 1. A device that is lost gives its flow to another one:
// no flow passes that has not run to its end.
AT_CHECKED bool at_flow_native_run(struct at_invocation *invocation,
                                   struct at_flow_set *set, struct at_err *err);

#endif
