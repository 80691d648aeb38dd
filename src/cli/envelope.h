// envelope.h: the JSON result of spec/mobile-dev-agent 5.1
#ifndef AT_CLI_ENVELOPE_H
#define AT_CLI_ENVELOPE_H

#include <jansson.h>

#include "base/err.h"
#include "cli/invocation.h"
#include "commandline/arguments.h"

struct at_envelope_facts {
    const struct at_arguments *args;
    const struct at_invocation *invocation; // NULL: the command never ran
    int64_t began_wall_ms;
    int64_t took_ns;
    const struct at_err *err; // NULL: success
    int exit_status;
};

// Owned by the caller.
json_t *at_envelope(const struct at_envelope_facts *facts);

// The envelope of a command that has not run. Owned by the caller.
json_t *at_envelope_failed(const struct at_arguments *args,
                           const struct at_err *err);

// The exit status of a process with this result.
int at_envelope_status(const json_t *envelope);

#endif
