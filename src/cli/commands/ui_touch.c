// ui long-press, ui double-tap, ui drag, ui pinch: the other touches
#include "cli/commands.h"

#include <string.h>

#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/ui_step.h"

enum { DURATION_MAX_MS = 60000 };

static const struct at_positional positionals_target[] = {
    {.name = "target", .refs = true, .help = AT_TARGET_FORMS},
    {0},
};

// Touch an element, or a point by another action of the engine.
static bool
touch(struct at_invocation *invocation, const char *name,
      enum at_flow_action element, enum at_flow_action point,
      struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(element);
    struct at_target target;
    struct at_app *app;
    if (!at_target_read(at_arguments_at(invocation->args, 0), NULL, &target,
                        err) ||
        !at_arguments_int(invocation->args, "--duration-ms", 1, DURATION_MAX_MS,
                          &step.duration_ms, err) ||
        !at_last_snapshot_open(invocation, &target, &app, err))
        return false;
    step.force = at_arguments_have(invocation->args, "--force");
    if (target.form == AT_TARGET_COORDS) {
        at_invocation_set(invocation, "at", at_ui_step_point(target.at));
        step.action = point;
        step.x = target.at.x_px;
        step.y = target.at.y_px;
    } else {
        step.target = at_target_selector(&target);
    }
    return at_ui_step_run(invocation, app, name, &step, err);
}

static bool
run_long_press(struct at_invocation *invocation, struct at_err *err)
{
    return touch(invocation, "long-press", AT_FLOW_LONG_PRESS,
                 AT_FLOW_LONG_PRESS_COORDINATES, err);
}

static bool
run_double_tap(struct at_invocation *invocation, struct at_err *err)
{
    return touch(invocation, "double-tap", AT_FLOW_DOUBLE_TAP,
                 AT_FLOW_DOUBLE_TAP_COORDINATES, err);
}

// The ref with the higher number: if the last snapshot has it, it has both.
static const struct at_target *
later_ref(const struct at_target *a, const struct at_target *b)
{
    bool second = b->form == AT_TARGET_REF &&
                  (a->form != AT_TARGET_REF || b->number > a->number);
    return second ? b : a;
}

static void
set_ends(const struct at_target *from, const struct at_target *to,
         struct at_flow_step *step)
{
    if (from->form == AT_TARGET_COORDS) {
        step->x = from->at.x_px;
        step->y = from->at.y_px;
    } else {
        step->target = at_target_selector(from);
    }
    if (to->form == AT_TARGET_COORDS) {
        step->to_x = to->at.x_px;
        step->to_y = to->at.y_px;
    } else {
        step->to_target = at_target_selector(to);
    }
}

static bool
run_drag(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_DRAG);
    struct at_target from, to;
    struct at_app *app;
    if (!at_target_read(at_arguments_at(args, 0), NULL, &from, err) ||
        !at_target_read(at_arguments_at(args, 1), NULL, &to, err) ||
        !at_arguments_int(args, "--duration-ms", 1, DURATION_MAX_MS,
                          &step.duration_ms, err) ||
        !at_last_snapshot_open(invocation, later_ref(&from, &to), &app, err))
        return false;
    set_ends(&from, &to, &step);
    return at_ui_step_run(invocation, app, "drag", &step, err);
}

static const char *const ways[] = {"in", "out", NULL};

static bool
run_pinch(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *word = at_arguments_at(args, 1);
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PINCH_ELEMENT);
    struct at_target target = {.form = AT_TARGET_TEXT};
    struct at_app *app;
    if (word && !at_target_read(word, NULL, &target, err))
        return false;
    if (target.form == AT_TARGET_COORDS)
        return at_fail(err, AT_EUSAGE,
                       "a pinch is on an element, or on the whole screen, not "
                       "at a point");
    if (!at_arguments_int(args, "--duration-ms", 1, DURATION_MAX_MS,
                          &step.duration_ms, err) ||
        !at_last_snapshot_open(invocation, &target, &app, err))
        return false;
    step.outward = strcmp(at_arguments_at(args, 0), "out") == 0;
    if (word)
        step.target = at_target_selector(&target);
    return at_ui_step_run(invocation, app, "pinch", &step, err);
}

#define DURATION(text, default)                                                \
    {                                                                          \
        .name = "--duration-ms", .value = "MS", .help = (text),                \
        .absent = (default)                                                    \
    }

#define COMMON                                                                 \
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION, .timeout_ms = AT_CLI_LOOK_MS, \
    .print = at_ui_step_print

const struct at_command at_cli_ui_long_press = {
    .name = "ui long-press",
    .summary = "press an element or a point and hold",
    .positionals = positionals_target,
    .options = AT_OPTIONS(
        DURATION("how long the finger stays", "1000"),
        {.name = "--force", .help = "also if it is disabled or covered"}),
    .examples = AT_EXAMPLES(
        {"ui long-press id:long_press_me", "an element, for a second"},
        {"ui long-press coords:540,960 --duration-ms 2000",
         "a point, for longer"}),
    .run = run_long_press,
    COMMON,
};

const struct at_command at_cli_ui_double_tap = {
    .name = "ui double-tap",
    .summary = "tap an element or a point twice",
    .positionals = positionals_target,
    .options = AT_OPTIONS(
        {.name = "--force", .help = "also if it is disabled or covered"}),
    .examples = AT_EXAMPLES({"ui double-tap id:double_tap_me", "an element"},
                            {"ui double-tap coords:540,960", "a point"}),
    .run = run_double_tap,
    COMMON,
};

const struct at_command at_cli_ui_drag = {
    .name = "ui drag",
    .summary = "hold something and drop it elsewhere",
    .about =
        "The finger holds before it moves, as lists need before they release a "
        "row, and rests before\nit lifts. On a simulator it moves at once.",
    .positionals =
        AT_POSITIONALS({.name = "from", .refs = true, .help = AT_TARGET_FORMS},
                       {.name = "to",
                        .refs = true,
                        .help = "where it is dropped: the same forms"}),
    .options = AT_OPTIONS(
        DURATION("how long the finger takes, after it has held", "800")),
    .examples = AT_EXAMPLES(
        {"ui drag id:tap_me id:pad", "hold an element, and drop it on another"},
        {"ui drag coords:540,400 coords:540,1200", "from point to point"}),
    .run = run_drag,
    COMMON,
};

const struct at_command at_cli_ui_pinch = {
    .name = "ui pinch",
    .summary = "zoom with two fingers",
    .about = "It needs the helper or an emulator: adb alone and simulators "
             "have one finger. `ui double-tap`\nzooms in many apps, too.",
    .positionals = AT_POSITIONALS(
        {.name = "way",
         .choices = ways,
         .help = "in: the fingers come together; out: they part"},
        {.name = "target",
         .refs = true,
         .help = "@e12, text:\"Map\" or id:\"map\"; without it the screen",
         .optional = true}),
    .options = AT_OPTIONS(DURATION("how long the fingers take", "300")),
    .examples =
        AT_EXAMPLES({"ui pinch out id:pinch_pad", "zoom in on an element"},
                    {"ui pinch in", "zoom out, on the whole screen"}),
    .run = run_pinch,
    COMMON,
};
