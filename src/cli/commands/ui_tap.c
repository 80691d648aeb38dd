// ui tap: one element, or a point
#include "cli/commands.h"

#include "cli/act.h"
#include "cli/last.h"
#include "cli/target.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 15000 };

static const struct at_argument arguments[] = {
    {.name = "target", .help = AT_TARGET_FORMS, .optional = true},
    {0},
};

static const struct at_option options[] = {
    {.name = "--ref", .value = "REF", .help = "instead of a target: e12"},
    {0},
};

static json_t *
step_of(const struct at_target *target)
{
    json_t *step = json_object();
    if (target->form == AT_TARGET_COORDS) {
        at_json_set_text(step, "action", "tap_coordinates");
        at_json_set(step, "x", json_integer(target->at.x_px));
        at_json_set(step, "y", json_integer(target->at.y_px));
        return step;
    }
    at_json_set_text(step, "action", "tap");
    at_json_set(step, "target", at_target_selector(target));
    return step;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_target target;
    struct at_app *app;
    if (!at_target_read(at_given_argument(call->given, 0),
                        at_given_option(call->given, "--ref"), &target, err) ||
        !at_last_open(call, &target, &app, err))
        return false;
    if (target.form == AT_TARGET_COORDS)
        at_call_set(call, "at", at_act_point(target.at));
    return at_act_run(call, app, "tap", step_of(&target), err);
}

static const struct at_example examples[] = {
    {"ui tap @e3", "an element of the last snapshot"},
    {"ui tap 'text:\"Log in\"'", "the element with exactly this text"},
    {"ui tap id:login_button", "by resource id or accessibility identifier"},
    {"ui tap coords:540,960", "a point, where nothing names an element"},
    {0},
};

const struct at_command at_command_ui_tap = {
    .name = "ui tap",
    .summary = "tap an element or a point",
    .about = "The target is looked for on the live screen; one that moves is "
             "waited for, one that is\ngone, covered or ambiguous is refused, "
             "and nothing is touched. The reply says what was\nhit and what "
             "has changed. Of several elements with the same text or id the "
             "only one\nthat takes input is meant; otherwise they are listed.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = at_act_print,
};
