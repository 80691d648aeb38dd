// flow_native.h: runs flows with our own runner, and reports them
#ifndef AT_CLI_FLOW_NATIVE_H
#define AT_CLI_FLOW_NATIVE_H

#include "cli/flow_set.h"

// Run the flows in their order, even if one fails. Each step is an event; the
// result has "flows". AT_EASSERT if a flow has failed, with the reason of the
// first; the exit status is then 1.
AT_CHECKED bool at_flow_native_run(struct at_invocation *invocation,
                                   struct at_app *app,
                                   const struct at_flow_set *set,
                                   struct at_err *err);
// The text output.
void at_flow_native_print(const json_t *data, struct at_buf *out);

#endif
