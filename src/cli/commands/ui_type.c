// ui type: type into the focused field
#include "cli/commands.h"

#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "cli/typable.h"
#include "screen/selector.h"

// A password is never shown, not even one character of it.
static bool
goes_into_password(struct at_invocation *invocation, struct at_app *app)
{
    struct at_err unread = AT_ERR_INIT;
    if (!at_app_read_now(invocation->op, app, &unread))
        return false;
    const struct at_node *field = at_tree_focused_field(at_app_tree(app));
    return field && at_node_has(field, AT_NODE_PASSWORD);
}

static bool
check_typable(struct at_invocation *invocation, struct at_app *app,
              struct at_str text, struct at_err *err)
{
    bool can;
    if (!at_typable_ask(invocation, app, text, &can, err))
        return false;
    if (can)
        return true;
    at_typable_fail(invocation, text, goes_into_password(invocation, app), err);
    at_typable_add_reasons(at_app_device(app), err);
    return false;
}

// The text of a password field is not known, so nothing can be appended to it:
// a device that takes any text may refuse it here.
static bool
type(struct at_invocation *invocation, struct at_app *app,
     struct at_flow_step *step, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_ui_step_run(invocation, app, "type", step, &why))
        return true;
    if (why.code != AT_EUNSUPPORTED || at_typable_is_strict(step->value) ||
        !AT_DEVICE_OFFERS(at_app_device(app), types_any))
        return at_err_pass(err, &why);
    at_typable_fail(invocation, step->value,
                    goes_into_password(invocation, app), err);
    if (err && !step->replace)
        at_err_add(err, "`ui type --replace` sets the whole text of a field");
    return false;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *text = at_arguments_at(invocation->args, 0);
    struct at_app *app;
    invocation->secret = true; // until the field is known
    if (!at_typable_check_text(at_str(text), err) ||
        !at_last_snapshot_open(invocation, NULL, &app, err) ||
        !check_typable(invocation, app, at_str(text), err))
        return false;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TYPE);
    step.target.focused = true;
    step.value = at_str(text);
    step.replace = at_arguments_have(invocation->args, "--replace");
    return type(invocation, app, &step, err);
}

const struct at_command at_cli_ui_type = {
    .name = "ui type",
    .summary = "type into the focused field",
    .about = "Tap the field first. The text is appended to the field's, unless "
             "--replace is given, and\nthe result has its new value. With adb "
             "only, the text may have "
             "A-Z a-z 0-9 @ . _ - : / + and blanks.\nThe text of a "
             "password field is not written to any file or result.",
    .positionals = AT_POSITIONALS(
        {.name = "text", .help = "what to type", .secret = true}),
    .options = AT_OPTIONS({.name = "--replace",
                           .help = "the text takes the place of the field's"}),
    .examples = AT_EXAMPLES(
        {"ui type demo@example.com", "into the focused field"},
        {"ui type --replace demo@example.com",
         "instead of what the field holds"},
        {"ui type --timeout-ms 30000 'Note 3'", "on a slow device"}),
    .flags = AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
