// fingers.c: gestures of several fingers: pinching and rotating
//
// One finger is a tap, a long press or a swipe (touch.c). With several, the
// first two count: their final distance in percent of the initial one, and the
// clockwise rotation of the line between them in degrees. The app gets ${scale}
// and ${angle}.
#include "virtual-android/model/active_touch.h"

#include <math.h>
#include <stdlib.h>

#include "virtual-android/model/rules.h"
#include "virtual-android/model/state.h"

enum { PINCH_MIN_PERCENT = 10, TURN_MIN_DEGREES = 10, HALF = 180 };

static double
distance(struct at_point a, struct at_point b)
{
    return hypot(b.x_px - a.x_px, b.y_px - a.y_px);
}

static double
degrees(struct at_point a, struct at_point b)
{
    return atan2(b.y_px - a.y_px, b.x_px - a.x_px) * (double)HALF / acos(-1);
}

static int
scale_of(const struct vd_finger *f)
{
    double before = distance(f[0].from, f[1].from);
    double after = distance(f[0].to, f[1].to);
    return (int)lround(after * 100 / (before > 1 ? before : 1));
}

// Return an angle between -180 and 180, whichever way the fingers took.
static int
angle_of(const struct vd_finger *f)
{
    double turned = degrees(f[0].to, f[1].to) - degrees(f[0].from, f[1].from);
    return (int)lround(remainder(turned, 2 * HALF));
}

static void
fire(struct vd_device *device, struct vd_window *window,
     const struct vd_finger *f)
{
    struct at_point middle = {(f[0].from.x_px + f[1].from.x_px) / 2,
                              (f[0].from.y_px + f[1].from.y_px) / 2};
    struct vd_node *node = vd_window_hit(window, middle);
    struct vd_app *app = window->app;
    int scale = scale_of(f);
    int angle = angle_of(f);
    uint64_t id = window->id;
    json_object_set_new(app->vars, "scale", json_integer(scale));
    json_object_set_new(app->vars, "angle", json_integer(angle));
    if (abs(scale - 100) >= PINCH_MIN_PERCENT)
        vd_fire(device, window, node, scale > 100 ? "pinch_out" : "pinch_in");
    struct vd_window *front = vd_screen_front(device);
    if (abs(angle) >= TURN_MIN_DEGREES && front && front->id == id)
        vd_fire(device, window, node, "rotate");
}

static void
stop_rolling(struct vd_device *device)
{
    struct vd_window *front = vd_screen_front(device);
    for (struct vd_node *node = front ? front->root : NULL; node;
         node = vd_node_next(node, front->root))
        node->fling_px = 0;
}

static void
one_finger(struct vd_device *device, const struct vd_touch *touch)
{
    const struct vd_finger *f = touch->fingers;
    bool moved = distance(f->from, f->to) > (double)VD_TOUCH_SLOP_PX;
    if (!moved && f->travel_px > VD_TOUCH_SLOP_PX)
        return; // there and back again: no view reacts to it
    vd_touch_swipe(device, f->from, f->to, touch->duration_ms);
    if (touch->rests && moved)
        stop_rolling(device);
}

void
vd_touch_fingers(struct vd_device *device, const struct vd_touch *touch)
{
    struct vd_window *window = vd_screen_front(device);
    if (touch->count == 1) {
        one_finger(device, touch);
    } else if (window && !device->screen.off) {
        vd_window_refresh(device, window);
        fire(device, window, touch->fingers);
    }
}
