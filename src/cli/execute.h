// execute.h: one command, from its words to its envelope
#ifndef AT_CLI_EXECUTE_H
#define AT_CLI_EXECUTE_H

#include <jansson.h>

#include "base/op.h"
#include "commandline/arguments.h"
#include "cli/device_pool.h"
#include "session/run.h"

// Run the command in this process: session, run folder, device, result.json.
// listener, which may be NULL, gets each event at once. Return the envelope,
// owned by the caller; never NULL. The command's timeout narrows op.
json_t *at_execute(const struct at_op *op, struct at_device_pool *pool,
                   const struct at_arguments *args,
                   const struct at_command_run_listener *listener);

#endif
