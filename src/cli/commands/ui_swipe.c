// ui swipe: the finger moves across the screen
#include "cli/commands.h"

#include <string.h>

#include "base/compiler.h"
#include "cli/act.h"
#include "cli/last.h"
#include "cli/target.h"
#include "wire/json.h"

enum {
    TIMEOUT_MS = 15000,
    AMOUNT_PX = 300,
    AMOUNT_MAX_PX = 32767,
    DURATION_MS = 300,
    DURATION_MAX_MS = 60000,
};

static const char *const direction_names[] = {"up", "down", "left", "right",
                                              NULL};

static const struct at_argument arguments[] = {
    {.name = "direction",
     .offers = direction_names,
     .help = "where the finger goes: up, down, left or right; or a point x,y "
             "to begin at"},
    {.name = "to", .help = "the point to end at, x,y", .optional = true},
    {0},
};

static const struct at_option options[] = {
    {.name = "--amount-px",
     .value = "PX",
     .help = "how far, with a direction",
     .absent = "300"},
    {.name = "--duration-ms",
     .value = "MS",
     .help = "how long the finger takes",
     .absent = "300"},
    {0},
};

static const struct {
    const char *name;
    int dx;
    int dy;
} directions[] = {
    {"up", 0, -1},
    {"down", 0, 1},
    {"left", -1, 0},
    {"right", 1, 0},
};

// What the words say; from the device comes only the screen's size.
struct plan {
    bool by_direction;
    int dx;
    int dy;
    int64_t amount_px;
    int64_t duration_ms;
    struct at_point from;
    struct at_point to;
};

static bool
read_direction(const char *word, struct plan *out)
{
    for (size_t i = 0; i < AT_LEN(directions); i++) {
        if (strcmp(word, directions[i].name) != 0)
            continue;
        out->by_direction = true;
        out->dx = directions[i].dx;
        out->dy = directions[i].dy;
    }
    return out->by_direction;
}

static bool
read_points(const struct at_given *given, struct plan *out, struct at_err *err)
{
    const char *from = at_given_argument(given, 0);
    const char *to = at_given_argument(given, 1);
    if (!strchr(from, ','))
        return at_fail(err, AT_EUSAGE,
                       "'%.40s' is no direction (valid: up, down, left, "
                       "right, or two points x1,y1 x2,y2)",
                       from);
    if (!to)
        return at_fail(err, AT_EUSAGE,
                       "a swipe from %.40s needs a point to end at, like "
                       "`ui swipe 540,1400 540,600`",
                       from);
    if (at_given_has(given, "--amount-px"))
        return at_fail(err, AT_EUSAGE,
                       "--amount-px goes with a direction, not with points");
    return at_target_read_point(from, &out->from, err) &&
           at_target_read_point(to, &out->to, err);
}

static bool
read_plan(const struct at_given *given, struct plan *out, struct at_err *err)
{
    *out = (struct plan){.amount_px = AMOUNT_PX, .duration_ms = DURATION_MS};
    if (!at_given_int(given, "--amount-px", 1, AMOUNT_MAX_PX, &out->amount_px,
                      err) ||
        !at_given_int(given, "--duration-ms", 1, DURATION_MAX_MS,
                      &out->duration_ms, err))
        return false;
    if (!read_direction(at_given_argument(given, 0), out))
        return read_points(given, out, err);
    return !at_given_argument(given, 1) ||
           at_fail(err, AT_EUSAGE, "a direction or two points, not both");
}

// From the middle; a way that does not fit begins before it. *amount is cut to
// what the side has.
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
    if (plan->dx != 0)
        place(tree->width_px, plan->dx, &plan->amount_px, &plan->from.x_px,
              &plan->to.x_px);
    else
        place(tree->height_px, plan->dy, &plan->amount_px, &plan->from.y_px,
              &plan->to.y_px);
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
aim(struct at_call *call, struct at_app *app, struct plan *plan,
    struct at_err *err)
{
    if (!at_app_snapshot(call->op, app, err))
        return false;
    const struct at_tree *tree = at_app_tree(app);
    if (plan->by_direction)
        place_on_screen(tree, plan);
    else if (!check_point(tree, plan->from, err) ||
             !check_point(tree, plan->to, err))
        return false;
    at_call_set(call, "from", at_act_point(plan->from));
    at_call_set(call, "to", at_act_point(plan->to));
    return true;
}

static json_t *
step_of(const struct plan *plan)
{
    json_t *step = json_object();
    at_json_set_text(step, "action", "swipe_coordinates");
    at_json_set(step, "x1", json_integer(plan->from.x_px));
    at_json_set(step, "y1", json_integer(plan->from.y_px));
    at_json_set(step, "x2", json_integer(plan->to.x_px));
    at_json_set(step, "y2", json_integer(plan->to.y_px));
    at_json_set(step, "durationMs", json_integer(plan->duration_ms));
    return step;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct plan plan;
    struct at_app *app;
    if (!read_plan(call->given, &plan, err) ||
        !at_last_open(call, NULL, &app, err) || !aim(call, app, &plan, err))
        return false;
    return at_act_run(call, app, "swipe", step_of(&plan), err);
}

static const struct at_example examples[] = {
    {"ui swipe up", "the finger goes up: what is further below comes into "
                    "sight"},
    {"ui swipe down --amount-px 900 --duration-ms 600", "further, and slower"},
    {"ui swipe 540,1400 540,600", "from point to point"},
    {0},
};

const struct at_command at_command_ui_swipe = {
    .name = "ui swipe",
    .summary = "move the finger across the screen",
    .about = "A direction is where the finger goes. It starts in the middle of "
             "the screen; where the\namount does not fit it starts before "
             "that, and never leaves the screen.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = at_act_print,
};
