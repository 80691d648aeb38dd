// ui set: set a slider
#include "cli/commands.h"

#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/ui_step.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SET_VALUE);
    struct at_target target;
    struct at_app *app;
    if (!at_target_read_name(at_arguments_at(args, 0), &target, &step.target,
                             err) ||
        !at_last_snapshot_open(invocation, &target, &app, err))
        return false;
    // only the helper tells the range of a slider
    at_app_device(app)->brief = false;
    step.value = at_str(at_arguments_at(args, 1));
    return at_ui_step_run(invocation, app, "set", &step, err);
}

const struct at_command at_cli_ui_set = {
    .name = "ui set",
    .summary = "set a slider to a value",
    .about = "The finger moves the thumb, and corrects until the slider has "
             "the value; the command fails\nif it takes another one. With adb "
             "only, and on a simulator, no range is reported: give\na "
             "percentage, whose outcome is not read back.",
    .positionals = AT_POSITIONALS(
        {.name = "slider",
         .refs = true,
         .help = "its label; or @e12, text:\"Volume\", id:\"volume\""},
        {.name = "value",
         .help = "a number of its range, or a part of it: 70%"}),
    .examples = AT_EXAMPLES({"ui set id:text_size 70%", "a part of its range"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
