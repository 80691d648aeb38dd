#include "maestro/run/drag.h"

#include "device/gesture.h"
#include "maestro/run/act.h"
#include "maestro/run/look.h"

enum { REST_MS = 200 }; // keeps what is dropped in its place

// Find an end: an element, a point in it, or a point of the screen.
static bool
find_end(struct at_maestro_call *call,
         const struct at_maestro_selector *selector, struct at_str point,
         struct at_point *out, struct at_err *err)
{
    int64_t limit_ms = call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                               : AT_MAESTRO_LOOK_MS;
    struct at_maestro_target target;
    enum at_maestro_point read = AT_MAESTRO_POINT_OK;
    int32_t width_px;
    int32_t height_px;
    if (!selector)
        return at_maestro_screen(call, &width_px, &height_px, err) &&
               at_maestro_judge_point(call,
                                      at_maestro_point_of_screen(
                                          point, width_px, height_px, out, err),
                                      err);
    bool ok = at_maestro_look_noted(call, selector,
                                    at_maestro_budget_ns(call->run, limit_ms),
                                    &target, err);
    if (ok) {
        const struct at_maestro_node *node = target.found.chosen;
        *out = at_maestro_node_center(node);
        if (point.ptr)
            read = at_maestro_point_of_bounds(point, node->bounds, out, err);
        ok = at_maestro_judge_point(call, read, err);
    }
    at_maestro_target_deinit(&target);
    return ok;
}

// As one gesture where the device plays gestures; others hold as they can.
static bool
move(struct at_maestro_call *call, const struct at_swipe *swipe,
     struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_err why = AT_ERR_INIT;
    const struct at_input input = {
        .kind = AT_INPUT_GESTURE, .at = swipe->from, .gesture = &gesture};
    const struct at_input plain = {
        .kind = AT_INPUT_SWIPE, .at = swipe->from, .swipe = *swipe};
    if (!at_gesture_swipe(swipe, &gesture, err))
        return false;
    bool ok = at_maestro_device(call)->ops->has_two_fingers &&
              at_maestro_inject(call, &input, NULL, &why);
    at_gesture_deinit(&gesture);
    if (ok || (why.code != AT_OK && why.code != AT_EUNSUPPORTED))
        return ok || at_err_pass(err, &why);
    return at_maestro_inject(call, &plain, NULL, err);
}

bool
at_maestro_drag(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    struct at_swipe swipe = {.duration_ms = command->duration_ms,
                             .press_ms = command->hold_ms,
                             .rest_ms = REST_MS};
    // what is held is found last, because it may move
    return find_end(call, command->to, command->to_point, &swipe.to, err) &&
           find_end(call, command->from, command->point, &swipe.from, err) &&
           move(call, &swipe, err) &&
           at_maestro_settle(call, command->settle_ms, err);
}
