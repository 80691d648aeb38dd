// fingers.c: several fingers at once: pinching and turning
//
// One finger is a tap, a long press or a swipe (touch.c). Of more, the first
// two count: how far apart they end, in percent of how they began, and by how
// many degrees the line between them has turned, clockwise. The app sees both
// as ${scale} and ${angle}.
#include <math.h>
#include <stdlib.h>

#include "virtual-android/model.h"

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
scale_of(const struct va_finger *f)
{
    double before = distance(f[0].from, f[1].from);
    double after = distance(f[0].to, f[1].to);
    return (int)lround(after * 100 / (before > 1 ? before : 1));
}

// Between -180 and 180: what the ends tell of a longer way.
static int
angle_of(const struct va_finger *f)
{
    double turned = degrees(f[0].to, f[1].to) - degrees(f[0].from, f[1].from);
    return (int)lround(remainder(turned, 2 * HALF));
}

static void
fire(struct va_device *device, struct va_window *window,
     const struct va_finger *f)
{
    struct at_point middle = {(f[0].from.x_px + f[1].from.x_px) / 2,
                              (f[0].from.y_px + f[1].from.y_px) / 2};
    struct va_node *node = va_window_hit(window, middle);
    struct va_app *app = window->app;
    int scale = scale_of(f);
    int angle = angle_of(f);
    uint64_t id = window->id;
    json_object_set_new(app->vars, "scale", json_integer(scale));
    json_object_set_new(app->vars, "angle", json_integer(angle));
    if (abs(scale - 100) >= PINCH_MIN_PERCENT)
        va_fire(device, window, node, scale > 100 ? "pinch_out" : "pinch_in");
    struct va_window *front = va_window_front(device);
    if (abs(angle) >= TURN_MIN_DEGREES && front && front->id == id)
        va_fire(device, window, node, "rotate");
}

static void
stop_rolling(struct va_device *device)
{
    struct va_window *front = va_window_front(device);
    for (struct va_node *node = front ? front->root : NULL; node;
         node = va_node_next(node, front->root))
        node->fling_px = 0;
}

static void
one_finger(struct va_device *device, const struct va_touch *touch)
{
    const struct va_finger *f = touch->fingers;
    bool moved = distance(f->from, f->to) > (double)VA_TOUCH_SLOP_PX;
    if (!moved && f->travel_px > VA_TOUCH_SLOP_PX)
        return; // there and back again: no view makes anything of it
    va_touch_swipe(device, f->from, f->to, touch->duration_ms);
    if (touch->rests && moved)
        stop_rolling(device);
}

void
va_touch_fingers(struct va_device *device, const struct va_touch *touch)
{
    struct va_window *window = va_window_front(device);
    if (touch->count == 1) {
        one_finger(device, touch);
    } else if (window && !device->screen_off) {
        va_window_refresh(device, window);
        fire(device, window, touch->fingers);
    }
}
