// The emulator's client against a gRPC server that others wrote.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/emulator.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/descriptors.h"
#include "tests/t.h"
#include "tests/unit/device/android/grpc/emulator_rig.h"
#include "wire/image.h"

static struct emulator_rig rig;

enum { TAPS = 1000 };

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

static void
tap_a_thousand_times(const char *const *options)
{
    struct at_emulator *emulator = open_rig(&rig, options);
    tap_at_once(emulator, 200);
    int descriptors = t_open_descriptors();
    struct rusage before = usage();
    int64_t began_ns = at_now_ns();

    tap_at_once(emulator, TAPS);
    int64_t took_ns = at_now_ns() - began_ns;
    struct rusage after = usage();
    T_EQ_INT(t_open_descriptors(), descriptors);
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
    close_rig(&rig, emulator);
}

// The first test: it compares with the most memory that was ever in use.
T_TEST(emulator_taps_a_thousand_times)
{
    tap_a_thousand_times(NULL);
}

T_TEST(emulator_taps_a_thousand_times_by_signed_tokens)
{
    static const char *const jwt[] = {"--auth", "jwt", NULL};
    tap_a_thousand_times(jwt);
}

T_TEST(emulator_reports_its_status)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_emulator_status status;
    struct at_err err = AT_ERR_INIT;
    OK(at_emulator_status(&op, emulator, &status, &err));
    T_EQ_TEXT(status.version, "36.0.0.0");
    T_OK(status.booted);
    T_EQ_INT(status.width_px, 1080);
    T_EQ_INT(status.height_px, 2400);
    T_EQ_INT(status.density_dpi, 420);
    close_rig(&rig, emulator);
}

T_TEST(emulator_without_a_token_needs_none)
{
    static const char *const options[] = {"--auth", "none", "--host", "::1",
                                          NULL};
    close_rig(&rig, open_rig(&rig, options));
}

T_TEST(emulator_presses_keys)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    T_NOT(err.may_have_run);
    close_rig(&rig, emulator);
}

T_TEST(emulator_pastes_text)
{
    static const char text[] = "Grüße, 世界 🎉\nzwei";
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    close_rig(&rig, emulator);
}

T_TEST(emulator_takes_the_longest_text)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    close_rig(&rig, emulator);
}

T_TEST(emulator_shows_its_screen)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_emulator_shot_options ask = {.format = AT_EMULATOR_RGB};
    struct at_emulator_shot shot;
    OK(at_emulator_screenshot(&op, emulator, &ask, &shot, &err));
    T_EQ_INT(shot.width_px, 1080);
    T_EQ_INT(shot.height_px, 2400);
    T_EQ_SIZE(shot.bytes.len, 1080 * 2400 * 3);
    const char *pixel = shot.bytes.data + (300 * 1080 + 259) * 3;
    T_EQ_MEM(pixel, 3, "\x03\x2c\x00", 3); // 259 and 300, modulo 256; frame 0
    at_buf_deinit(&shot.bytes);

    ask = (struct at_emulator_shot_options){AT_EMULATOR_PNG, 540, 0};
    OK(at_emulator_screenshot(&op, emulator, &ask, &shot, &err));
    T_EQ_INT(shot.width_px, 540);
    T_EQ_INT(shot.height_px, 1200);
    struct at_image image = AT_IMAGE_INIT;
    OK(at_png_read(at_buf_str(&shot.bytes), &image, &err));
    T_EQ_SIZE(image.width_px, 540);
    at_image_deinit(&image);
    at_buf_deinit(&shot.bytes);
    close_rig(&rig, emulator);
}

T_TEST(emulator_with_a_wrong_token)
{
    struct at_op op = ten_seconds();
    struct at_emulator *emulator;
    struct at_err err = AT_ERR_INIT;
    need_rig(&rig);
    emulator_rig_start(&rig, NULL);
    emulator_rig_change_ini(&rig, "grpc.token=", "wrong");
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_NULL(emulator);
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "getStatus: UNAUTHENTICATED: Incorrect token");
    emulator_rig_change_ini(&rig, "grpc.token=", "");
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "No 'authorization' header present.");
    emulator_rig_stop(&rig);
}

T_TEST(emulator_that_is_gone)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    T_NOT(err.may_have_run);
    at_emulator_free(emulator);
}

T_TEST(a_restarted_emulator_is_found_again)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    emulator_rig_stop(&rig);
    emulator_rig_start(&rig, NULL);
    OK(at_emulator_tap(&op, emulator, (struct at_point){5, 5}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    T_EQ_SIZE(json_array_size(calls), 2);
    json_decref(calls);
    close_rig(&rig, emulator);
}

T_TEST(emulator_that_stops_answering)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    T_OK(err.may_have_run);
    T_OK(at_now_ns() - began_ns < 3000 * AT_NS_PER_MS);

    emulator_rig_signal(&rig, SIGCONT);
    OK(at_emulator_tap(&op, emulator, (struct at_point){9, 9}, &err));
    json_t *calls = emulator_rig_calls(&rig, "sendTouch");
    size_t count = json_array_size(calls);
    T_OK(count >= 2);
    eq_touch(calls, count - 1, 0, (struct at_point){9, 9}, false);
    json_decref(calls);
    close_rig(&rig, emulator);
}

T_TEST(emulator_lifts_first_what_it_could_not_lift)
{
    struct at_emulator *emulator = open_rig(&rig, NULL);
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
    close_rig(&rig, emulator);
}

int
main(void)
{
    emulator_rig_init(&rig);
    int failed = T_RUN(NULL, NULL);
    emulator_rig_deinit(&rig);
    return failed;
}
