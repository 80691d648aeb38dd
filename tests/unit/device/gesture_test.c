#include "device/gesture.h"

#include <math.h>

#include "base/limits.h"
#include "base/op.h"
#include "tests/t.h"

static void
eq_frame(const struct at_gesture *gesture, size_t n, int64_t at_ns, bool down,
         const struct at_point *at)
{
    const struct at_touch_frame *frame = &gesture->frames[n];
    T_OK(n < gesture->count);
    T_EQ_INT(frame->at_ns, at_ns);
    T_EQ_SIZE(frame->count, gesture->fingers);
    for (size_t i = 0; i < frame->count; i++) {
        T_EQ_INT(frame->touches[i].finger, (int)i);
        T_EQ_INT(frame->touches[i].at.x_px, at[i].x_px);
        T_EQ_INT(frame->touches[i].at.y_px, at[i].y_px);
        T_EQ_INT(frame->touches[i].down, down);
    }
}

// The properties of each gesture with one touch.
static void
eq_well_made(const struct at_gesture *gesture)
{
    size_t last = gesture->count - 1;
    T_OK(gesture->count >= 2);
    for (size_t i = 0; i <= last; i++) {
        const struct at_touch_frame *frame = &gesture->frames[i];
        T_OK(i == 0 || frame->at_ns >= gesture->frames[i - 1].at_ns);
        T_EQ_INT(frame->touches[0].down, i < last);
        T_OK(!frame->may_skip || (i > 0 && i + 2 <= last));
    }
    T_EQ_INT(gesture->frames[0].at_ns, 0);
}

#define MS(n) ((n)*AT_NS_PER_MS)

T_TEST(gesture_tap)
{
    struct at_gesture tap = AT_GESTURE_INIT;
    struct at_point at = {7, 9};
    at_gesture_tap(at, &tap);
    T_EQ_SIZE(tap.count, 2);
    eq_well_made(&tap);
    eq_frame(&tap, 0, 0, true, &at);
    eq_frame(&tap, 1, MS(20), false, &at);
    at_gesture_deinit(&tap);
    at_gesture_deinit(&tap);
}

T_TEST(gesture_double_tap)
{
    static const struct {
        int64_t interval_ms;
        int64_t times_ms[4];
    } rows[] = {
        {100, {0, 20, 100, 120}},
        {20, {0, 10, 20, 30}},
        {1, {0, 0, 1, 1}},
    };
    struct at_point at = {7, 9};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_gesture taps = AT_GESTURE_INIT;
        T_OK(at_gesture_double_tap(at, rows[i].interval_ms, &taps, NULL));
        T_EQ_SIZE(taps.count, 4);
        for (size_t k = 0; k < 4; k++)
            eq_frame(&taps, k, MS(rows[i].times_ms[k]), k % 2 == 0, &at);
        at_gesture_deinit(&taps);
    }
}

T_TEST(gesture_long_press)
{
    struct at_gesture press = AT_GESTURE_INIT;
    struct at_point at = {7, 9};
    struct at_swipe still = {.from = at, .to = at, .duration_ms = 800};
    T_OK(at_gesture_long_press(at, 800, &press, NULL));
    T_EQ_SIZE(press.count, 2);
    eq_frame(&press, 1, MS(800), false, &at);
    at_gesture_deinit(&press);
    T_OK(at_gesture_swipe(&still, &press, NULL));
    T_EQ_SIZE(press.count, 2);
    at_gesture_deinit(&press);
}

T_TEST(gesture_swipe_point_by_point)
{
    struct at_gesture swipe = AT_GESTURE_INIT;
    struct at_swipe how = {
        .from = {100, 1000}, .to = {280, 100}, .duration_ms = 300};
    T_OK(at_gesture_swipe(&how, &swipe, NULL));
    T_EQ_SIZE(swipe.count, 20); // down, 18 in 300 ms, up
    eq_well_made(&swipe);
    for (int i = 0; i <= 18; i++) {
        struct at_point at = {100 + 10 * i, 1000 - 50 * i};
        eq_frame(&swipe, (size_t)i, MS(300) * i / 18, true, &at);
    }
    eq_frame(&swipe, 19, MS(300), false, &how.to);
    at_gesture_deinit(&swipe);
}

T_TEST(gesture_rests_before_it_lifts)
{
    struct at_gesture swipe = AT_GESTURE_INIT;
    struct at_swipe how = {
        .from = {0, 600}, .to = {0, 0}, .duration_ms = 200, .rest_ms = 100};
    T_OK(at_gesture_swipe(&how, &swipe, NULL));
    T_EQ_SIZE(swipe.count, 20); // down, 18 in 300 ms, up
    eq_well_made(&swipe);
    for (int i = 0; i <= 12; i++) {
        struct at_point at = {0, 600 - 50 * i};
        eq_frame(&swipe, (size_t)i, MS(300) * i / 18, true, &at);
    }
    for (size_t i = 13; i <= 18; i++)
        eq_frame(&swipe, i, MS(300) * (int64_t)i / 18, true, &how.to);
    eq_frame(&swipe, 19, MS(300), false, &how.to);
    at_gesture_deinit(&swipe);
}

T_TEST(gesture_holds_before_it_moves)
{
    struct at_gesture drag = AT_GESTURE_INIT;
    struct at_swipe how = {
        .from = {0, 600}, .to = {0, 0}, .duration_ms = 200, .press_ms = 100};
    T_OK(at_gesture_swipe(&how, &drag, NULL));
    T_EQ_SIZE(drag.count, 20); // down, 18 in 300 ms, up
    eq_well_made(&drag);
    for (size_t i = 0; i <= 6; i++)
        eq_frame(&drag, i, MS(300) * (int64_t)i / 18, true, &how.from);
    for (int i = 7; i <= 18; i++) {
        struct at_point at = {0, 600 - 50 * (i - 6)};
        eq_frame(&drag, (size_t)i, MS(300) * i / 18, true, &at);
    }
    at_gesture_deinit(&drag);
}

T_TEST(gesture_swipes_of_any_length)
{
    static const struct {
        int64_t duration_ms;
        size_t moves;
    } rows[] = {{1, 1},
                {8, 1},
                {16, 1},
                {17, 1},
                {25, 2},
                {1000, 60},
                {AT_GESTURE_MAX_MS, 3600}};
    struct at_swipe how = {
        .from = {0, 0}, .to = {1079, 2399}, .duration_ms = 0};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_gesture swipe = AT_GESTURE_INIT;
        how.duration_ms = rows[i].duration_ms;
        T_OK(at_gesture_swipe(&how, &swipe, NULL));
        T_EQ_SIZE(swipe.count, rows[i].moves + 2);
        eq_well_made(&swipe);
        eq_frame(&swipe, 0, 0, true, &how.from);
        eq_frame(&swipe, rows[i].moves, MS(how.duration_ms), true, &how.to);
        eq_frame(&swipe, rows[i].moves + 1, MS(how.duration_ms), false,
                 &how.to);
        at_gesture_deinit(&swipe);
    }
}

// The contract's example: pinch out at (540, 960) from 100 to 300 in 300 ms.
T_TEST(gesture_pinch_point_by_point)
{
    static const int radii[] = {100, 111, 122, 133, 144, 156, 167,
                                178, 189, 200, 211, 222, 233, 244,
                                256, 267, 278, 289, 300};
    struct at_gesture pinch = AT_GESTURE_INIT;
    struct at_pinch how = {{540, 960}, 100, 300, 300};
    struct at_point at[2];
    T_OK(at_gesture_pinch(&how, &pinch, NULL));
    T_EQ_SIZE(pinch.count, 20);
    T_EQ_SIZE(pinch.fingers, 2);
    eq_well_made(&pinch);
    for (int i = 0; i <= 18; i++) {
        at[0] = (struct at_point){540 - radii[i], 960};
        at[1] = (struct at_point){540 + radii[i], 960};
        eq_frame(&pinch, (size_t)i, MS(300) * i / 18, true, at);
    }
    eq_frame(&pinch, 19, MS(300), false, at);
    at_gesture_deinit(&pinch);
}

// The contract's example: a quarter turn at (540, 960), radius 200, in 400 ms.
T_TEST(gesture_rotate_point_by_point)
{
    // 200 times the cosine of 90 / 24 degrees, times 0 to 24; its sine is the
    // same row read backwards.
    static const int across[] = {200, 200, 198, 196, 193, 189, 185, 179, 173,
                                 166, 159, 150, 141, 132, 122, 111, 100, 88,
                                 77,  64,  52,  39,  26,  13,  0};
    struct at_gesture rotate = AT_GESTURE_INIT;
    struct at_rotate how = {{540, 960}, 200, 0, 90, 400};
    struct at_point at[2];
    T_OK(at_gesture_rotate(&how, &rotate, NULL));
    T_EQ_SIZE(rotate.count, 26);
    eq_well_made(&rotate);
    for (int i = 0; i <= 24; i++) {
        at[0] = (struct at_point){540 + across[i], 960 + across[24 - i]};
        at[1] = (struct at_point){540 - across[i], 960 - across[24 - i]};
        eq_frame(&rotate, (size_t)i, MS(400) * i / 24, true, at);
    }
    eq_frame(&rotate, 25, MS(400), false, at);
    at_gesture_deinit(&rotate);
}

T_TEST(gesture_rotates_either_way)
{
    static const struct {
        double from;
        double to;
        struct at_point begin;
        struct at_point end;
    } rows[] = {
        {0, -90, {200, 100}, {100, 0}},   {90, 180, {100, 200}, {0, 100}},
        {0, 360, {200, 100}, {200, 100}}, {450, 0, {100, 200}, {200, 100}},
        {45, 45, {171, 171}, {171, 171}},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_gesture rotate = AT_GESTURE_INIT;
        struct at_rotate how = {{100, 100}, 100, rows[i].from, rows[i].to, 100};
        T_OK(at_gesture_rotate(&how, &rotate, NULL));
        const struct at_touch *first = &rotate.frames[0].touches[0];
        const struct at_touch *last =
            &rotate.frames[rotate.count - 1].touches[0];
        T_EQ_INT(first->at.x_px, rows[i].begin.x_px);
        T_EQ_INT(first->at.y_px, rows[i].begin.y_px);
        T_EQ_INT(last->at.x_px, rows[i].end.x_px);
        T_EQ_INT(last->at.y_px, rows[i].end.y_px);
        at_gesture_deinit(&rotate);
    }
}

T_TEST(gesture_refuses_what_makes_no_sense)
{
    struct at_gesture none = AT_GESTURE_INIT;
    struct at_point at = {1, 1};
    struct at_swipe swipe = {
        .from = {0, 0}, .to = {9, 9}, .duration_ms = AT_GESTURE_MAX_MS + 1};
    struct at_pinch pinches[] = {{at, 0, 9, 300},
                                 {at, 9, -1, 300},
                                 {at, 9, 1000001, 300},
                                 {at, 9, 9, 0},
                                 {{INT32_MAX, 0}, 9, 9, 300}};
    struct at_rotate rotates[] = {{at, 0, 0, 90, 300},
                                  {at, 9, 3601, 0, 300},
                                  {at, 9, 0, (double)NAN, 300},
                                  {at, 9, 0, (double)INFINITY, 300},
                                  {{0, INT32_MIN}, 9, 0, 90, 300},
                                  {at, 9, 0, 90, -1}};
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_gesture_swipe(&swipe, &none, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_gesture_long_press(at, 0, &none, NULL));
    T_NOT(at_gesture_double_tap(at, 0, &none, NULL));
    for (size_t i = 0; i < T_LEN(pinches); i++)
        T_NOT(at_gesture_pinch(&pinches[i], &none, NULL));
    for (size_t i = 0; i < T_LEN(rotates); i++)
        T_NOT(at_gesture_rotate(&rotates[i], &none, NULL));
    T_NULL(none.frames);
}

T_TEST(gesture_stays_on_the_screen)
{
    struct at_turned screen = {1080, 2400, 0};
    struct at_turned sideways = {1080, 2400, 3};
    struct at_swipe out = {
        .from = {540, 1200}, .to = {540, -600}, .duration_ms = 300};
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_gesture_swipe(&out, &gesture, NULL));
    T_OK(at_gesture_fit(&gesture, &screen, NULL));
    eq_frame(&gesture, gesture.count - 1, MS(300), false,
             &(struct at_point){540, 0});
    at_gesture_deinit(&gesture);

    at_gesture_tap((struct at_point){1080, 1079}, &gesture);
    T_NOT(at_gesture_fit(&gesture, &screen, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "(1080, 1079), outside of the screen, which is 1080x2400");
    T_OK(at_gesture_fit(&gesture, &sideways, NULL));
    at_gesture_deinit(&gesture);

    struct at_pinch wide = {{540, 960}, 100, 541, 300};
    T_OK(at_gesture_pinch(&wide, &gesture, NULL));
    T_NOT(at_gesture_fit(&gesture, &screen, &err));
    T_HAS(err.msg, "finger 0 would be at (-1, 960)");
    at_gesture_deinit(&gesture);
}

T_TEST(gesture_points_turn_back)
{
    // The corners of a screen of 1080x2400, shown at each rotation, are these
    // corners of the panel: top left, top right, bottom left, bottom right.
    static const struct at_point panel[4][4] = {
        {{0, 0}, {1079, 0}, {0, 2399}, {1079, 2399}},
        {{1079, 0}, {1079, 2399}, {0, 0}, {0, 2399}},
        {{1079, 2399}, {0, 2399}, {1079, 0}, {0, 0}},
        {{0, 2399}, {0, 0}, {1079, 2399}, {1079, 0}},
    };
    for (int32_t turn = 0; turn < 4; turn++) {
        struct at_turned screen = {1080, 2400, turn};
        int32_t right = turn % 2 ? 2399 : 1079;
        int32_t bottom = turn % 2 ? 1079 : 2399;
        struct at_point corners[4] = {
            {0, 0}, {right, 0}, {0, bottom}, {right, bottom}};
        for (size_t i = 0; i < 4; i++) {
            struct at_point at =
                at_turned_to_display(&screen, corners[i], 1080, 2400);
            T_EQ_INT(at.x_px, panel[turn][i].x_px);
            T_EQ_INT(at.y_px, panel[turn][i].y_px);
        }
    }
}

T_TEST(gesture_points_scale_to_the_display)
{
    static const struct {
        struct at_point shown;
        struct at_point display; // the pixel right below a pixel's middle
    } rows[] = {
        {{0, 0}, {1, 1}},
        {{539, 1199}, {1079, 2399}},
        {{270, 600}, {541, 1201}},
    };
    struct at_turned half = {540, 1200, 0};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_point at =
            at_turned_to_display(&half, rows[i].shown, 1080, 2400);
        T_EQ_INT(at.x_px, rows[i].display.x_px);
        T_EQ_INT(at.y_px, rows[i].display.y_px);
    }
    struct at_turned large = {2160, 4800, 1}; // one of them is a quarter turn
    struct at_point at =
        at_turned_to_display(&large, (struct at_point){4799, 0}, 1080, 2400);
    T_EQ_INT(at.x_px, 1079);
    T_EQ_INT(at.y_px, 2399);
}

T_MAIN()
