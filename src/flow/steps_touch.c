// steps_touch.c: fingers and keys
#include "flow/exec.h"

#include <string.h>

#include "device/gesture.h"
#include "screen/label.h"

enum {
    DOUBLE_TAP_MS = 100, // contract, DOUBLE_TAP
    PRESS_MS = 1000,     // contract, long_press
    SWIPE_MS = 300,      // contract, swipe
    SWIPE_PERCENT = 60,  // contract: of the element's dimension
};

static int64_t
duration(const struct at_step_call *call, int64_t absent)
{
    return at_args_int(call->step, "durationMs", absent);
}

static struct at_point
point(const struct at_step_call *call, const char *x, const char *y)
{
    return (struct at_point){(int32_t)at_args_int(call->step, x, 0),
                             (int32_t)at_args_int(call->step, y, 0)};
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

static bool
drag(struct at_step_call *call, struct at_point from, struct at_point to,
     int64_t duration_ms, struct at_err *err)
{
    const struct at_input input = {.kind = AT_INPUT_SWIPE,
                                   .swipe = {from, to, duration_ms}};
    return at_step_inject(call, &input, err);
}

bool
at_step_tap(struct at_step_call *call, struct at_err *err)
{
    const struct at_node *node;
    struct at_point at;
    if (!at_step_aim(call, "target", &node, &at, err))
        return false;
    if (!AT_DEVICE_OFFERS(at_app_device(call->app), tap_node))
        return tap(call, at, err);
    at_step_acts(call);
    return at_device_tap_node(call->op, at_app_device(call->app),
                              at_app_tree(call->app), node, at, err);
}

bool
at_step_double_tap(struct at_step_call *call, struct at_err *err)
{
    const struct at_node *node;
    struct at_point at;
    return at_step_aim(call, "target", &node, &at, err) &&
           double_tap(call, at, err);
}

bool
at_step_long_press(struct at_step_call *call, struct at_err *err)
{
    const struct at_node *node;
    struct at_point at;
    return at_step_aim(call, "target", &node, &at, err) &&
           drag(call, at, at, duration(call, PRESS_MS), err);
}

bool
at_step_tap_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call, "x", "y");
    return at_step_aim_at(call, at, err) && tap(call, at, err);
}

bool
at_step_double_tap_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call, "x", "y");
    return at_step_aim_at(call, at, err) && double_tap(call, at, err);
}

bool
at_step_long_press_at(struct at_step_call *call, struct at_err *err)
{
    struct at_point at = point(call, "x", "y");
    return at_step_aim_at(call, at, err) &&
           drag(call, at, at, duration(call, PRESS_MS), err);
}

bool
at_step_swipe_between(struct at_step_call *call, struct at_err *err)
{
    struct at_point from = point(call, "x1", "y1");
    struct at_point to = point(call, "x2", "y2");
    if (!at_step_aim_at(call, from, err))
        return false;
    at_buf_clear(&call->note); // a finger that moves need not begin on anything
    return drag(call, from, to, duration(call, SWIPE_MS), err);
}

static const struct {
    const char *name;
    int dx; // where the finger goes
    int dy;
    const char *opposite;
} directions[] = {
    {"up", 0, -1, "down"},
    {"down", 0, 1, "up"},
    {"left", -1, 0, "right"},
    {"right", 1, 0, "left"},
};

bool
at_step_drag(struct at_step_call *call, struct at_rect area,
             struct at_str finger, int64_t duration_ms, struct at_err *err)
{
    struct at_point centre = at_rect_center(area);
    int dx = 0;
    int dy = 0;
    for (size_t i = 0; i < AT_LEN(directions); i++) {
        if (at_str_is(finger, directions[i].name)) {
            dx = directions[i].dx;
            dy = directions[i].dy;
        }
    }
    dx *= (area.right - area.left) * SWIPE_PERCENT / 200;
    dy *= (area.bottom - area.top) * SWIPE_PERCENT / 200;
    struct at_point from = {centre.x_px - dx, centre.y_px - dy};
    struct at_point to = {centre.x_px + dx, centre.y_px + dy};
    return drag(call, from, to, duration_ms, err);
}

struct at_str
at_step_opposite(struct at_str direction)
{
    for (size_t i = 0; i < AT_LEN(directions); i++) {
        if (at_str_is(direction, directions[i].name))
            return at_str(directions[i].opposite);
    }
    return direction;
}

static bool
swipe_area(struct at_step_call *call, struct at_rect *out, struct at_err *err)
{
    const struct at_node *node;
    struct at_point at;
    const struct at_tree *tree;
    if (json_object_get(call->step, "target")) {
        if (!at_step_aim(call, "target", &node, &at, err))
            return false;
        *out = at_step_visible_rect(at_app_tree(call->app), node);
        return true;
    }
    if (!at_app_is_current(call->app) && !at_step_read(call, err))
        return false;
    tree = at_app_tree(call->app);
    *out = (struct at_rect){0, 0, tree->width_px, tree->height_px};
    return true;
}

bool
at_step_swipe(struct at_step_call *call, struct at_err *err)
{
    struct at_rect area;
    return swipe_area(call, &area, err) &&
           at_step_drag(call, area, at_args_str(call->step, "direction"),
                        duration(call, SWIPE_MS), err);
}

bool
at_step_press_key(struct at_step_call *call, struct at_err *err)
{
    const struct at_input input = {
        .kind = AT_INPUT_KEY,
        .text = at_args_str(call->step, "keycode"),
        .repeat = 1,
    };
    return at_step_inject(call, &input, err);
}

static int32_t
px(const struct at_step_call *call, const char *name)
{
    return (int32_t)at_args_int(call->step, name, 0);
}

static double
degrees(const struct at_step_call *call, const char *name)
{
    return json_number_value(json_object_get(call->step, name));
}

static bool
make_gesture(const struct at_step_call *call, struct at_gesture *out,
             struct at_err *err)
{
    struct at_point center = point(call, "cx", "cy");
    int64_t ms = duration(call, SWIPE_MS);
    if (strcmp(call->row->name, "pinch") == 0) {
        const struct at_pinch pinch = {center, px(call, "startRadius"),
                                       px(call, "endRadius"), ms};
        return at_gesture_pinch(&pinch, out, err);
    }
    const struct at_rotate rotate = {center, px(call, "radius"),
                                     degrees(call, "startAngleDeg"),
                                     degrees(call, "endAngleDeg"), ms};
    return at_gesture_rotate(&rotate, out, err);
}

bool
at_step_two_fingers(struct at_step_call *call, struct at_err *err)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = &gesture};
    if (!AT_DEVICE_OFFERS(at_app_device(call->app), gesture))
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s needs two fingers, and nothing that drives this "
                       "device has more than one: use double_tap, or the "
                       "app's own buttons",
                       call->row->name);
    if (!at_step_aim_at(call, point(call, "cx", "cy"), err))
        return false;
    at_buf_clear(&call->note); // two fingers need not begin on anything
    bool ok =
        make_gesture(call, &gesture, err) && at_step_inject(call, &input, err);
    if (!ok && err && err->code == AT_EUNSUPPORTED) {
        at_err_context(err, "%s needs two fingers", call->row->name);
        at_err_add(err, "use double_tap, or the app's own buttons");
    }
    at_gesture_deinit(&gesture);
    return ok;
}
