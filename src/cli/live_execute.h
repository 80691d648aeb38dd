// live_execute.h: a command run in the live process instead of in this one
#ifndef AT_CLI_LIVE_EXECUTE_H
#define AT_CLI_LIVE_EXECUTE_H

#include <jansson.h>

#include "base/op.h"
#include "commandline/arguments.h"
#include "cli/output.h"

// Run the command in the live process, if there is one for it. Return its
// envelope, owned by the caller; only "ok" and "error" if output has printed it
// already. Return NULL if this process is to run it: nothing was done then.
// Anything about it that the user should know becomes an event.
json_t *at_live_execute(const struct at_op *op, const struct at_arguments *args,
                        const char *program, struct at_output *output);

#endif
