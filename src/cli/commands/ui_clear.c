// ui clear: empty a text field
#include "cli/commands.h"

#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/ui_step.h"

static bool
read_field(const struct at_arguments *args, struct at_target *target,
           struct at_selector *out, struct at_err *err)
{
    const char *word = at_arguments_at(args, 0);
    const char *ref = at_arguments_option(args, "--ref");
    *target = (struct at_target){.form = AT_TARGET_TEXT};
    *out = (struct at_selector)AT_SELECTOR_INIT;
    out->focused = true;
    if (!word && !ref)
        return true;
    if (!at_target_read(word, ref, target, err))
        return false;
    if (target->form == AT_TARGET_COORDS)
        return at_fail(err, AT_EUSAGE,
                       "a point holds no text: name the field (@e12, "
                       "text:\"E-mail\" or id:\"email\")");
    *out = at_target_selector(target);
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_CLEAR_TEXT);
    struct at_target target;
    struct at_app *app;
    return read_field(invocation->args, &target, &step.target, err) &&
           at_last_snapshot_open(invocation, &target, &app, err) &&
           at_ui_step_run(invocation, app, "clear", &step, err);
}

const struct at_command at_cli_ui_clear = {
    .name = "ui clear",
    .summary = "empty a text field",
    .about = "Taps the field if it is not focused, deletes its text and reads "
             "it back: the command fails\nif the field is not empty.",
    .positionals = AT_POSITIONALS(
        {.name = "target",
         .refs = true,
         .help =
             "@e12, text:\"E-mail\" or id:\"email\"; without it the focused "
             "field",
         .optional = true}),
    .options = AT_OPTIONS(
        {.name = "--ref", .value = "REF", .help = "instead of a target: e12"}),
    .examples = AT_EXAMPLES({"ui clear", "the focused field"},
                            {"ui clear id:email", "the field with this id"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
