// next_steps.h: what helps after a failure, for commands that advise nothing
#ifndef AT_CLI_NEXT_STEPS_H
#define AT_CLI_NEXT_STEPS_H

#include "base/err.h"
#include "cli/invocation.h"

// Advise what to do about err, unless the command has advised something. Every
// step is a command that can be run as it is.
void at_next_steps_after(struct at_invocation *invocation,
                         const struct at_err *err);

#endif
