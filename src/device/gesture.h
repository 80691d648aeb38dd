// gesture.h: fingers on a touch screen, as a list of timed frames
//
// Pure. Coordinates refer to the screen in its current orientation. A gesture
// starts with a frame that puts its fingers down and ends with one that lifts
// them. In between there are 60 frames per second; times count from the
// gesture's start, so a late sender does not drift.
#ifndef AT_DEVICE_GESTURE_H
#define AT_DEVICE_GESTURE_H

#include "base/err.h"
#include "device/input.h"

enum {
    AT_GESTURE_FINGERS = 2,
    AT_GESTURE_PER_SECOND = 60,
    AT_GESTURE_TAP_MS =
        20, // longer than a frame at 60 Hz, for games to notice it
};

struct at_touch {
    int32_t finger; // 0 or 1
    struct at_point at;
    bool down;
};

struct at_touch_frame {
    int64_t at_ns; // since the gesture's start; never decreases
    size_t count;  // touches in use: the fingers whose state is given
    struct at_touch touches[AT_GESTURE_FINGERS];
    // An intermediate frame, which a late sender may skip.
    bool may_skip;
};

struct at_gesture {
    struct at_touch_frame *frames; // owned
    size_t count;
    size_t fingers; // 1 or 2
};

#define AT_GESTURE_INIT                                                        \
    {                                                                          \
        .frames = NULL                                                         \
    }
void at_gesture_deinit(struct at_gesture *gesture); // safe twice

struct at_pinch {
    struct at_point center;
    int32_t start_radius_px; // distance from the center, at least 1
    int32_t end_radius_px;
    int64_t duration_ms;
};

// Angles in degrees: 0 is right, 90 is down.
struct at_rotate {
    struct at_point center;
    int32_t radius_px; // at least 1
    double start_deg;
    double end_deg;
    int64_t duration_ms;
};

// Each creates *out, which must be AT_GESTURE_INIT. AT_EUSAGE if a duration is
// not within 1 to AT_GESTURE_MAX_MS, or a radius or angle is invalid.
void at_gesture_tap(struct at_point at, struct at_gesture *out);
AT_CHECKED bool at_gesture_double_tap(struct at_point at, int64_t interval_ms,
                                      struct at_gesture *out,
                                      struct at_err *err);
AT_CHECKED bool at_gesture_long_press(struct at_point at, int64_t duration_ms,
                                      struct at_gesture *out,
                                      struct at_err *err);
// A straight line at constant speed. A swipe without movement is a long press.
AT_CHECKED bool at_gesture_swipe(const struct at_swipe *swipe,
                                 struct at_gesture *out, struct at_err *err);
// Finger 0 is left and finger 1 right of the center, on a horizontal line.
AT_CHECKED bool at_gesture_pinch(const struct at_pinch *pinch,
                                 struct at_gesture *out, struct at_err *err);
// Finger 0 starts at the angle, finger 1 opposite.
AT_CHECKED bool at_gesture_rotate(const struct at_rotate *rotate,
                                  struct at_gesture *out, struct at_err *err);

// A screen in its natural orientation, and its rotation in Android's quarter
// turns (0 to 3).
struct at_turned {
    int32_t width_px;
    int32_t height_px;
    int32_t rotation;
};

// Clip the gesture to the screen in its current orientation. AT_EUSAGE if a
// finger would start outside, or if either of two fingers would leave the
// screen; a single finger that moves out stays at the edge.
AT_CHECKED bool at_gesture_fit(struct at_gesture *gesture,
                               const struct at_turned *screen,
                               struct at_err *err);

// Map a point of the screen in its current orientation to a display of the
// given size in its natural orientation. The point must be on the screen.
struct at_point at_turned_to_display(const struct at_turned *screen,
                                     struct at_point at, int32_t width_px,
                                     int32_t height_px);

// Return true for a tap on one place, also a double or a long one.
bool at_input_is_touch(const struct at_input *input);
// Fail with AT_EUSAGE for a point that is never on a screen.
AT_CHECKED bool at_point_check(struct at_point at, struct at_err *err);

#endif
