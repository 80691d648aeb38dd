// ui type: type into the focused field
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "cli/strict_text.h"
#include "screen/selector.h"

enum { TIMEOUT_MS = 15000 };

static const struct at_positional positionals[] = {
    {.name = "text", .help = "what to type", .secret = true},
    {0},
};

static const struct at_option options[] = {
    {.name = "--replace", .help = "the text takes the place of the field's"},
    {0},
};

static bool
check_text(struct at_str text, struct at_err *err)
{
    if (text.len == 0)
        return at_fail(err, AT_EUSAGE, "there is no text to type");
    if (text.len > AT_TEXT_INPUT_MAX_BYTES)
        return at_fail(err, AT_EUSAGE,
                       "the text has %zu bytes, at most %zu are allowed",
                       text.len, AT_TEXT_INPUT_MAX_BYTES);
    return at_utf8_valid(text) ||
           at_fail(err, AT_EUSAGE, "the text is not UTF-8");
}

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

// Add the backends that could type it, and why they are not available.
static void
add_reasons(const struct at_device *device, struct at_err *err)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    size_t count = at_device_backends(device, states);
    for (size_t i = 0; err && i < count; i++) {
        if (!states[i].up && states[i].reason[0])
            at_err_add(err, "%s is not available: %s", states[i].name,
                       states[i].reason);
    }
}

static bool
fail_untypable(struct at_invocation *invocation, struct at_app *app,
               struct at_str text, struct at_err *err)
{
    bool hidden = goes_into_password(invocation, app);
    struct at_str refused = {0};
    size_t place = 0;
    (void)at_strict_text(text, &refused, &place);
    at_invocation_next(invocation, "type it in a flow", "help", "flow", "run",
                       NULL);
    return at_fail(
        err, AT_EUSAGE,
        "character %zu of the text%s%.*s%s cannot be typed for certain, so "
        "nothing was typed: `input text` takes A-Z a-z 0-9 @ . _ - : / + "
        "and blanks; use `mobile-dev-agent flow run` for other texts",
        place, hidden ? "" : ", '", AT_STR_ARG(hidden ? AT_STR("") : refused),
        hidden ? "" : "',");
}

static bool
check_typable(struct at_invocation *invocation, struct at_app *app,
              struct at_str text, struct at_err *err)
{
    struct at_device *device = at_app_device(app);
    struct at_str refused;
    size_t place;
    bool any = true;
    if (at_strict_text(text, &refused, &place)) // no backend is started for it
        return true;
    if (AT_DEVICE_OFFERS(device, types_any) &&
        !at_device_types_any(invocation->op, device, &any, err))
        return false;
    if (any)
        return true;
    fail_untypable(invocation, app, text, err);
    add_reasons(device, err);
    return false;
}

// A device that takes any text may not take it into this field: what a password
// field holds is not known, so that a text cannot be set behind it.
static bool
type(struct at_invocation *invocation, struct at_app *app,
     struct at_flow_step *step, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_str refused;
    size_t place;
    if (at_ui_step_run(invocation, app, "type", step, &why))
        return true;
    if (why.code != AT_EUNSUPPORTED ||
        at_strict_text(step->value, &refused, &place) ||
        !AT_DEVICE_OFFERS(at_app_device(app), types_any))
        return at_err_pass(err, &why);
    fail_untypable(invocation, app, step->value, err);
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
    if (!check_text(at_str(text), err) ||
        !at_last_snapshot_open(invocation, NULL, &app, err) ||
        !check_typable(invocation, app, at_str(text), err))
        return false;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TYPE);
    step.target.focused = true;
    step.value = at_str(text);
    step.replace = at_arguments_have(invocation->args, "--replace");
    return type(invocation, app, &step, err);
}

static const struct at_example examples[] = {
    {"ui type demo@example.com", "into the focused field"},
    {"ui type --replace demo@example.com", "instead of what the field holds"},
    {"ui type --timeout-ms 30000 'Note 3'", "on a slow device"},
    {0},
};

const struct at_command at_command_ui_type = {
    .name = "ui type",
    .summary = "type into the focused field",
    .about = "Tap the field first. The text is appended to the field's, unless "
             "--replace is given, and\nthe result has its new value. With adb "
             "only, the text may have "
             "A-Z a-z 0-9 @ . _ - : / + and blanks.\nThe text of a "
             "password field is not written to any file or result.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_LOOKS,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = at_ui_step_print,
};
