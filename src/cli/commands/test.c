// test: run the flows of a file or folder with maestro
#include "cli/commands.h"

#include "cli/invocation.h"
#include "cli/install.h"
#include "cli/maestro.h"
#include "sys/file.h"

enum { TEST_MS = 2 * 60 * 60 * 1000 };

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_maestro_run run = {
        .flow = at_arguments_option(invocation->args, "--flow"),
        .debug_output = at_arguments_option(invocation->args, "--debug-output"),
        .test_output_dir =
            at_arguments_option(invocation->args, "--test-output-dir"),
    };
    struct at_app *app;
    bool boot = at_arguments_have(invocation->args, "--boot");
    if (!run.flow)
        return at_fail(err, AT_EUSAGE,
                       "test needs --flow: a flow file, or a folder of them");
    if (!at_file_exists(run.flow))
        return at_fail(err, AT_EUSAGE, "no file or folder '%s'", run.flow);
    if (!at_install_open_device(invocation, boot, &app, err) ||
        !at_install_argument(invocation, app, err))
        return false;
    run.device = at_app_device(app);
    at_invocation_set_text(invocation, "flow", run.flow);
    return at_maestro_run(invocation, &run, err);
}

const struct at_command at_cli_test = {
    .name = "test",
    .summary = "run the Maestro flows of a file or folder",
    .options =
        AT_OPTIONS({.name = "--flow",
                    .value = "PATH",
                    .help = "a file or folder; required"},
                   {.name = "--boot", .help = "start a device if none runs"},
                   {.name = "--app",
                    .value = "PATH",
                    .help = "install this .apk or .app first"},
                   AT_MAESTRO_OPTIONS,
                   {.name = "--debug-output",
                    .value = "DIR",
                    .help = "maestro's debug output",
                    .absent = "artifacts/maestro-debug of the run"},
                   {.name = "--test-output-dir",
                    .value = "DIR",
                    .help = "maestro's screenshots and logs",
                    .absent = "artifacts/maestro-output of the run"}),
    .examples = AT_EXAMPLES(
        {"test --flow flows --format junit", "all flows of a folder"},
        {"test --flow login.yaml --platform ios --boot",
         "one flow; start the simulator if need be"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_TIMEOUT | AT_CLI_MAESTRO,
    .timeout_ms = TEST_MS,
    .run = run,
    .print = at_maestro_print,
};
