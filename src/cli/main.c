#include "cli/main.h"

#include <stdlib.h>

#include "cli/envelope.h"
#include "cli/execute.h"
#include "cli/flow_script.h"
#include "cli/command_line.h"
#include "cli/known_words.h"
#include "cli/live_execute.h"
#include "cli/live_server.h"
#include "session/gc_folders.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/interrupt.h"
#include "sys/log.h"

struct program {
    const char *name; // argv[0]
    const struct at_platform *const *platforms;
    bool makes_runs; // the command that was run
};

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

// Run the command in the live process if there is one for it, else in this one.
static json_t *
execute(const struct program *program, const struct at_op *op,
        const struct at_arguments *args, struct at_output *output)
{
    const struct at_command_run_listener listener = {on_event, output};
    json_t *envelope = at_live_execute(op, args, program->name, output);
    if (envelope)
        return envelope;
    struct at_device_pool *pool =
        at_device_pool_new(program->platforms, program->name);
    envelope = at_execute(op, pool, args, &listener);
    at_device_pool_free(pool);
    return envelope;
}

static json_t *
run(void *user, const struct at_arguments *args, struct at_output *output)
{
    struct at_err err = AT_ERR_INIT;
    struct program *program = user;
    bool own_signals = args->command->flags & AT_CLI_OWN_SIGNALS;
    struct at_cancel *cancel = at_cancel_new(NULL, &err);
    struct at_interrupt *interrupt =
        cancel && !own_signals ? at_interrupt_start(cancel, &err) : NULL;
    json_t *envelope;
    program->makes_runs = own_signals || (args->command->flags & AT_CLI_RUN);
    if (cancel && (interrupt || own_signals)) {
        struct at_op op = {AT_NEVER_NS, cancel};
        envelope = execute(program, &op, args, output);
    } else {
        envelope = at_envelope_failed(args, &err);
    }
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return envelope;
}

int
at_cli_main(int argc, char **argv, const struct at_platform *const *platforms)
{
    struct program program = {argv[0], platforms, false};
    const struct at_cli_runner runner = {run, &program};
    at_log_init(getenv("AGENTEST_LOG"));
    if (argc > 1 && at_str_is(at_str(argv[1]), AT_LIVE_WORD))
        return at_live_process(argc, argv, platforms);
    if (argc > 1 && at_str_is(at_str(argv[1]), AT_KNOWN_WORD))
        return at_known_words(argc, argv);
    int status = at_cli_line_run(argc - 1, argv + 1, false, &runner);
    if (program.makes_runs) // after its answer was printed
        at_gc_automatic();
    return status;
}
