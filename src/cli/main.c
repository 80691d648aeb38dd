#include "cli/main.h"

#include <stdlib.h>

#include "cli/envelope.h"
#include "cli/execute.h"
#include "cli/line.h"
#include "cli/live_client.h"
#include "cli/live_server.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/interrupt.h"
#include "sys/log.h"

struct program {
    const char *name; // argv[0]
    const struct at_platform *const *platforms;
};

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

// In the live process where there is one for it, else in this one.
static json_t *
execute(const struct program *program, const struct at_op *op,
        const struct at_given *given, struct at_output *output)
{
    const struct at_run_listener listener = {on_event, output};
    json_t *envelope = at_live_execute(op, given, program->name, output);
    if (envelope)
        return envelope;
    struct at_host *host = at_host_new(program->platforms, program->name);
    envelope = at_execute(op, host, given, &listener);
    at_host_free(host);
    return envelope;
}

static json_t *
run(void *user, const struct at_given *given, struct at_output *output)
{
    struct at_err err = AT_ERR_INIT;
    bool own_signals = given->command->flags & AT_COMMAND_OWN_SIGNALS;
    struct at_cancel *cancel = at_cancel_new(NULL, &err);
    struct at_interrupt *interrupt =
        cancel && !own_signals ? at_interrupt_start(cancel, &err) : NULL;
    json_t *envelope;
    if (cancel && (interrupt || own_signals)) {
        struct at_op op = {AT_NEVER_NS, cancel};
        envelope = execute(user, &op, given, output);
    } else {
        envelope = at_envelope_failed(given, &err);
    }
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return envelope;
}

int
at_cli_main(int argc, char **argv, const struct at_platform *const *platforms)
{
    struct program program = {argv[0], platforms};
    const struct at_line_runner runner = {run, &program};
    at_log_init(getenv("AGENTEST_LOG"));
    if (argc > 1 && at_str_is(at_str(argv[1]), AT_LIVE_WORD))
        return at_live_process(argc, argv, platforms);
    return at_line_run(argc - 1, argv + 1, false, &runner);
}
