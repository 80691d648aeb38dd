#include "flow/steps/steps_touch.h"

#include "device/gesture.h"
#include "flow/steps/target.h"
#include "screen/label.h"
#include "sys/clock.h"

enum {
    DOUBLE_TAP_MS = 100, // contract, DOUBLE_TAP
    PRESS_MS = 1000,     // contract, long_press
    SWIPE_MS = 300,      // contract, swipe
    PINCH_MS = 300,
    ROTATE_MS = 400,     // contract, TIMEOUTS
    SWIPE_PERCENT = 60,  // contract: share of the element's dimension
    DRAG_PRESS_MS = 700, // longer than a long press, which picks up
    DRAG_MS = 800,
    DRAG_REST_MS = 200, // keeps the dropped item in its place
    PINCH_PERCENT = 80, // share of the smaller side
    PINCH_SCALE = 4,
};

static int64_t
duration(const struct at_step_call *call, int64_t absent)
{
    int64_t ms = call->step->duration_ms;
    return ms == AT_ABSENT ? absent : ms;
}

static struct at_point
point(const struct at_step_call *call)
{
    return (struct at_point){(int32_t)call->step->x, (int32_t)call->step->y};
}

static bool
tap(struct at_step_call *call, struct at_point at, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_TAP, .at = at};
    return at_step_inject(call, &input, err);
}

static bool
double_tap(struct at_step_call *call, struct at_point at, struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_DOUBLE_TAP, .at = at, .interval_ms = DOUBLE_TAP_MS};
    return at_step_inject(call, &input, err);
}

// Return a swipe that does not move.
static struct at_swipe
press_at(const struct at_step_call *call, struct at_point at)
{
    return (struct at_swipe){
        .from = at, .to = at, .duration_ms = duration(call, PRESS_MS)};
}

static bool
press(struct at_step_call *call, struct at_point at, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_SWIPE,
                                   .swipe = press_at(call, at)};
    return at_step_inject(call, &input, err);
}

// Touch the step's target. A device that looks it up itself refuses if it
// differs from the tree; its answer is the tree for the next try.
static bool
touch(struct at_step_call *call, enum at_input_kind kind, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    for (;;) {
        struct at_input input = {.kind = kind, .interval_ms = DOUBLE_TAP_MS};
        struct at_err why = AT_ERR_INIT;
        if (!at_step_aim(call, &call->step->target, &input.node, &input.at,
                         err))
            return false;
        input.tree = at_app_tree(call->app);
        input.force = call->through;
        input.swipe = press_at(call, input.at);
        if (at_step_inject(call, &input, &why))
            return true;
        if (!at_step_may_aim_again(call, began_ns))
            return at_step_fail_refused(call, &why, err);
    }
}

bool
at_step_tap(struct at_step_call *call, struct at_err *err)
{
    return touch(call, AT_INPUT_TAP, err);
}

bool
at_step_double_tap(struct at_step_call *call, struct at_err *err)
{
    return touch(call, AT_INPUT_DOUBLE_TAP, err);
}

bool
at_step_long_press(struct at_step_call *call, struct at_err *err)
{
    return touch(call, AT_INPUT_SWIPE, err);
}

bool
at_step_tap_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call);
    return at_step_aim_at(call, at, err) && tap(call, at, err);
}

bool
at_step_double_tap_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call);
    return at_step_aim_at(call, at, err) && double_tap(call, at, err);
}

bool
at_step_long_press_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call);
    return at_step_aim_at(call, at, err) && press(call, at, err);
}

bool
at_step_swipe_between(struct at_step_call *call, struct at_err *err)
{
    struct at_point from = point(call);
    struct at_point to = {(int32_t)call->step->to_x, (int32_t)call->step->to_y};
    if (!at_step_aim_at(call, from, err))
        return false;
    at_buf_clear(&call->result->note); // a swipe may start at any place
    const struct at_input input = {
        .kind = AT_INPUT_SWIPE,
        .swipe = {
            .from = from, .to = to, .duration_ms = duration(call, SWIPE_MS)}};
    return at_step_inject(call, &input, err);
}

bool
at_step_drag(struct at_step_call *call, const struct at_drag *drag,
             const struct at_scroll_pace *pace, struct at_err *err)
{
    const struct at_direction_info *way = at_direction_info(drag->finger);
    struct at_rect area = drag->area;
    struct at_point centre = at_rect_center(area);
    int dx = way->dx * ((area.right - area.left) * pace->percent / 200);
    int dy = way->dy * ((area.bottom - area.top) * pace->percent / 200);
    const struct at_input input = {
        .kind = AT_INPUT_SWIPE,
        .tree = drag->node ? at_app_tree(call->app) : NULL,
        .node = drag->node,
        .swipe =
            {
                .from = {centre.x_px - dx, centre.y_px - dy},
                .to = {centre.x_px + dx, centre.y_px + dy},
                .duration_ms = pace->duration_ms,
                .rest_ms = pace->rest_ms,
            },
    };
    return at_step_inject(call, &input, err);
}

static bool
swipe_area(struct at_step_call *call, struct at_drag *out, struct at_err *err)
{
    const struct at_tree *tree;
    out->node = NULL;
    if (!at_selector_empty(&call->step->target)) {
        if (!at_step_locate(call, &call->step->target, &out->node, err))
            return false;
        out->area = out->node->seen;
        return true;
    }
    if (!at_app_is_current(call->app) && !at_step_read(call, err))
        return false;
    tree = at_app_tree(call->app);
    out->area = (struct at_rect){0, 0, tree->width_px, tree->height_px};
    return true;
}

bool
at_step_swipe(struct at_step_call *call, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_drag way = {.finger = call->step->direction};
    const struct at_scroll_pace pace = {
        .percent = SWIPE_PERCENT, .duration_ms = duration(call, SWIPE_MS)};
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        if (!swipe_area(call, &way, err))
            return false;
        if (at_step_drag(call, &way, &pace, &why))
            return true;
        if (!at_step_may_aim_again(call, began_ns))
            return at_step_fail_refused(call, &why, err);
    }
}

bool
at_step_press_key(struct at_step_call *call, struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_KEY,
        .text = call->step->keycode,
        .repeat = 1,
    };
    return at_step_inject(call, &input, err);
}

static bool
make_gesture(const struct at_step_call *call, struct at_gesture *out,
             struct at_err *err)
{
    const struct at_flow_step *step = call->step;
    if (step->action == AT_FLOW_PINCH) {
        const struct at_pinch pinch = {point(call), (int32_t)step->radius,
                                       (int32_t)step->end_radius,
                                       duration(call, PINCH_MS)};
        return at_gesture_pinch(&pinch, out, err);
    }
    const struct at_rotate rotate = {point(call), (int32_t)step->radius,
                                     step->start_angle_deg, step->end_angle_deg,
                                     duration(call, ROTATE_MS)};
    return at_gesture_rotate(&rotate, out, err);
}

static bool
check_two_fingers(const struct at_step_call *call, struct at_err *err)
{
    return at_app_device(call->app)->ops->has_two_fingers ||
           at_fail(err, AT_EUNSUPPORTED,
                   "%s needs two fingers, and nothing that drives this "
                   "device has more than one: use double_tap, or the "
                   "app's own buttons",
                   call->row->name);
}

static bool
fail_two_fingers(const struct at_step_call *call, struct at_err *err)
{
    if (err && err->code == AT_EUNSUPPORTED) {
        at_err_context(err, "%s needs two fingers", call->row->name);
        at_err_add(err, "use double_tap, or the app's own buttons");
    }
    return false;
}

bool
at_step_two_fingers(struct at_step_call *call, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = &gesture};
    if (!check_two_fingers(call, err) ||
        !at_step_aim_at(call, point(call), err))
        return false;
    at_buf_clear(&call->result->note); // two fingers may start at any place
    bool ok =
        make_gesture(call, &gesture, err) && at_step_inject(call, &input, err);
    at_gesture_deinit(&gesture);
    return ok || fail_two_fingers(call, err);
}

// The smaller distance of the fingers is a share of the larger one, which fits
// into the visible part of the element.
static struct at_pinch
pinch_in(const struct at_step_call *call, struct at_rect area)
{
    int32_t wide = area.right - area.left;
    int32_t high = area.bottom - area.top;
    int32_t far = (wide < high ? wide : high) * PINCH_PERCENT / 200;
    int32_t near = far / PINCH_SCALE > 0 ? far / PINCH_SCALE : 1;
    bool outward = call->step->outward;
    return (struct at_pinch){at_rect_center(area), outward ? near : far,
                             outward ? far : near, duration(call, PINCH_MS)};
}

bool
at_step_pinch_element(struct at_step_call *call, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_drag where = {.node = NULL};
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = &gesture};
    if (!check_two_fingers(call, err) || !swipe_area(call, &where, err))
        return false;
    const struct at_pinch pinch = pinch_in(call, where.area);
    bool ok = at_gesture_pinch(&pinch, &gesture, err) &&
              at_step_inject(call, &input, err);
    at_gesture_deinit(&gesture);
    return ok || fail_two_fingers(call, err);
}

static bool
find_ends(struct at_step_call *call, struct at_swipe *out, struct at_err *err)
{
    const struct at_flow_step *step = call->step;
    const struct at_node *node;
    out->from = point(call);
    out->to = (struct at_point){(int32_t)step->to_x, (int32_t)step->to_y};
    // the dragged element is the step's target, so look it up last
    if (!at_selector_empty(&step->to_target) &&
        !at_step_aim(call, &step->to_target, &node, &out->to, err)) {
        at_err_context(err, "where to drag it");
        return false;
    }
    return at_selector_empty(&step->target)
               ? at_step_aim_at(call, out->from, err)
               : at_step_aim(call, &step->target, &node, &out->from, err);
}

// Without support for gestures, use a swipe that holds first, or a slow one.
bool
at_step_drag_to(struct at_step_call *call, struct at_err *err)
{
    struct at_swipe swipe = {.duration_ms = duration(call, DRAG_MS),
                             .press_ms = DRAG_PRESS_MS,
                             .rest_ms = DRAG_REST_MS};
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_err why = AT_ERR_INIT;
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = &gesture};
    if (!find_ends(call, &swipe, err) ||
        !at_gesture_swipe(&swipe, &gesture, err))
        return false;
    bool ok = at_app_device(call->app)->ops->has_two_fingers &&
              at_step_inject(call, &input, &why);
    at_gesture_deinit(&gesture);
    if (ok || (why.code != AT_OK && why.code != AT_EUNSUPPORTED))
        return ok || at_err_pass(err, &why);
    const struct at_input plain = {.kind = AT_INPUT_SWIPE, .swipe = swipe};
    return at_step_inject(call, &plain, err);
}
