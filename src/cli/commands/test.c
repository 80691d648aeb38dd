// test: run the flows of files and folders
#include "cli/commands.h"

#include "cli/invocation.h"
#include "cli/flow_again.h"
#include "cli/flow_native.h"
#include "cli/flow_plan.h"
#include "cli/flow_report.h"
#include "cli/install.h"
#include "cli/maestro.h"
#include "sys/file.h"

enum { TEST_MS = 2 * 60 * 60 * 1000 };

static const char *
first_path(const struct at_invocation *invocation)
{
    const char *option = at_arguments_option(invocation->args, "--flow");
    return option ? option : at_arguments_at(invocation->args, 0);
}

static bool
run_maestro(struct at_invocation *invocation, struct at_err *err)
{
    struct at_maestro_run run = {
        .flow = first_path(invocation),
        .debug_output = at_arguments_option(invocation->args, "--debug-output"),
        .test_output_dir =
            at_arguments_option(invocation->args, "--test-output-dir"),
    };
    struct at_app *app;
    bool boot = at_arguments_have(invocation->args, "--boot");
    if (at_arguments_at(invocation->args, 1))
        return at_fail(err, AT_EUSAGE,
                       "--runner maestro takes one file or folder");
    if (!at_file_exists(run.flow))
        return at_fail(err, AT_EUSAGE, "no file or folder '%s'", run.flow);
    if (!at_install_open_device(invocation, boot, &app, err) ||
        !at_install_argument(invocation, app, err))
        return false;
    run.device = at_app_device(app);
    at_invocation_set_text(invocation, "flow", run.flow);
    return at_maestro_run(invocation, &run, err);
}

static bool
run_native(struct at_invocation *invocation, struct at_err *err)
{
    struct at_flow_set set;
    at_flow_set_init(&set);
    bool ok = at_flow_report_check(invocation, err) &&
              at_flow_plan(invocation, &set, err) &&
              at_flow_set_check(invocation, &set, err) &&
              at_flow_native_run(invocation, &set, err);
    at_flow_set_deinit(&set);
    return ok;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    if (!first_path(invocation))
        return at_fail(err, AT_EUSAGE,
                       "test needs a flow file, or a folder of them");
    if (!at_maestro_is_native(invocation))
        return run_maestro(invocation, err);
    return at_arguments_have(invocation->args, "--continuous")
               ? at_flow_again_run(invocation, err)
               : run_native(invocation, err);
}

const struct at_command at_cli_test = {
    .name = "test",
    .summary = "run the Maestro flows of files and folders",
    .about = "A folder means the flows in it, in the order of their names, as "
             "its config.yaml chooses\nthem. The exit status is 0 if all "
             "flows pass, else 1.",
    .positionals = AT_POSITIONALS({.name = "PATH",
                                   .help = "a flow file, or a folder of them",
                                   .optional = true,
                                   .repeats = true,
                                   .is_file = true}),
    .options = AT_OPTIONS(
        {.name = "--flow",
         .value = "PATH",
         .help = "a file or folder, as PATH"},
        {.name = "--include-tags",
         .value = "TAGS",
         .repeats = true,
         .help =
             "only flows with one of these tags; a+b means both (native only)"},
        {.name = "--exclude-tags",
         .value = "TAGS",
         .repeats = true,
         .help =
             "no flow with one of these tags; a+b means both (native only)"},
        {.name = "--config",
         .value = "PATH",
         .help = "the folder's config.yaml (native only)",
         .absent = "config.yaml of the first folder"},
        {.name = "--devices",
         .value = "SERIALS",
         .repeats = true,
         .help = "several devices with commas between them, or "
                 "all: flows go to the next free one (native only)"},
        {.name = "--shard-split",
         .value = "N",
         .help = "deal the flows to N devices (native only)"},
        {.name = "--shard-all",
         .value = "N",
         .help = "all flows on each of N devices (native only)"},
        {.name = "--continuous",
         .alias = "-c",
         .help = "run the file again whenever it changes (native only)"},
        {.name = "--boot", .help = "start a device if none runs"},
        {.name = "--app",
         .value = "PATH",
         .help = "install this .apk or .app first"},
        AT_MAESTRO_OPTIONS,
        {.name = "--debug-output",
         .value = "DIR",
         .help = "files of the flows go to "
                 "DIR/.maestro/tests/TIME, as Maestro's",
         .absent = "artifacts of the run"},
        {.name = "--test-output-dir",
         .value = "DIR",
         .help = "files of the flows go to DIR/TIME",
         .absent = "that of config.yaml"},
        {.name = "--flatten-debug-output",
         .help = "files of the flows go to --debug-output itself"}),
    .examples = AT_EXAMPLES(
        {"test flows --format junit", "all flows of a folder"},
        {"test login.yaml --runner maestro --platform ios --boot",
         "by the installed maestro; start the simulator if need be"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_TIMEOUT | AT_CLI_ALONE,
    .timeout_ms = TEST_MS,
    .run = run,
    .print = at_maestro_print,
};
