// input.c: taps, swipes and keys by the device's `input`
#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "device/android/parse/keys.h"
#include "device/android/adb/shell.h"
#include "device/gesture.h"

enum { SWIPE_MAX_MS = 60000, INTERVAL_MAX_MS = 5000 };

static bool
tap(const struct at_op *op, struct at_device *device,
    const struct at_input *input, struct at_err *err)
{
    char command[80];
    snprintf(command, sizeof(command), "input tap %" PRId32 " %" PRId32,
             input->at.x_px, input->at.y_px);
    return at_point_check(input->at, err) &&
           at_shell_run_input(op, at_android_of(device), command, "tap", err);
}

// Up to Android 11 `input` takes 0.3 to 0.6 s to start, longer than a double
// tap may take. If two taps are started in parallel, interval_ms apart, they
// keep about that distance on slow and quick devices alike.
static bool
double_tap(const struct at_op *op, struct at_device *device,
           const struct at_input *input, struct at_err *err)
{
    struct at_point at = input->at;
    int64_t interval_ms = input->interval_ms;
    char command[200];
    if (!at_point_check(at, err))
        return false;
    if (interval_ms < 0 || interval_ms > INTERVAL_MAX_MS)
        return at_fail(err, AT_EUSAGE,
                       "double tap interval %" PRId64 " ms: 0 to %d",
                       interval_ms, INTERVAL_MAX_MS);
    snprintf(command, sizeof(command),
             "input tap %" PRId32 " %" PRId32 " & sleep %" PRId64
             ".%03d; input tap %" PRId32 " %" PRId32 "; wait",
             at.x_px, at.y_px, interval_ms / 1000, (int)(interval_ms % 1000),
             at.x_px, at.y_px);
    return at_shell_run_input(op, at_android_of(device), command, "double tap",
                              err);
}

static bool
drag(const struct at_op *op, struct at_device *device,
     const struct at_input *input, struct at_err *err)
{
    const struct at_swipe *swipe = &input->swipe;
    char command[120];
    if (!at_point_check(swipe->from, err) || !at_point_check(swipe->to, err))
        return false;
    if (swipe->duration_ms < 0 || swipe->duration_ms > SWIPE_MAX_MS)
        return at_fail(err, AT_EUSAGE, "swipe of %" PRId64 " ms: 0 to %d",
                       swipe->duration_ms, SWIPE_MAX_MS);
    snprintf(
        command, sizeof(command),
        "input %s %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32 " %" PRId64,
        swipe->press_ms > 0 ? "draganddrop" : "swipe", swipe->from.x_px,
        swipe->from.y_px, swipe->to.x_px, swipe->to.y_px, swipe->duration_ms);
    return at_shell_run_input(op, at_android_of(device), command, "swipe", err);
}

// A touch of another input device cancels the current one (API 34: in the same
// window, hence at its place), and its own CANCEL is not a click. Up to API 30
// DOWN and CANCEL would each start a slow program, so tap the corner instead:
// it shows the status bar, and the system cancels the current touch.
static const char release_command[] =
    "dumpsys input | grep -m 1 TouchStates | grep -q '<no displays' && "
    "echo none is down || "
    "if [ $(getprop ro.build.version.sdk) -ge 31 ]; "
    "then input motionevent DOWN %d %d && input motionevent CANCEL %d %d && "
    "echo it was lifted; "
    "else input tap 0 0 && echo it was lifted; fi";

bool
at_commands_release(const struct at_op *op, struct at_device *device,
                    struct at_point at, bool *out_was_down, struct at_err *err)
{
    char command[sizeof(release_command) + 80];
    struct at_adb_result result;
    struct at_point to = {at.x_px < 0 ? 0 : at.x_px, at.y_px < 0 ? 0 : at.y_px};
    snprintf(command, sizeof(command), release_command, (int)to.x_px,
             (int)to.y_px, (int)to.x_px, (int)to.y_px);
    bool ok = at_shell_run(op, at_android_of(device), command, &result, err);
    *out_was_down = ok && at_shell_printed(&result, "it was lifted");
    if (ok && !*out_was_down && !at_shell_printed(&result, "none is down")) {
        struct at_shell_text words = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "lifting it failed: %s", words.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
press(const struct at_op *op, struct at_device *device,
      const struct at_input *input, struct at_err *err)
{
    unsigned repeat = input->repeat;
    struct at_buf command = AT_BUF_INIT(AT_KEY_REPEAT_MAX * 4 + 32);
    int code;
    if (!at_keycode_find(input->text, &code, err))
        return false;
    if (repeat < 1 || repeat > AT_KEY_REPEAT_MAX)
        return at_fail(err, AT_EUSAGE, "a key can be repeated 1 to %d times",
                       AT_KEY_REPEAT_MAX);
    at_buf_add_text(&command, "input keyevent");
    for (unsigned i = 0; i < repeat; i++)
        at_buf_add_fmt(&command, " %d", code);
    bool ok = at_shell_run_input(op, at_android_of(device),
                                 at_buf_text(&command), "key press", err);
    at_buf_deinit(&command);
    return ok;
}

static bool
refuse_gesture(const struct at_op *op, struct at_device *device,
               const struct at_input *input, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)input;
    return at_fail(err, AT_EUNSUPPORTED,
                   "adb's input has one finger, and this needs two");
}

bool
at_commands_input(const struct at_op *op, struct at_device *device,
                  const struct at_input *input, struct at_err *err)
{
    static bool (*const senders[AT_INPUT_KINDS])(
        const struct at_op *op, struct at_device *device,
        const struct at_input *input, struct at_err *err) = {
        [AT_INPUT_TAP] = tap,    [AT_INPUT_DOUBLE_TAP] = double_tap,
        [AT_INPUT_SWIPE] = drag, [AT_INPUT_GESTURE] = refuse_gesture,
        [AT_INPUT_KEY] = press,  [AT_INPUT_TEXT] = at_commands_text,
    };

    return senders[input->kind]
               ? senders[input->kind](op, device, input, err)
               : at_fail(err, AT_EUNSUPPORTED, "adb's input has no such kind");
}
