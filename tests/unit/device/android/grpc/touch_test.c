// Gestures of the emulator's client as a gRPC server of others records them.
#include <pthread.h>

#include "base/alloc.h"
#include "device/android/grpc/emulator.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/device/android/grpc/emulator_rig.h"

static struct emulator_rig rig;

T_TEST(emulator_taps)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_point at = {540, 1200};
    OK(at_emulator_tap(&op, emulator, at, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    eq_touch(calls, 0, 0, at, true);
    eq_touch(calls, 1, 0, at, false);
    json_decref(calls);
    close_rig(&rig, emulator);
}

T_TEST(emulator_presses_long)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    const struct at_point at = {7, 9};
    const struct at_swipe press = {.from = at, .to = at, .duration_ms = 250};
    int64_t began_ns = at_now_ns();
    OK(at_emulator_swipe(&op, emulator, &press, &err));
    T_OK(at_now_ns() - began_ns >= 250 * AT_NS_PER_MS);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    eq_touch(calls, 0, 0, at, true);
    eq_touch(calls, 1, 0, at, false);
    json_decref(calls);
    close_rig(&rig, emulator);
}

T_TEST(emulator_refuses_what_is_off_the_screen)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_emulator_tap(&op, emulator, (struct at_point){1080, 5}, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "1080x2400");
    T_NOT(err.may_have_run);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 0);
    json_decref(calls);
    close_rig(&rig, emulator);
}

// A finger's position at the i-th 60th of a second.
typedef struct at_point place_fn(int i, size_t finger);

static bool
is_at(const json_t *calls, size_t n, struct at_point at)
{
    json_t *touch = json_array_get(touches_of(calls, n), 0);
    return number(touch, "x") == at.x_px && number(touch, "y") == at.y_px;
}

// Each event is a point of the path, all fingers of the same moment, and the
// moments only go on. A busy machine may leave some out, but neither the first
// nor the last; then the fingers are lifted where they are.
static void
eq_path(size_t fingers, int moves, place_fn *place)
{
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    int i = 0;
    T_OK(count > 3 && count <= (size_t)moves + 2);
    for (size_t n = 0; n < count; n++) {
        bool lifts = n == count - 1;
        while (n > 0 && !lifts && i < moves && !is_at(calls, n, place(i, 0)))
            i++;
        T_OK(n < count - 2 || i == moves);
        T_EQ_SIZE(json_array_size(touches_of(calls, n)), fingers);
        for (size_t finger = 0; finger < fingers; finger++)
            eq_touch(calls, n, finger, place(i, finger), !lifts);
        i += n + 2 < count; // each moment once
    }
    eq_all_lifted(calls);
    json_decref(calls);
}

static struct at_point
on_the_swipe(int i, size_t finger)
{
    (void)finger;
    return (struct at_point){100 + 10 * i, 1800 - 50 * i};
}

T_TEST(emulator_swipes_along_the_line)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_swipe swipe = {
        .from = {100, 1800}, .to = {280, 900}, .duration_ms = 300};
    int64_t began_ns = at_now_ns();
    OK(at_emulator_swipe(&op, emulator, &swipe, &err));
    T_OK(at_now_ns() - began_ns >= 300 * AT_NS_PER_MS);
    eq_path(1, 18, on_the_swipe);
    close_rig(&rig, emulator);
}

// The number of events that the emulator got of the swipe, played slowly: each
// has 83 ms until the next is due.
static size_t
events_of_slow_swipe(void)
{
    enum { SLOWLY = 5 };
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_swipe swipe = {
        .from = {100, 1800}, .to = {280, 900}, .duration_ms = 300};
    struct at_gesture gesture = AT_GESTURE_INIT;

    T_OK(at_gesture_swipe(&swipe, &gesture, NULL));
    for (size_t i = 0; i < gesture.count; i++)
        gesture.frames[i].at_ns *= SLOWLY;
    OK(at_emulator_gesture(&op, emulator, &gesture, &err));
    at_gesture_deinit(&gesture);
    eq_path(1, 18, on_the_swipe);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    json_decref(calls);
    close_rig(&rig, emulator);
    return count;
}

// 60 a second as they are (`gesture`), and none is left out by a sender that
// has the time. A machine that stood still for so long has another try.
T_TEST(emulator_sends_each_event_in_time)
{
    size_t count = 0;
    for (int i = 0; i < 3 && count < 20; i++)
        count = events_of_slow_swipe();
    T_EQ_SIZE(count, 20);
}

static void
play(const struct at_turned *screen, struct at_gesture *gesture)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    if (screen)
        at_emulator_set_screen(emulator, screen);
    OK(at_emulator_gesture(&op, emulator, gesture, &err));
    at_gesture_deinit(gesture);
    at_emulator_free(emulator);
}

// The contract's example: from 100 to 300 around (540, 960) in 300 ms.
static struct at_point
on_the_pinch(int i, size_t finger)
{
    static const int radii[] = {100, 111, 122, 133, 144, 156, 167,
                                178, 189, 200, 211, 222, 233, 244,
                                256, 267, 278, 289, 300};
    return (struct at_point){540 + (finger == 0 ? -radii[i] : radii[i]), 960};
}

T_TEST(emulator_pinches_point_by_point)
{
    need_rig(&rig);
    struct at_pinch pinch = {{540, 960}, 100, 300, 300};
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_pinch(&pinch, &gesture, NULL));
    play(NULL, &gesture);
    eq_path(2, 18, on_the_pinch);
    emulator_rig_stop(&rig);
}

// The contract's example: a quarter turn around (540, 960), radius 200, in 400
// ms.
static struct at_point
on_the_circle(int i, size_t finger)
{
    // 200 times the cosine of 90 / 24 degrees, times 0 to 24; its sine is the
    // same row read backwards.
    static const int across[] = {200, 200, 198, 196, 193, 189, 185, 179, 173,
                                 166, 159, 150, 141, 132, 122, 111, 100, 88,
                                 77,  64,  52,  39,  26,  13,  0};
    int sign = finger == 0 ? 1 : -1;
    return (struct at_point){540 + sign * across[i],
                             960 + sign * across[24 - i]};
}

T_TEST(emulator_rotates_point_by_point)
{
    need_rig(&rig);
    struct at_rotate rotate = {{540, 960}, 200, 0, 90, 400};
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_rotate(&rotate, &gesture, NULL));
    play(NULL, &gesture);
    eq_path(2, 24, on_the_circle);
    emulator_rig_stop(&rig);
}

// The same 100 pixels further up, on a screen that is shown a quarter turn to
// the left: its top is the panel's right edge.
static struct at_point
on_the_panel(int i, size_t finger)
{
    struct at_point at = on_the_circle(i, finger);
    return (struct at_point){1079 - (at.y_px - 100), at.x_px};
}

T_TEST(emulator_rotates_on_a_turned_screen)
{
    need_rig(&rig);
    struct at_turned screen = {1080, 2400, 1};
    struct at_rotate rotate = {{540, 860}, 200, 0, 90, 400};
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_rotate(&rotate, &gesture, NULL));
    play(&screen, &gesture);
    eq_path(2, 24, on_the_panel);
    emulator_rig_stop(&rig);
}

T_TEST(emulator_turns_points_back)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_turned screen = {1080, 2400, 1};
    at_emulator_set_screen(emulator, &screen);
    OK(at_emulator_tap(&op, emulator, (struct at_point){2399, 0}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    eq_touch(calls, 0, 0, (struct at_point){1079, 2399}, true);
    json_decref(calls);
    close_rig(&rig, emulator);
}

// Each of them would last for ten seconds.
static void
make_tap(struct at_gesture *out)
{
    at_gesture_tap((struct at_point){10, 20}, out);
    out->frames[1].at_ns = 10000 * AT_NS_PER_MS;
}
static void
make_press(struct at_gesture *out)
{
    T_OK(at_gesture_long_press((struct at_point){10, 20}, 10000, out, NULL));
}
static void
make_swipe(struct at_gesture *out)
{
    struct at_swipe swipe = {
        .from = {10, 20}, .to = {900, 2000}, .duration_ms = 10000};
    T_OK(at_gesture_swipe(&swipe, out, NULL));
}
static void
make_pinch(struct at_gesture *out)
{
    struct at_pinch pinch = {{540, 960}, 100, 300, 10000};
    T_OK(at_gesture_pinch(&pinch, out, NULL));
}
static void
make_rotate(struct at_gesture *out)
{
    struct at_rotate rotate = {{540, 960}, 200, 0, 90, 10000};
    T_OK(at_gesture_rotate(&rotate, out, NULL));
}

static const struct {
    const char *name;
    void (*make)(struct at_gesture *out);
    size_t events; // once the emulator has seen so many, it is enough
} gestures[] = {
    {"tap", make_tap, 1},       {"long press", make_press, 1},
    {"swipe", make_swipe, 3},   {"pinch", make_pinch, 3},
    {"rotate", make_rotate, 3},
};

struct canceller {
    struct at_cancel *cancel;
    size_t events;
};

static void *
cancel_after(void *arg)
{
    struct canceller *canceller = arg;
    struct at_op op = ten_seconds();
    size_t count = 0;
    while (count < canceller->events && at_op_check(&op, NULL)) {
        struct at_op soon = at_op_sub(&op, at_now_ns(), 2);
        (void)!at_op_wait_fd(&soon, -1, 0, NULL);
        json_t *calls = emulator_rig_calls(&rig, "sendTouch");
        count = json_array_size(calls);
        json_decref(calls);
    }
    at_cancel_fire(canceller->cancel);
    return NULL;
}

static void
eq_lifted_after(size_t events)
{
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_OK(json_array_size(calls) > events);
    eq_all_lifted(calls);
    json_decref(calls);
}

T_TEST(emulator_lifts_the_fingers_when_cancelled)
{
    for (size_t i = 0; i < T_LEN(gestures); i++) {
        struct at_emulator *emulator = open_rig(&rig, NULL);
        struct at_cancel *cancel = at_cancel_new(NULL, NULL);
        struct canceller canceller = {cancel, gestures[i].events};
        struct at_op op = {AT_NEVER_NS, cancel};
        struct at_err err = AT_ERR_INIT;
        struct at_gesture gesture = AT_GESTURE_INIT;
        pthread_t thread;

        T_ROW(gestures[i].name);
        gestures[i].make(&gesture);
        T_EQ_INT(pthread_create(&thread, NULL, cancel_after, &canceller), 0);
        T_NOT(at_emulator_gesture(&op, emulator, &gesture, &err));
        pthread_join(thread, NULL);
        T_EQ_INT(err.code, AT_ECANCELED);
        T_OK(err.may_have_run);
        eq_lifted_after(gestures[i].events);
        at_gesture_deinit(&gesture);
        at_cancel_free(cancel);
        close_rig(&rig, emulator);
    }
}

T_TEST(emulator_lifts_the_fingers_when_their_time_is_over)
{
    for (size_t i = 0; i < T_LEN(gestures); i++) {
        struct at_emulator *emulator = open_rig(&rig, NULL);
        struct at_op op = rig_op(150);
        struct at_err err = AT_ERR_INIT;
        struct at_gesture gesture = AT_GESTURE_INIT;

        T_ROW(gestures[i].name);
        gestures[i].make(&gesture);
        T_NOT(at_emulator_gesture(&op, emulator, &gesture, &err));
        T_EQ_INT(err.code, AT_ETIMEOUT);
        T_OK(err.may_have_run);
        eq_lifted_after(1);
        at_gesture_deinit(&gesture);
        close_rig(&rig, emulator);
    }
}

// Nothing is sent of a gesture that is over before it begins.
T_TEST(emulator_touches_nothing_once_cancelled)
{
    for (size_t i = 0; i < T_LEN(gestures); i++) {
        struct at_emulator *emulator = open_rig(&rig, NULL);
        struct at_cancel *cancel = at_cancel_new(NULL, NULL);
        struct at_op op = {AT_NEVER_NS, cancel};
        struct at_err err = AT_ERR_INIT;
        struct at_gesture gesture = AT_GESTURE_INIT;

        T_ROW(gestures[i].name);
        gestures[i].make(&gesture);
        at_cancel_fire(cancel);
        T_NOT(at_emulator_gesture(&op, emulator, &gesture, &err));
        T_EQ_INT(err.code, AT_ECANCELED);
        T_NOT(err.may_have_run);
        json_t *calls = emulator_rig_calls(&rig, "sendTouch");
        T_EQ_SIZE(json_array_size(calls), 0);
        json_decref(calls);
        at_gesture_deinit(&gesture);
        at_cancel_free(cancel);
        close_rig(&rig, emulator);
    }
}

int
main(void)
{
    emulator_rig_init(&rig);
    int failed = T_RUN(NULL, NULL);
    emulator_rig_deinit(&rig);
    return failed;
}
