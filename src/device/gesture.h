// gesture.h: fingers on a touch screen, as a list of timed frames; pure
//
// Coordinates are those of the screen as it is shown. A gesture begins with a
// frame that puts its fingers down and ends with one that lifts them. Between
// them there are 60 frames a second; their times count from the gesture's
// start, so that a late sender does not drift.
#ifndef AT_DEVICE_GESTURE_H
#define AT_DEVICE_GESTURE_H

#include "base/err.h"
#include "device/input.h"

enum {
    AT_GESTURE_FINGERS = 2,
    AT_GESTURE_PER_SECOND = 60,
    AT_GESTURE_TAP_MS =
        20, // longer than a frame at 60 Hz, so that games notice it
};

struct at_touch {
    int32_t finger; // 0 or 1
    struct at_point at;
    bool down;
};

struct at_touch_frame {
    int64_t at_ns; // since the gesture's start; never decreases
    size_t count;  // of touches: the fingers whose state is given
    struct at_touch touches[AT_GESTURE_FINGERS];
    // Between two others: a late sender may skip it.
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
    int32_t start_radius_px; // of each finger from the center, 1 or more
    int32_t end_radius_px;
    int64_t duration_ms;
};

// Degrees: 0 is right, 90 is down.
struct at_rotate {
    struct at_point center;
    int32_t radius_px; // 1 or more
    double start_deg;
    double end_deg;
    int64_t duration_ms;
};

// Each makes *out, which was AT_GESTURE_INIT. AT_EUSAGE if a duration is not 1
// to AT_GESTURE_MAX_MS, or if a radius or an angle makes no sense.
void at_gesture_tap(struct at_point at, struct at_gesture *out);
AT_CHECKED bool at_gesture_double_tap(struct at_point at, int64_t interval_ms,
                                      struct at_gesture *out,
                                      struct at_err *err);
AT_CHECKED bool at_gesture_long_press(struct at_point at, int64_t duration_ms,
                                      struct at_gesture *out,
                                      struct at_err *err);
// A straight line at constant speed. A swipe that stays in place is a long
// press.
AT_CHECKED bool at_gesture_swipe(const struct at_swipe *swipe,
                                 struct at_gesture *out, struct at_err *err);
// Finger 0 left and finger 1 right of the center, on a horizontal line.
AT_CHECKED bool at_gesture_pinch(const struct at_pinch *pinch,
                                 struct at_gesture *out, struct at_err *err);
// Finger 0 at the angle, finger 1 opposite.
AT_CHECKED bool at_gesture_rotate(const struct at_rotate *rotate,
                                  struct at_gesture *out, struct at_err *err);

// A screen in its natural orientation and its rotation: the number of quarter
// turns as Android counts them (0 to 3).
struct at_turned {
    int32_t width_px;
    int32_t height_px;
    int32_t rotation;
};

// Clip the gesture to the screen as it is shown. AT_EUSAGE if a finger would
// come down outside, or if one of two fingers would ever be there; a single
// finger that moves out stays at the edge.
AT_CHECKED bool at_gesture_fit(struct at_gesture *gesture,
                               const struct at_turned *screen,
                               struct at_err *err);

// Map a point of the screen as it is shown to a display of that size in its
// natural orientation. The point must be on the screen.
struct at_point at_turned_to_display(const struct at_turned *screen,
                                     struct at_point at, int32_t width_px,
                                     int32_t height_px);

#endif
