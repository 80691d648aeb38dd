// live_execute.h: a command run in the live process instead of in this one
#ifndef AT_CLI_LIVE_EXECUTE_H
#define AT_CLI_LIVE_EXECUTE_H

#include <jansson.h>

#include "base/op.h"
#include "commandline/arguments.h"
#include "cli/output.h"

enum at_live_route {
    AT_LIVE_ROUTE_HERE,   // this process
    AT_LIVE_ROUTE_THERE,  // the live process if there is one, in turn
    AT_LIVE_ROUTE_BESIDE, // a live process, started if need be, in parallel
};

// Choose the process that runs a command.
enum at_live_route at_live_route_of(const struct at_arguments *args);

// Run the command in the live process, if there is one for it. Return its
// envelope, owned by the caller; only "ok" and "error" if output has printed it
// already. Return NULL if this process is to run it: nothing was done then.
// Anything about it that the user should know becomes an event.
json_t *at_live_execute(const struct at_op *op, const struct at_arguments *args,
                        const char *program, struct at_output *output);

#endif
