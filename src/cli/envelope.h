// envelope.h: the JSON result of spec/mobile-dev-agent 5.1
#ifndef AT_CLI_ENVELOPE_H
#define AT_CLI_ENVELOPE_H

#include <jansson.h>

#include "base/err.h"
#include "cli/call.h"
#include "cli/given.h"

struct at_envelope_facts {
    const struct at_given *given;
    const struct at_call *call; // NULL: it never ran
    int64_t began_wall_ms;
    int64_t took_ns;
    const struct at_err *err; // NULL: it succeeded
    int exit_status;
};

// Owned by the caller.
json_t *at_envelope(const struct at_envelope_facts *facts);

// Of a command that has not run. Owned by the caller.
json_t *at_envelope_failed(const struct at_given *given,
                           const struct at_err *err);

// The process's status that belongs to it.
int at_envelope_status(const json_t *envelope);

#endif
