// The emulator's client against a gRPC server that others wrote.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/emulator/emulator.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/emulator_rig.h"
#include "wire/image.h"

static struct emulator_rig rig;
static bool has_rig;

enum { TAPS = 1000 };

static struct at_op
ten_seconds(void)
{
    return rig_op(10000);
}

static struct at_emulator *
open_rig(const char *const *options)
{
    struct at_op op = ten_seconds();
    struct at_emulator *emulator = NULL;
    struct at_err err = AT_ERR_INIT;

    if (!has_rig)
        skip();
    emulator_rig_start(&rig, options);
    if (!at_emulator_open(&op, "emulator-5554", &emulator, &err))
        print_error("%s\n", err.msg);
    T_OK(emulator != NULL);
    return emulator;
}

static void
close_rig(struct at_emulator *emulator)
{
    at_emulator_free(emulator);
    emulator_rig_stop(&rig);
}

static int
number(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

// The touches of the n-th event; borrowed from calls.
static json_t *
touches_of(const json_t *calls, size_t n)
{
    return json_object_get(json_object_get(json_array_get(calls, n), "request"),
                           "touches");
}

static void
eq_touch(const json_t *calls, size_t n, size_t finger, struct at_point at,
         bool down)
{
    json_t *touch = json_array_get(touches_of(calls, n), finger);
    T_EQ_INT(number(touch, "identifier"), (int)finger);
    T_EQ_INT(number(touch, "x"), at.x_px);
    T_EQ_INT(number(touch, "y"), at.y_px);
    T_EQ_INT(number(touch, "pressure") > 0, down);
}

// Each finger that went down has been lifted, and none twice.
static void
eq_all_lifted(const json_t *calls)
{
    bool down[10] = {false};
    for (size_t i = 0; i < json_array_size(calls); i++) {
        json_t *touches = touches_of(calls, i);
        for (size_t k = 0; k < json_array_size(touches); k++) {
            json_t *touch = json_array_get(touches, k);
            bool *state = &down[number(touch, "identifier")];
            bool now = number(touch, "pressure") > 0;
            T_OK(now || *state);
            *state = now;
        }
    }
    for (size_t i = 0; i < T_LEN(down); i++)
        T_NOT(down[i]);
}

#define OK(call) check_ok((call), &err, __FILE__, __LINE__)
static void
check_ok(bool ok, const struct at_err *err, const char *file, int line)
{
    if (ok)
        return;
    print_error("%s\n", err->msg);
    _fail(file, line);
}

T_TEST(emulator_tells_its_status)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_emulator_status status;
    struct at_err err = AT_ERR_INIT;

    OK(at_emulator_status(&op, emulator, &status, &err));
    T_EQ_TEXT(status.version, "36.0.0.0");
    T_OK(status.booted);
    T_EQ_INT(status.width_px, 1080);
    T_EQ_INT(status.height_px, 2400);
    T_EQ_INT(status.density_dpi, 420);
    close_rig(emulator);
}

T_TEST(emulator_needs_no_token_where_none_is_asked_for)
{
    static const char *const options[] = {"--auth", "none", "--host", "::1",
                                          NULL};
    close_rig(open_rig(options));
}

T_TEST(emulator_taps)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_point at = {540, 1200};

    OK(at_emulator_tap(&op, emulator, at, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    eq_touch(calls, 0, 0, at, true);
    eq_touch(calls, 1, 0, at, false);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_refuses_what_is_off_the_screen)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;

    T_NOT(at_emulator_tap(&op, emulator, (struct at_point){1080, 5}, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "1080x2400");
    T_OK(at_emulator_untouched(emulator));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 0);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_swipes_along_the_line)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_swipe swipe = {{100, 1800}, {400, 600}, 300};
    int64_t began_ns = at_now_ns();

    OK(at_emulator_swipe(&op, emulator, &swipe, &err));
    T_OK(at_now_ns() - began_ns >= 300 * AT_NS_PER_MS);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    // A busy machine may leave some out, but neither the first nor the last.
    T_OK(count > 4 && count <= 20);
    eq_touch(calls, 0, 0, swipe.from, true);
    eq_touch(calls, count - 2, 0, swipe.to, true);
    eq_touch(calls, count - 1, 0, swipe.to, false);
    int last_x = 0;
    for (size_t i = 0; i < count; i++) {
        json_t *touch = json_array_get(touches_of(calls, i), 0);
        int x = number(touch, "x");
        T_OK(x >= last_x);
        // y falls four times as fast as x grows, both rounded
        T_OK(abs(number(touch, "y") - (1800 - 4 * (x - 100))) <= 2);
        last_x = x;
    }
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_pinches_with_two_fingers)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_pinch pinch = {{540, 960}, 100, 300, 200};
    struct at_gesture gesture = AT_GESTURE_INIT;

    OK(at_gesture_pinch(&pinch, &gesture, &err));
    OK(at_emulator_gesture(&op, emulator, &gesture, &err));
    at_gesture_deinit(&gesture);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    for (size_t i = 0; i < count; i++)
        T_EQ_SIZE(json_array_size(touches_of(calls, i)), 2);
    eq_touch(calls, 0, 0, (struct at_point){440, 960}, true);
    eq_touch(calls, 0, 1, (struct at_point){640, 960}, true);
    eq_touch(calls, count - 1, 0, (struct at_point){240, 960}, false);
    eq_touch(calls, count - 1, 1, (struct at_point){840, 960}, false);
    eq_all_lifted(calls);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_turns_points_back)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_turned screen = {1080, 2400, 1};

    at_emulator_set_screen(emulator, &screen);
    OK(at_emulator_tap(&op, emulator, (struct at_point){2399, 0}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    eq_touch(calls, 0, 0, (struct at_point){1079, 2399}, true);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_presses_keys)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;

    OK(at_emulator_key(&op, emulator, at_str("KEYCODE_BACK"), 3, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendKey");
    T_EQ_SIZE(json_array_size(calls), 3);
    json_t *key = json_object_get(json_array_get(calls, 2), "request");
    T_EQ_TEXT(json_string_value(json_object_get(key, "codeType")), "Evdev");
    T_EQ_TEXT(json_string_value(json_object_get(key, "eventType")), "keypress");
    T_EQ_INT(number(key, "keyCode"), 158);
    json_decref(calls);

    T_NOT(at_emulator_key(&op, emulator, at_str("TV_INPUT"), 1, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(at_emulator_key(&op, emulator, at_str("BAKC"), 1, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_emulator_untouched(emulator));
    close_rig(emulator);
}

T_TEST(emulator_pastes_text)
{
    static const char text[] = "Grüße, 世界 🎉\nzwei";
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);

    OK(at_emulator_text(&op, emulator, at_str(text), &err));
    OK(at_emulator_get_clipboard(&op, emulator, &out, &err));
    T_EQ_STR(at_buf_str(&out), text);
    json_t *calls = emulator_rig_calls(&rig, "sendKey");
    T_EQ_SIZE(json_array_size(calls), 1);
    T_EQ_INT(
        number(json_object_get(json_array_get(calls, 0), "request"), "keyCode"),
        135);
    json_decref(calls);
    T_NOT(at_emulator_text(&op, emulator, at_str("\xff"), &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_emulator_text(&op, emulator, at_str_n("a\0b", 3), &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    at_buf_deinit(&out);
    close_rig(emulator);
}

T_TEST(emulator_takes_the_longest_text)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);
    char *text = at_alloc(AT_CLIPBOARD_MAX_BYTES + 1);

    memset(text, 'x', AT_CLIPBOARD_MAX_BYTES + 1);
    struct at_str whole = at_str_n(text, AT_CLIPBOARD_MAX_BYTES);
    OK(at_emulator_set_clipboard(&op, emulator, whole, &err));
    OK(at_emulator_get_clipboard(&op, emulator, &out, &err));
    T_OK(at_str_eq(at_buf_str(&out), whole));
    whole.len++;
    T_NOT(at_emulator_set_clipboard(&op, emulator, whole, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    free(text);
    at_buf_deinit(&out);
    close_rig(emulator);
}

T_TEST(emulator_shows_its_screen)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_emulator_shot_ask ask = {.format = AT_EMULATOR_RGB};
    struct at_emulator_shot shot;

    OK(at_emulator_screenshot(&op, emulator, &ask, &shot, &err));
    T_EQ_INT(shot.width_px, 1080);
    T_EQ_INT(shot.height_px, 2400);
    T_EQ_SIZE(shot.bytes.len, 1080 * 2400 * 3);
    const char *pixel = shot.bytes.data + (300 * 1080 + 259) * 3;
    T_EQ_MEM(pixel, 3, "\x03\x2c\x00", 3); // 259 and 300, modulo 256; frame 0
    at_buf_deinit(&shot.bytes);

    ask = (struct at_emulator_shot_ask){AT_EMULATOR_PNG, 540, 0};
    OK(at_emulator_screenshot(&op, emulator, &ask, &shot, &err));
    T_EQ_INT(shot.width_px, 540);
    T_EQ_INT(shot.height_px, 1200);
    struct at_image image = AT_IMAGE_INIT;
    OK(at_png_read(at_buf_str(&shot.bytes), &image, &err));
    T_EQ_SIZE(image.width_px, 540);
    at_image_deinit(&image);
    at_buf_deinit(&shot.bytes);
    close_rig(emulator);
}

// The ini of the running rig with something else behind a key.
static void
change_ini(const char *key, const char *value)
{
    char *text = emulator_rig_ini(&rig);
    struct at_str rest = at_str(text);
    struct at_str line;
    struct at_buf out = AT_BUF_INIT(AT_EMULATOR_INI_MAX_BYTES);
    while (at_str_next_line(&rest, &line))
        if (!at_str_starts(line, at_str(key)))
            at_buf_add_fmt(&out, "%.*s\n", AT_STR_ARG(line));
    at_buf_add_fmt(&out, "%s%s\n", key, value);
    emulator_rig_set_ini(&rig, at_buf_text(&out));
    at_buf_deinit(&out);
    free(text);
}

T_TEST(emulator_with_a_wrong_token)
{
    struct at_op op = ten_seconds();
    struct at_emulator *emulator;
    struct at_err err = AT_ERR_INIT;

    if (!has_rig)
        skip();
    emulator_rig_start(&rig, NULL);
    change_ini("grpc.token=", "wrong");
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_NULL(emulator);
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "getStatus: UNAUTHENTICATED: Incorrect token");
    change_ini("grpc.token=", "");
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "No 'authorization' header present.");
    emulator_rig_stop(&rig);
}

T_TEST(emulator_with_signed_tokens_alone)
{
    static const char *const options[] = {"--auth", "jwt", NULL};
    struct at_op op = ten_seconds();
    struct at_emulator *emulator;
    struct at_err err = AT_ERR_INIT;

    if (!has_rig)
        skip();
    emulator_rig_start(&rig, options);
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "-grpc-use-token");
    emulator_rig_stop(&rig);
}

T_TEST(emulator_that_is_gone)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_emulator *other;

    T_NOT(at_emulator_open(&op, "emulator-5556", &other, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "another port");
    emulator_rig_stop(&rig);
    T_NOT(at_emulator_tap(&op, emulator, (struct at_point){5, 5}, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "emulators that have ended");
    T_OK(at_emulator_untouched(emulator));
    at_emulator_free(emulator);
}

T_TEST(emulator_that_is_started_anew_is_found_again)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;

    emulator_rig_stop(&rig);
    emulator_rig_start(&rig, NULL);
    OK(at_emulator_tap(&op, emulator, (struct at_point){5, 5}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_that_stops_answering)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op brief = rig_op(200);
    struct at_emulator_status status;
    struct at_err err = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();

    emulator_rig_signal(&rig, SIGSTOP);
    T_NOT(at_emulator_status(&brief, emulator, &status, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_OK(at_now_ns() - began_ns < 1000 * AT_NS_PER_MS);

    struct at_op op = ten_seconds();
    began_ns = at_now_ns();
    T_NOT(at_emulator_tap(&op, emulator, (struct at_point){5, 5}, &err));
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "DEADLINE_EXCEEDED");
    T_HAS(err.msg, "could not be lifted");
    T_NOT(at_emulator_untouched(emulator));
    T_OK(at_now_ns() - began_ns < 3000 * AT_NS_PER_MS);

    // It goes on.
    emulator_rig_signal(&rig, SIGCONT);
    OK(at_emulator_tap(&op, emulator, (struct at_point){9, 9}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    T_OK(count >= 2);
    eq_touch(calls, count - 1, 0, (struct at_point){9, 9}, false);
    json_decref(calls);
    close_rig(emulator);
}

T_TEST(emulator_lifts_first_what_it_could_not_lift)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;

    emulator_rig_signal(&rig, SIGSTOP);
    T_NOT(at_emulator_tap(&op, emulator, (struct at_point){5, 5}, &err));
    emulator_rig_stop(&rig);
    emulator_rig_start(&rig, NULL);
    OK(at_emulator_tap(&op, emulator, (struct at_point){9, 9}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 3);
    eq_touch(calls, 0, 0, (struct at_point){5, 5}, false);
    eq_touch(calls, 1, 0, (struct at_point){9, 9}, true);
    eq_touch(calls, 2, 0, (struct at_point){9, 9}, false);
    json_decref(calls);
    close_rig(emulator);
}

static void *
cancel_soon(void *arg)
{
    struct at_op op = rig_op(150);
    (void)!at_op_wait_fd(&op, -1, 0, NULL);
    at_cancel_fire(arg);
    return NULL;
}

T_TEST(emulator_lifts_the_fingers_when_cancelled)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
    struct at_err err = AT_ERR_INIT;
    struct at_pinch pinch = {{540, 960}, 100, 300, 10000};
    struct at_gesture gesture = AT_GESTURE_INIT;
    int64_t began_ns = at_now_ns();
    pthread_t thread;

    OK(at_gesture_pinch(&pinch, &gesture, &err));
    pthread_create(&thread, NULL, cancel_soon, cancel);
    T_NOT(at_emulator_gesture(&op, emulator, &gesture, &err));
    pthread_join(thread, NULL);
    T_EQ_INT(err.code, AT_ECANCELED);
    T_OK(at_now_ns() - began_ns < 2000 * AT_NS_PER_MS);
    T_NOT(at_emulator_untouched(emulator));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_OK(json_array_size(calls) >= 3);
    eq_all_lifted(calls);
    json_decref(calls);
    at_gesture_deinit(&gesture);
    at_cancel_free(cancel);
    close_rig(emulator);
}

T_TEST(emulator_lifts_the_finger_when_its_time_is_over)
{
    struct at_emulator *emulator = open_rig(NULL);
    struct at_op op = rig_op(150);
    struct at_err err = AT_ERR_INIT;
    struct at_point at = {10, 20};

    T_NOT(at_emulator_long_press(&op, emulator, at, 5000, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    eq_all_lifted(calls);
    json_decref(calls);
    close_rig(emulator);
}

static int
open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

static struct rusage
usage(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use;
}

static double
cpu_us(const struct rusage *use)
{
    return (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) * 1e6 +
           (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec);
}

// A tap without the time that a finger stays.
static void
tap_at_once(struct at_emulator *emulator, int count)
{
    struct at_op op = rig_op(40000);
    struct at_err err = AT_ERR_INIT;
    for (int i = 0; i < count; i++) {
        struct at_gesture gesture = AT_GESTURE_INIT;
        at_gesture_tap((struct at_point){i % 1080, i}, &gesture);
        gesture.frames[1].at_ns = 0;
        OK(at_emulator_gesture(&op, emulator, &gesture, &err));
        at_gesture_deinit(&gesture);
    }
}

T_TEST(emulator_taps_a_thousand_times)
{
    struct at_emulator *emulator = open_rig(NULL);
    tap_at_once(emulator, 200);
    int descriptors = open_descriptors();
    struct rusage before = usage();
    int64_t began_ns = at_now_ns();

    tap_at_once(emulator, TAPS);
    int64_t took_ns = at_now_ns() - began_ns;
    struct rusage after = usage();
    T_EQ_INT(open_descriptors(), descriptors);
    printf("%.3f ms a tap (two calls), of which %.3f ms are this process's; "
           "%ld KiB more memory\n",
           (double)took_ns / TAPS / 1e6,
           (cpu_us(&after) - cpu_us(&before)) / TAPS / 1e3,
           after.ru_maxrss - before.ru_maxrss);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if !defined(__has_feature)
    T_OK(after.ru_maxrss - before.ru_maxrss < 512); // KiB, or bytes on macOS
#endif
#endif
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2 * (TAPS + 200));
    eq_all_lifted(calls);
    json_decref(calls);
    close_rig(emulator);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        // First: what it compares is the most that was ever in use.
        T_CASE(emulator_taps_a_thousand_times),
        T_CASE(emulator_tells_its_status),
        T_CASE(emulator_needs_no_token_where_none_is_asked_for),
        T_CASE(emulator_taps),
        T_CASE(emulator_refuses_what_is_off_the_screen),
        T_CASE(emulator_swipes_along_the_line),
        T_CASE(emulator_pinches_with_two_fingers),
        T_CASE(emulator_turns_points_back),
        T_CASE(emulator_presses_keys),
        T_CASE(emulator_pastes_text),
        T_CASE(emulator_takes_the_longest_text),
        T_CASE(emulator_shows_its_screen),
        T_CASE(emulator_with_a_wrong_token),
        T_CASE(emulator_with_signed_tokens_alone),
        T_CASE(emulator_that_is_gone),
        T_CASE(emulator_that_is_started_anew_is_found_again),
        T_CASE(emulator_that_stops_answering),
        T_CASE(emulator_lifts_first_what_it_could_not_lift),
        T_CASE(emulator_lifts_the_fingers_when_cancelled),
        T_CASE(emulator_lifts_the_finger_when_its_time_is_over),
    };
    has_rig = emulator_rig_init(&rig);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emulator_rig_deinit(&rig);
    return failed;
}
