// ui type: a text into the field that has the focus
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/act.h"
#include "cli/last.h"
#include "cli/strict_text.h"
#include "screen/selector.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 15000 };

static const struct at_argument arguments[] = {
    {.name = "text", .help = "what to type", .secret = true},
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
           at_fail(err, AT_EUSAGE, "the text is no UTF-8");
}

// A character of a password is not told either.
static bool
goes_into_password(struct at_call *call, struct at_app *app)
{
    struct at_err unread = AT_ERR_INIT;
    if (!at_app_snapshot(call->op, app, &unread))
        return false;
    const struct at_node *field = at_tree_focused_field(at_app_tree(app));
    return field && at_node_has(field, AT_NODE_PASSWORD);
}

// What would have typed it, and why it is not there.
static void
add_reasons(const struct at_device *device, struct at_err *err)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    size_t count = at_device_backends(device, states);
    for (size_t i = 0; err && i < count; i++) {
        if (!states[i].up && states[i].reason[0])
            at_err_add(err, "%s is not there: %s", states[i].name,
                       states[i].reason);
    }
}

static bool
check_typable(struct at_call *call, struct at_app *app, struct at_str text,
              struct at_err *err)
{
    struct at_device *device = at_app_device(app);
    struct at_str refused;
    size_t place;
    bool any = true;
    if (at_strict_text(text, &refused, &place)) // nothing is brought up for it
        return true;
    if (AT_DEVICE_OFFERS(device, types_any) &&
        !at_device_types_any(call->op, device, &any, err))
        return false;
    if (any)
        return true;
    at_call_next(call, "type it in a flow", "help", "flow", "run", NULL);
    bool hidden = goes_into_password(call, app);
    at_fail(err, AT_EUSAGE,
            "character %zu of the text%s%.*s%s cannot be typed for certain, so "
            "nothing was typed: `input text` takes A-Z a-z 0-9 @ . _ - : / + "
            "and blanks; use `mobile-dev-agent flow run` for other texts",
            place, hidden ? "" : ", '",
            AT_STR_ARG(hidden ? AT_STR("") : refused), hidden ? "" : "',");
    add_reasons(device, err);
    return false;
}

static json_t *
step_of(const char *text)
{
    json_t *step = json_object();
    json_t *target = json_object();
    at_json_set(target, "focused", json_true());
    at_json_set_text(step, "action", "type");
    at_json_set(step, "target", target);
    at_json_set_text(step, "value", text);
    return step;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    const char *text = at_given_argument(call->given, 0);
    struct at_app *app;
    call->secret = true; // until it is known where it goes
    if (!check_text(at_str(text), err) ||
        !at_last_open(call, NULL, &app, err) ||
        !check_typable(call, app, at_str(text), err))
        return false;
    return at_act_run(call, app, "type", step_of(text), err);
}

static const struct at_example examples[] = {
    {"ui type demo@example.com", "into the field that has the focus"},
    {"ui type --timeout-ms 30000 'Note 3'", "on a slow device"},
    {0},
};

const struct at_command at_command_ui_type = {
    .name = "ui type",
    .summary = "type into the field that has the focus",
    .about = "Tap the field first. The text is added to what the field holds, "
             "and the reply says what\nit holds then. Over adb alone the text "
             "may have A-Z a-z 0-9 @ . _ - : / + and blanks.\nWhat goes into a "
             "password field is not written to any file or reply.",
    .arguments = arguments,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = at_act_print,
};
