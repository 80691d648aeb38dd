// ui swipe: move the finger across the screen
#include "cli/commands.h"

#include <string.h>

#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "cli/target.h"

enum {
    AMOUNT_PX = 300,
    AMOUNT_MAX_PX = 32767,
    DURATION_MS = 300,
    DURATION_MAX_MS = 60000,
    FLING_MS = 80,
};

// The swipe as its words say; only the screen's size comes from the device.
struct plan {
    const struct at_direction_info *direction; // NULL: by points
    enum at_direction finger;
    bool has_target; // the direction is that of a swipe across an element
    struct at_target target;
    int64_t amount_px;
    int64_t duration_ms;
    struct at_point from;
    struct at_point to;
};

static bool
read_points(const struct at_arguments *args, struct plan *out,
            struct at_err *err)
{
    const char *from = at_arguments_at(args, 0);
    const char *to = at_arguments_at(args, 1);
    if (!strchr(from, ','))
        return at_fail(err, AT_EUSAGE,
                       "'%.40s' is not a direction (valid: up, down, left, "
                       "right, or two points x1,y1 x2,y2)",
                       from);
    if (!to)
        return at_fail(err, AT_EUSAGE,
                       "a swipe from %.40s needs a point to end at, like "
                       "`ui swipe 540,1400 540,600`",
                       from);
    if (at_arguments_have(args, "--amount-px"))
        return at_fail(err, AT_EUSAGE,
                       "--amount-px goes with a direction, not with points");
    return at_target_read_point(from, &out->from, err) &&
           at_target_read_point(to, &out->to, err);
}

// Read the element to swipe across; without one it's the screen.
static bool
read_target(const struct at_arguments *args, struct plan *out,
            struct at_err *err)
{
    const char *word = at_arguments_at(args, 1);
    struct at_point point;
    if (!word)
        return true;
    if (at_target_read_point(word, &point, NULL))
        return at_fail(err, AT_EUSAGE, "a direction or two points, not both");
    if (at_arguments_have(args, "--amount-px"))
        return at_fail(err, AT_EUSAGE,
                       "--amount-px is for the screen: an element is swiped "
                       "across its middle");
    out->has_target = true;
    if (!at_target_read(word, NULL, &out->target, err))
        return false;
    return out->target.form != AT_TARGET_COORDS ||
           at_fail(err, AT_EUSAGE, "a direction or two points, not both");
}

static bool
read_plan(const struct at_arguments *args, struct plan *out, struct at_err *err)
{
    *out = (struct plan){.amount_px = AMOUNT_PX,
                         .duration_ms = DURATION_MS,
                         .target = {.form = AT_TARGET_TEXT}};
    if (!at_arguments_int(args, "--amount-px", 1, AMOUNT_MAX_PX,
                          &out->amount_px, err) ||
        !at_arguments_int(args, "--duration-ms", 1, DURATION_MAX_MS,
                          &out->duration_ms, err))
        return false;
    if (at_arguments_have(args, "--fling")) {
        if (at_arguments_have(args, "--duration-ms"))
            return at_fail(err, AT_EUSAGE,
                           "--fling or --duration-ms, not both");
        out->duration_ms = FLING_MS;
    }
    out->finger = at_direction_find(at_str(at_arguments_at(args, 0)));
    if (out->finger == AT_DIRECTION_NONE)
        return read_points(args, out, err);
    out->direction = at_direction_info(out->finger);
    return read_target(args, out, err);
}

// Return where to start: in the middle, or before it if the amount does not fit
// otherwise. *amount is limited to the side.
static void
place(int32_t side, int sign, int64_t *amount, int32_t *out_from,
      int32_t *out_to)
{
    int32_t last = side - 1;
    int32_t from = side / 2;
    if (*amount > last)
        *amount = last;
    int64_t to = from + sign * *amount;
    int64_t beyond = to < 0 ? to : to > last ? to - last : 0;
    *out_from = (int32_t)(from - beyond);
    *out_to = (int32_t)(to - beyond);
}

static void
place_on_screen(const struct at_tree *tree, struct plan *plan)
{
    plan->from = plan->to =
        (struct at_point){tree->width_px / 2, tree->height_px / 2};
    if (plan->direction->dx != 0)
        place(tree->width_px, plan->direction->dx, &plan->amount_px,
              &plan->from.x_px, &plan->to.x_px);
    else
        place(tree->height_px, plan->direction->dy, &plan->amount_px,
              &plan->from.y_px, &plan->to.y_px);
}

static bool
check_point(const struct at_tree *tree, struct at_point at, struct at_err *err)
{
    struct at_rect screen = {0, 0, tree->width_px, tree->height_px};
    if (at_rect_empty(screen) || at_rect_contains(screen, at))
        return true;
    return at_fail(
        err, AT_EUSAGE, "the point %d,%d is outside the screen, which is %dx%d",
        (int)at.x_px, (int)at.y_px, (int)tree->width_px, (int)tree->height_px);
}

static bool
aim(struct at_invocation *invocation, struct at_app *app, struct plan *plan,
    struct at_err *err)
{
    if (!at_app_read_now(invocation->op, app, err))
        return false;
    const struct at_tree *tree = at_app_tree(app);
    if (plan->direction)
        place_on_screen(tree, plan);
    else if (!check_point(tree, plan->from, err) ||
             !check_point(tree, plan->to, err))
        return false;
    at_invocation_set(invocation, "from", at_ui_step_point(plan->from));
    at_invocation_set(invocation, "to", at_ui_step_point(plan->to));
    return true;
}

static struct at_flow_step
across_step(const struct plan *plan)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SWIPE);
    step.target = at_target_selector(&plan->target);
    step.direction = plan->finger;
    step.duration_ms = plan->duration_ms;
    return step;
}

static struct at_flow_step
step_of(const struct plan *plan)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SWIPE_COORDINATES);
    step.x = plan->from.x_px;
    step.y = plan->from.y_px;
    step.to_x = plan->to.x_px;
    step.to_y = plan->to.y_px;
    step.duration_ms = plan->duration_ms;
    return step;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct plan plan;
    struct at_app *app;
    if (!read_plan(invocation->args, &plan, err) ||
        !at_last_snapshot_open(invocation, &plan.target, &app, err) ||
        (!plan.has_target && !aim(invocation, app, &plan, err)))
        return false;
    struct at_flow_step step =
        plan.has_target ? across_step(&plan) : step_of(&plan);
    return at_ui_step_run(invocation, app, "swipe", &step, err);
}

const struct at_command at_cli_ui_swipe = {
    .name = "ui swipe",
    .summary = "move the finger across the screen",
    .about =
        "A direction says where the finger goes. It starts in the middle of "
        "the screen, or\nbefore it if the amount does not fit, and never "
        "leaves the screen.",
    .positionals = AT_POSITIONALS(
        {.name = "direction",
         .offers = at_direction_names,
         .help =
             "where the finger goes: up, down, left or right; or a point x,y "
             "to start at"},
        {.name = "to",
         .help =
             "the point to end at, x,y; with a direction, what to swipe: @e12, "
             "text:\"List\" or id:\"list\"",
         .refs = true,
         .optional = true}),
    .options = AT_OPTIONS(
        {.name = "--amount-px",
         .value = "PX",
         .help = "how far, with a direction",
         .absent = "300"},
        {.name = "--duration-ms",
         .value = "MS",
         .help = "how long the finger takes",
         .absent = "300"},
        {.name = "--fling", .help = "quick: a list continues to scroll"}),
    .examples = AT_EXAMPLES(
        {"ui swipe up", "the finger goes up: content further below comes into "
                        "sight"},
        {"ui swipe down --amount-px 900 --duration-ms 600",
         "farther and slower"},
        {"ui swipe 540,1400 540,600", "from point to point"},
        {"ui swipe left id:pad", "across an element, as to delete a row"},
        {"ui swipe up --fling", "a list continues to scroll"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
