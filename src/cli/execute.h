// execute.h: one command, from its words to its envelope
#ifndef AT_CLI_EXECUTE_H
#define AT_CLI_EXECUTE_H

#include <jansson.h>

#include "base/op.h"
#include "cli/given.h"
#include "cli/host.h"
#include "session/run.h"

// Run the command in this process: session, record, device, result.json. Each
// event goes to listener (may be NULL) as it happens. Always an envelope,
// owned by the caller. op is narrowed by the command's timeout.
json_t *at_execute(const struct at_op *op, struct at_host *host,
                   const struct at_given *given,
                   const struct at_run_listener *listener);

#endif
