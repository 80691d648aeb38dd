// ui tap: tap an element or a point
#include "cli/commands.h"

#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "cli/target.h"

static struct at_flow_step
step_of(const struct at_target *target)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP);
    if (target->form == AT_TARGET_COORDS) {
        step.action = AT_FLOW_TAP_COORDINATES;
        step.x = target->at.x_px;
        step.y = target->at.y_px;
    } else {
        step.target = at_target_selector(target);
    }
    return step;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_target target;
    struct at_app *app;
    if (!at_target_read(at_arguments_at(invocation->args, 0),
                        at_arguments_option(invocation->args, "--ref"), &target,
                        err) ||
        !at_last_snapshot_open(invocation, &target, &app, err))
        return false;
    if (target.form == AT_TARGET_COORDS)
        at_invocation_set(invocation, "at", at_ui_step_point(target.at));
    struct at_flow_step step = step_of(&target);
    step.force = at_arguments_have(invocation->args, "--force");
    return at_ui_step_run(invocation, app, "tap", &step, err);
}

const struct at_command at_cli_ui_tap = {
    .name = "ui tap",
    .summary = "tap an element or a point",
    .about =
        "The target is located on the live screen. The command waits until it "
        "stands still; if it\nis gone, covered, disabled or ambiguous, nothing "
        "is touched. The result says what was hit\nand what has changed. If "
        "several elements have the same text or id, the only one that "
        "takes\ninput is tapped; otherwise they are listed.",
    .positionals = AT_POSITIONALS({.name = "target",
                                   .refs = true,
                                   .help = AT_TARGET_FORMS,
                                   .optional = true}),
    .options = AT_OPTIONS(
        {.name = "--ref", .value = "REF", .help = "instead of a target: e12"},
        {.name = "--force", .help = "also if it is disabled or covered"}),
    .examples = AT_EXAMPLES(
        {"ui tap @e3", "an element of the last snapshot"},
        {"ui tap 'text:\"Log in\"'", "the element with exactly this text"},
        {"ui tap id:login_button",
         "by resource id or accessibility identifier"},
        {"ui tap coords:540,960", "a point, if there is no element"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
