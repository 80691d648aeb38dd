// gesture.c: positions of the fingers over time
#include "device/gesture.h"

#include <inttypes.h>
#include <math.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/op.h"

static const double pi = 3.14159265358979323846;

// Compute the fingers' positions at a time between 0 (start) and 1 (end).
typedef void place_fn(const void *shape, double time,
                      struct at_point out[AT_GESTURE_FINGERS]);

void
at_gesture_deinit(struct at_gesture *gesture)
{
    free(gesture->frames);
    *gesture = (struct at_gesture)AT_GESTURE_INIT;
}

static void
add_frame(struct at_gesture *gesture, int64_t at_ns, bool down,
          const struct at_point *at)
{
    struct at_touch_frame *frame = &gesture->frames[gesture->count++];
    *frame = (struct at_touch_frame){.at_ns = at_ns, .count = gesture->fingers};
    for (size_t i = 0; i < gesture->fingers; i++)
        frame->touches[i] = (struct at_touch){(int32_t)i, at[i], down};
}

static void
begin(struct at_gesture *gesture, size_t fingers, size_t frames)
{
    gesture->frames = at_realloc_array(NULL, frames, sizeof(*gesture->frames));
    gesture->count = 0;
    gesture->fingers = fingers;
}

static bool
check_duration(int64_t duration_ms, struct at_err *err)
{
    return (duration_ms >= 1 && duration_ms <= AT_GESTURE_MAX_MS) ||
           at_fail(err, AT_EUSAGE,
                   "a gesture cannot last %lld ms: valid are 1 to %d",
                   (long long)duration_ms, AT_GESTURE_MAX_MS);
}

// Add a frame at 0 that puts the fingers down, one frame per 60th of a second,
// and one that lifts them.
static void
make_path(size_t fingers, int64_t duration_ms, place_fn *place,
          const void *shape, struct at_gesture *out)
{
    int64_t duration_ns = duration_ms * AT_NS_PER_MS;
    int64_t moves = (duration_ms * AT_GESTURE_PER_SECOND + 500) / 1000;
    struct at_point at[AT_GESTURE_FINGERS];
    if (moves < 1)
        moves = 1;
    begin(out, fingers, (size_t)moves + 2);
    place(shape, 0, at);
    add_frame(out, 0, true, at);
    for (int64_t i = 1; i <= moves; i++) {
        place(shape, (double)i / (double)moves, at);
        add_frame(out, duration_ns * i / moves, true, at);
        out->frames[i].may_skip = i < moves; // not the last one
    }
    add_frame(out, duration_ns, false, at);
}

void
at_gesture_tap(struct at_point at, struct at_gesture *out)
{
    begin(out, 1, 2);
    add_frame(out, 0, true, &at);
    add_frame(out, AT_GESTURE_TAP_MS * AT_NS_PER_MS, false, &at);
}

bool
at_gesture_double_tap(struct at_point at, int64_t interval_ms,
                      struct at_gesture *out, struct at_err *err)
{
    int64_t hold_ms = AT_GESTURE_TAP_MS;
    if (!check_duration(interval_ms, err))
        return false;
    if (hold_ms >= interval_ms)
        hold_ms = interval_ms / 2;
    begin(out, 1, 4);
    for (int i = 0; i < 2; i++) {
        int64_t down_ms = i * interval_ms;
        add_frame(out, down_ms * AT_NS_PER_MS, true, &at);
        add_frame(out, (down_ms + hold_ms) * AT_NS_PER_MS, false, &at);
    }
    return true;
}

bool
at_gesture_long_press(struct at_point at, int64_t duration_ms,
                      struct at_gesture *out, struct at_err *err)
{
    if (!check_duration(duration_ms, err))
        return false;
    begin(out, 1, 2);
    add_frame(out, 0, true, &at);
    add_frame(out, duration_ms * AT_NS_PER_MS, false, &at);
    return true;
}

static int32_t
between(int32_t from, int32_t to, double time)
{
    return (int32_t)lround((double)from + ((double)to - (double)from) * time);
}

static int64_t
length_ms(const struct at_swipe *swipe)
{
    return swipe->press_ms + swipe->duration_ms + swipe->rest_ms;
}

static void
place_swipe(const void *shape, double time, struct at_point *out)
{
    const struct at_swipe *swipe = shape;
    double way = (time * (double)length_ms(swipe) - (double)swipe->press_ms) /
                 (double)swipe->duration_ms;
    way = way < 0 ? 0 : way > 1 ? 1 : way; // at rest
    out[0].x_px = between(swipe->from.x_px, swipe->to.x_px, way);
    out[0].y_px = between(swipe->from.y_px, swipe->to.y_px, way);
}

bool
at_gesture_swipe(const struct at_swipe *swipe, struct at_gesture *out,
                 struct at_err *err)
{
    if (swipe->from.x_px == swipe->to.x_px &&
        swipe->from.y_px == swipe->to.y_px)
        return at_gesture_long_press(swipe->from, swipe->duration_ms, out, err);
    if (!check_duration(swipe->duration_ms, err) ||
        !check_duration(length_ms(swipe), err))
        return false;
    make_path(1, length_ms(swipe), place_swipe, swipe, out);
    return true;
}

// Beyond any screen, yet sums with a center fit into an int32_t.
static const int32_t far_px = 1000000;

static bool
check_center(struct at_point center, struct at_err *err)
{
    return (center.x_px >= -far_px && center.x_px <= far_px &&
            center.y_px >= -far_px && center.y_px <= far_px) ||
           at_fail(err, AT_EUSAGE, "there is no screen at (%d, %d)",
                   (int)center.x_px, (int)center.y_px);
}

static bool
check_radius(int32_t radius_px, struct at_err *err)
{
    return (radius_px >= 1 && radius_px <= far_px) ||
           at_fail(err, AT_EUSAGE, "a radius of %d px: valid is 1 or more",
                   (int)radius_px);
}

static void
place_pinch(const void *shape, double time, struct at_point *out)
{
    const struct at_pinch *pinch = shape;
    int32_t radius =
        between(pinch->start_radius_px, pinch->end_radius_px, time);
    out[0] = out[1] = pinch->center;
    out[0].x_px -= radius;
    out[1].x_px += radius;
}

bool
at_gesture_pinch(const struct at_pinch *pinch, struct at_gesture *out,
                 struct at_err *err)
{
    if (!check_duration(pinch->duration_ms, err) ||
        !check_center(pinch->center, err) ||
        !check_radius(pinch->start_radius_px, err) ||
        !check_radius(pinch->end_radius_px, err))
        return false;
    make_path(2, pinch->duration_ms, place_pinch, pinch, out);
    return true;
}

static void
place_rotate(const void *shape, double time, struct at_point *out)
{
    const struct at_rotate *rotate = shape;
    double turned = (rotate->end_deg - rotate->start_deg) * time;
    double angle = (rotate->start_deg + turned) * pi / 180;
    int32_t x = (int32_t)lround(rotate->radius_px * cos(angle));
    int32_t y = (int32_t)lround(rotate->radius_px * sin(angle));
    out[0] = out[1] = rotate->center;
    out[0].x_px += x;
    out[0].y_px += y;
    out[1].x_px -= x;
    out[1].y_px -= y;
}

// At most ten turns: more is a mistake of units. The comparison is also false
// for NaN.
static bool
check_angle(double degrees, struct at_err *err)
{
    return fabs(degrees) <= 3600 ||
           at_fail(err, AT_EUSAGE,
                   "an angle of %g degrees: valid are -3600 to 3600", degrees);
}

bool
at_gesture_rotate(const struct at_rotate *rotate, struct at_gesture *out,
                  struct at_err *err)
{
    if (!check_duration(rotate->duration_ms, err) ||
        !check_center(rotate->center, err) ||
        !check_radius(rotate->radius_px, err) ||
        !check_angle(rotate->start_deg, err) ||
        !check_angle(rotate->end_deg, err))
        return false;
    make_path(2, rotate->duration_ms, place_rotate, rotate, out);
    return true;
}

static int32_t
clamp(int32_t value, int32_t size)
{
    if (value >= size)
        value = size - 1;
    return value < 0 ? 0 : value;
}

// Return the size of the screen in its current orientation.
static struct at_point
shown_size(const struct at_turned *screen)
{
    bool sideways = screen->rotation % 2 != 0;
    return (struct at_point){sideways ? screen->height_px : screen->width_px,
                             sideways ? screen->width_px : screen->height_px};
}

static bool
fit_touch(struct at_touch *touch, struct at_point size, bool must_be_inside,
          struct at_err *err)
{
    struct at_point inside = {clamp(touch->at.x_px, size.x_px),
                              clamp(touch->at.y_px, size.y_px)};
    if (must_be_inside &&
        (inside.x_px != touch->at.x_px || inside.y_px != touch->at.y_px))
        return at_fail(err, AT_EUSAGE,
                       "finger %d would be at (%d, %d), outside of the screen, "
                       "which is %dx%d",
                       (int)touch->finger, (int)touch->at.x_px,
                       (int)touch->at.y_px, (int)size.x_px, (int)size.y_px);
    touch->at = inside;
    return true;
}

bool
at_gesture_fit(struct at_gesture *gesture, const struct at_turned *screen,
               struct at_err *err)
{
    struct at_point size = shown_size(screen);
    for (size_t i = 0; i < gesture->count; i++) {
        struct at_touch_frame *frame = &gesture->frames[i];
        bool must = i == 0 || gesture->fingers > 1;
        for (size_t k = 0; k < frame->count; k++)
            if (!fit_touch(&frame->touches[k], size, must, err))
                return false;
    }
    return true;
}

// Map a pixel to the display's pixel at its centre, for a display of another
// size.
static int32_t
scale(int32_t value, int32_t from_size, int32_t to_size)
{
    if (from_size == to_size || from_size <= 0)
        return value;
    return clamp((int32_t)((2 * (int64_t)value + 1) * to_size /
                           (2 * (int64_t)from_size)),
                 to_size);
}

struct at_point
at_turned_to_display(const struct at_turned *screen, struct at_point at,
                     int32_t width_px, int32_t height_px)
{
    // the inverse of AOSP's TouchInputMapper.cpp, which maps a touch of the
    // panel to the screen
    int32_t right = screen->width_px - 1;
    int32_t bottom = screen->height_px - 1;
    struct at_point panel[] = {
        {at.x_px, at.y_px},
        {right - at.y_px, at.x_px},
        {right - at.x_px, bottom - at.y_px},
        {at.y_px, bottom - at.x_px},
    };
    struct at_point out = panel[screen->rotation & 3];
    out.x_px = scale(out.x_px, screen->width_px, width_px);
    out.y_px = scale(out.y_px, screen->height_px, height_px);
    return out;
}

bool
at_input_is_touch(const struct at_input *input)
{
    struct at_swipe swipe = input->swipe;
    return input->kind == AT_INPUT_TAP || input->kind == AT_INPUT_DOUBLE_TAP ||
           (input->kind == AT_INPUT_SWIPE && swipe.from.x_px == swipe.to.x_px &&
            swipe.from.y_px == swipe.to.y_px);
}

bool
at_point_check(struct at_point at, struct at_err *err)
{
    if (at.x_px >= 0 && at.y_px >= 0)
        return true;
    return at_fail(err, AT_EUSAGE,
                   "point %" PRId32 ",%" PRId32 " lies outside the screen",
                   at.x_px, at.y_px);
}
