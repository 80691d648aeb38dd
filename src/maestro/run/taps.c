#include "maestro/run/taps.h"

#include "flow/changes/change.h"
#include "maestro/lookup/point.h"
#include "maestro/run/act.h"
#include "maestro/run/look.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    PRESS_MS = 3000,
    TRIES = 4,          // to find an element that the device refuses to touch
    APPEAR_ROUNDS = 10, // waitUntilVisible looks so often
    APPEAR_MS = 1000,
};

// One command's touches.
struct touch {
    enum at_input_kind kind;
    int64_t times;
    int64_t delay_ms;
};

// Where a touch goes: an element, or a point of the screen.
struct aim {
    const struct at_node *node; // NULL: only the point
    struct at_point at;
};

static struct at_input
input_of(const struct touch *touch, const struct aim *aim,
         const struct at_tree *tree)
{
    return (struct at_input){
        .kind = touch->kind,
        .at = aim->at,
        .tree = aim->node ? tree : NULL,
        .node = aim->node,
        .force = true, // Maestro taps the point, whatever covers it
        .interval_ms = touch->delay_ms,
        .swipe = {.from = aim->at, .to = aim->at, .duration_ms = PRESS_MS},
    };
}

static bool
read_screen_point(struct at_maestro_call *call, struct at_point *out,
                  struct at_err *err)
{
    int32_t width_px;
    int32_t height_px;
    if (!at_maestro_screen(call, &width_px, &height_px, err))
        return false;
    return at_maestro_judge_point(
        call,
        at_maestro_point_of_screen(call->command->point, width_px, height_px,
                                   out, err),
        err);
}

static bool
aim_at(struct at_maestro_call *call, const struct at_maestro_node *node,
       struct aim *out, struct at_err *err)
{
    struct at_str point = call->command->point;
    out->node = point.ptr ? NULL : node->node;
    out->at = at_maestro_node_center(node);
    return !point.ptr ||
           at_maestro_judge_point(
               call,
               at_maestro_point_of_bounds(point, node->bounds, &out->at, err),
               err);
}

static int64_t
limit_ms(const struct at_maestro_call *call)
{
    return call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                   : AT_MAESTRO_LOOK_MS;
}

static bool
find(struct at_maestro_call *call, struct at_maestro_target *out,
     struct at_err *err)
{
    int64_t end_ns = at_maestro_budget_ns(call->run, limit_ms(call));
    return at_maestro_look_noted(call, call->command->selector, end_ns, out,
                                 err);
}

// Find the element again once the screen has settled: an element that is alone
// with its attributes may have moved.
static bool
find_settled(struct at_maestro_call *call, struct at_maestro_target *target,
             struct aim *aim, struct at_err *err)
{
    struct at_maestro_target now;
    const struct at_maestro_node *node = at_maestro_target_node(target);
    if (at_app_is_settled(call->run->app) &&
        at_app_tree(call->run->app) == target->view.tree)
        return aim_at(call, node, aim, err);
    if (!at_maestro_settle(call, -1, err))
        return false;
    at_maestro_see(call, &now);
    const struct at_maestro_node *same =
        now.snapshot ? at_maestro_view_refind(&now.view, node) : NULL;
    bool ok = aim_at(call, same ? same : node, aim, err);
    if (same) {
        now.found.chosen = same;
        at_maestro_target_deinit(target);
        *target = now;
    } else {
        aim->node = NULL;
        at_maestro_target_deinit(&now);
    }
    return ok;
}

// Touch the element. The device finds it at the moment of the touch; if it is
// gone or moves, look again, and at last touch its latest place, as Maestro
// would have.
static bool
touch_element(struct at_maestro_call *call, const struct touch *touch,
              struct at_maestro_target *target, struct at_err *err)
{
    struct aim aim;
    for (int tries = 0; find_settled(call, target, &aim, err); tries++) {
        enum at_refusal refusal;
        struct at_err why = AT_ERR_INIT;
        if (tries + 1 == TRIES) {
            aim.node = NULL;
            at_maestro_note(call, "the element was gone or moving: tapped its "
                                  "last place");
        }
        const struct at_input input =
            input_of(touch, &aim, aim.node ? target->view.tree : NULL);
        if (at_maestro_inject(call, &input, &refusal, &why))
            return true;
        if (refusal == AT_REFUSAL_NONE || tries + 1 == TRIES)
            return at_err_pass(err, &why);
    }
    return false;
}

static bool
pause_ms(struct at_maestro_call *call, int64_t ms, struct at_err *err)
{
    return at_op_wait_until(call->run->op, at_now_ns() + ms * AT_NS_PER_MS,
                            err);
}

static bool
touch_point(struct at_maestro_call *call, const struct touch *touch,
            struct at_point at, struct at_err *err)
{
    const struct aim aim = {.at = at};
    const struct at_input input = input_of(touch, &aim, NULL);
    return at_maestro_inject(call, &input, NULL, err);
}

// The further taps of repeat: go to the same place.
static bool
repeat(struct at_maestro_call *call, const struct touch *touch,
       struct at_point at, struct at_err *err)
{
    for (int64_t i = 1; i < touch->times; i++) {
        if (!pause_ms(call, touch->delay_ms, err) ||
            !touch_point(call, touch, at, err))
            return false;
    }
    return true;
}

static bool
is_unchanged(const struct at_maestro_call *call,
             const struct at_maestro_target *before)
{
    struct at_app *app = call->run->app;
    return at_app_is_current(app) &&
           at_change_none(before->view.tree, at_app_tree(app));
}

// waitUntilVisible: a tap without effect on an element that something covers
// is repeated once it is on top.
static bool
wait_on_top(struct at_maestro_call *call, struct at_maestro_target *target,
            bool *out_again, struct at_err *err)
{
    bool ok = true;
    *out_again = false;
    for (int i = 0; ok && !*out_again && i < APPEAR_ROUNDS; i++) {
        struct at_maestro_target now;
        if (at_maestro_view_is_topmost(&target->view, target->found.chosen))
            return true;
        if (!pause_ms(call, APPEAR_MS, err) ||
            !at_app_read_settled(call->run->op, call->run->app, err))
            return false;
        at_maestro_see(call, &now);
        const struct at_maestro_node *same =
            now.snapshot
                ? at_maestro_view_refind(&now.view, target->found.chosen)
                : NULL;
        *out_again = same && at_maestro_view_is_topmost(&now.view, same);
        if (same) {
            now.found.chosen = same;
            at_maestro_target_deinit(target);
            *target = now;
        } else {
            at_maestro_target_deinit(&now);
        }
    }
    return ok;
}

static bool
tap_again(struct at_maestro_call *call, const struct touch *touch,
          struct at_maestro_target *target, struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    bool again = false;
    if (!is_unchanged(call, target))
        return true;
    if (command->wait_until_visible && !wait_on_top(call, target, &again, err))
        return false;
    if (!again && !command->retries_tap)
        return true;
    at_maestro_note(call, "nothing had changed: tapped once more");
    return touch_element(call, touch, target, err) &&
           at_maestro_settle(call, command->settle_ms, err);
}

static bool
on_element(struct at_maestro_call *call, const struct touch *touch,
           struct at_err *err)
{
    struct at_maestro_target target;
    bool ok = find(call, &target, err);
    ok = ok && touch_element(call, touch, &target, err);
    if (ok) {
        struct aim aim;
        ok = aim_at(call, target.found.chosen, &aim, err) &&
             repeat(call, touch, aim.at, err) &&
             at_maestro_settle(call, call->command->settle_ms, err) &&
             tap_again(call, touch, &target, err);
    }
    at_maestro_target_deinit(&target);
    return ok;
}

static bool
on_point(struct at_maestro_call *call, const struct touch *touch,
         struct at_err *err)
{
    struct at_point at;
    struct at_maestro_target before;
    if (!read_screen_point(call, &at, err))
        return false;
    at_maestro_see(call, &before);
    bool ok = touch_point(call, touch, at, err) &&
              repeat(call, touch, at, err) &&
              at_maestro_settle(call, call->command->settle_ms, err);
    if (ok && call->command->retries_tap && before.snapshot &&
        is_unchanged(call, &before)) {
        at_maestro_note(call, "nothing had changed: tapped once more");
        ok = touch_point(call, touch, at, err) &&
             at_maestro_settle(call, call->command->settle_ms, err);
    }
    at_maestro_target_deinit(&before);
    return ok;
}

static bool
perform(struct at_maestro_call *call, const struct touch *touch,
        struct at_err *err)
{
    return call->command->selector ? on_element(call, touch, err)
                                   : on_point(call, touch, err);
}

bool
at_maestro_tap(struct at_maestro_call *call, struct at_err *err)
{
    const struct touch touch = {AT_INPUT_TAP, call->command->taps,
                                call->command->delay_ms};
    return perform(call, &touch, err);
}

bool
at_maestro_double_tap(struct at_maestro_call *call, struct at_err *err)
{
    const struct touch touch = {AT_INPUT_DOUBLE_TAP, 1,
                                call->command->delay_ms};
    return perform(call, &touch, err);
}

bool
at_maestro_long_press(struct at_maestro_call *call, struct at_err *err)
{
    const struct touch touch = {AT_INPUT_SWIPE, 1, 0};
    return perform(call, &touch, err);
}
