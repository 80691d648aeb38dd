// input.c: `input`: taps, swipes, text and keys injected by the shell
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/keys.h"

static const char usage[] =
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n"
    "\n"
    "The sources are: \n"
    "      touchnavigation\n"
    "      touchscreen\n"
    "      joystick\n"
    "      stylus\n"
    "      touchpad\n"
    "      gamepad\n"
    "      dpad\n"
    "      mouse\n"
    "      keyboard\n"
    "      trackball\n"
    "      rotaryencoder\n"
    "\n"
    "[-d DISPLAY_ID]: the display ID where the event will be sent to.\n"
    "      (Default: -1 for key event, 0 for motion event if not specified.)\n"
    "\n"
    "The commands and default sources are:\n"
    "      text <string> (Default: keyboard)\n"
    "      keyevent [--longpress|--duration <duration to hold key down in "
    "ms>] [--doubletap] [--async] <key code number or name> ... (Default: "
    "keyboard)\n"
    "      tap <x> <y> (Default: touchscreen)\n"
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: "
    "touchscreen)\n"
    "      press (Default: trackball)\n"
    "      roll <dx> <dy> (Default: trackball)\n"
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n"
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ... "
    "(Default: keyboard)\n";

enum {
    CANCEL_API = 30,  // the first with `motionevent CANCEL`
    SERVICE_API = 31, // first API where the system injects, not the shell
};

static int
fail_usage(struct vd_call *call, const char *reason)
{
    vd_errf(call, "Error: %s\n%s", reason, usage);
    return 255;
}

// Coordinates are floats on a device ("540.5").
static bool
coordinate(const char *text, int32_t *out)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || value < -1e6 || value > 1e6)
        return false;
    *out = (int32_t)value;
    return true;
}

static bool
point(struct vd_call *call, int i, struct at_point *out)
{
    return coordinate(vd_arg(call, i), &out->x_px) &&
           coordinate(vd_arg(call, i + 1), &out->y_px);
}

static int
bad_number(struct vd_call *call, int from)
{
    for (int i = from; i < call->argc; i++) {
        int32_t ignored;
        if (coordinate(call->argv[i], &ignored))
            continue;
        vd_errf(call,
                "\nException occurred while executing 'tap':\n"
                "java.lang.NumberFormatException: For input string: \"%s\"\n"
                "\tat jdk.internal.math.FloatingDecimal.readJavaFormatString("
                "FloatingDecimal.java:2054)\n",
                call->argv[i]);
        return 255;
    }
    return fail_usage(call, "Argument expected after \"tap\"");
}

static int
tap(struct vd_call *call)
{
    struct at_point at;
    if (!point(call, 1, &at))
        return bad_number(call, 1);
    if (vd_simulate_latency(call, "tap"))
        vd_device_tap(call->device, at);
    return 0;
}

// Up to API 30 a Java program moves the finger: it is killed once its stream is
// closed, and the finger stays down. Later the system moves it, which does not
// notice the stream.
static void
swipe_slowly(struct vd_call *call, const struct vd_touch *touch)
{
    struct vd_device *device = call->device;
    bool service = vd_device_api_level(device) >= SERVICE_API;
    uint64_t ticket = vd_device_touch_down(device, VD_TOUCHSCREEN_ID, touch);
    if (service)
        vd_device_touch_lift_at_end(device, ticket);
    if (vd_wait(call, touch->duration_ms))
        vd_device_touch_up(device, ticket);
}

static int
swipe(struct vd_call *call)
{
    struct at_point from;
    struct at_point to;
    int64_t ms = 300;
    if (!point(call, 1, &from) || !point(call, 3, &to))
        return bad_number(call, 1);
    if (call->argc > 5 && !vd_number(call->argv[5], -1, 600000, &ms))
        return bad_number(call, 5);
    ms = ms < 0 ? 300 : ms;
    bool waits = vd_device_latency_ms(call->device, "swipe") > 0;
    struct vd_finger finger = {from, to, 0};
    if (!vd_simulate_latency(call, "swipe"))
        return 0;
    if (waits)
        swipe_slowly(call, &(struct vd_touch){&finger, 1, ms, false});
    else
        vd_device_swipe(call->device, from, to, ms);
    return 0;
}

static const char text_exception[] =
    "\nException occurred while executing 'text':\n"
    "java.lang.NullPointerException: Attempt to get length of null array\n"
    "\tat com.android.server.input.InputShellCommand.sendText("
    "InputShellCommand.java:351)\n"
    "\tat com.android.server.input.InputShellCommand.runText("
    "InputShellCommand.java:317)\n"
    "\tat com.android.server.input.InputShellCommand.onCommand("
    "InputShellCommand.java:245)\n"
    "\tat com.android.modules.utils.BasicShellCommandHandler.exec("
    "BasicShellCommandHandler.java:97)\n"
    "\tat android.os.ShellCommand.exec(ShellCommand.java:38)\n"
    "\tat com.android.server.input.InputManagerService.onShellCommand("
    "InputManagerService.java:3168)\n"
    "\tat android.os.Binder.shellCommand(Binder.java:1068)\n"
    "\tat android.os.Binder.onTransact(Binder.java:888)\n"
    "\tat android.os.Binder.execTransactInternal(Binder.java:1344)\n"
    "\tat android.os.Binder.execTransact(Binder.java:1275)\n";

// The key map has only ASCII; "%s" is a blank.
static int
text(struct vd_call *call)
{
    struct at_buf typed = AT_BUF_INIT(AT_TEXT_INPUT_MAX_BYTES);
    int status = 0;
    if (call->argc < 2)
        return fail_usage(call, "Argument expected after \"text\"");
    for (const char *c = call->argv[1]; *c; c++) {
        bool blank = c[0] == '%' && c[1] == 's';
        if ((unsigned char)*c >= 0x80) {
            vd_errf(call, "%s", text_exception);
            status = 255;
            goto out;
        }
        at_buf_add_char(&typed, blank ? ' ' : *c);
        c += blank;
    }
    if (vd_simulate_latency(call, "text"))
        vd_device_type(call->device, at_buf_str(&typed));

out:
    at_buf_deinit(&typed);
    return status;
}

static int
keyevent(struct vd_call *call)
{
    bool longpress = false;
    int first = 1;
    for (; first < call->argc && strncmp(call->argv[first], "--", 2) == 0;
         first++) {
        longpress |= strcmp(call->argv[first], "--longpress") == 0;
        first += strcmp(call->argv[first], "--duration") == 0;
    }
    if (first >= call->argc)
        return fail_usage(call, "Argument expected after \"keyevent\"");
    if (!vd_simulate_latency(call, "key"))
        return 0;
    for (int i = first; i < call->argc; i++) {
        int code = vd_key_code(call->argv[i]);
        if (code < 0) {
            vd_errf(call,
                    "\nException occurred while executing 'keyevent':\n"
                    "java.lang.IllegalArgumentException: Invalid keycode: %s"
                    "\n\tat com.android.server.input.InputShellCommand."
                    "runKeyEvent(InputShellCommand.java:372)\n",
                    call->argv[i]);
            return 255;
        }
        vd_device_key(call->device, code, longpress);
    }
    return 0;
}

// DOWN and UP are separate commands; the device keeps the last DOWN.
static int
motionevent(struct vd_call *call)
{
    struct at_point at;
    const char *what = vd_arg(call, 1);
    if (!point(call, 2, &at))
        return bad_number(call, 2);
    if (!vd_simulate_latency(call, "tap"))
        return 0;
    bool cancels = strcmp(what, "CANCEL") == 0 &&
                   vd_device_api_level(call->device) >= CANCEL_API;
    if (strcmp(what, "DOWN") == 0 || strcmp(what, "UP") == 0 ||
        strcmp(what, "MOVE") == 0 || cancels) {
        vd_device_motion(call->device, what, at);
        return 0;
    }
    return fail_usage(call, "unknown motion event");
}

static int
press(struct vd_call *call)
{
    if (vd_simulate_latency(call, "key"))
        vd_device_key(call->device, 23, false);
    return 0;
}

static int
nothing(struct vd_call *call)
{
    vd_simulate_latency(call, "key");
    return 0;
}

static const struct vd_verb verbs[] = {
    {"tap", tap},
    {"swipe", swipe},
    {"draganddrop", swipe},
    {"text", text},
    {"keyevent", keyevent},
    {"motionevent", motionevent},
    {"press", press},
    {"roll", nothing},
    {"keycombination", nothing},
    {0},
};

static const char *const sources[] = {
    "touchnavigation", "touchscreen", "joystick",      "stylus",
    "touchpad",        "gamepad",     "dpad",          "mouse",
    "keyboard",        "trackball",   "rotaryencoder",
};

static const char denied[] =
    "\nException occurred while executing '%s':\n"
    "java.lang.SecurityException: Injecting input events requires the caller "
    "(or the source of the instrumentation, if any) to have the INJECT_EVENTS "
    "permission.\n"
    "\tat com.android.server.input.InputManagerService.injectInputEventToTarget"
    "(InputManagerService.java:1012)\n";

int
vd_cmd_input(struct vd_call *call)
{
    struct vd_call rest = *call;
    for (size_t i = 0; i < AT_LEN(sources); i++) {
        if (strcmp(vd_arg(&rest, 1), sources[i]) == 0) {
            rest = vd_shifted(&rest, 1);
            break;
        }
    }
    if (strcmp(vd_arg(&rest, 1), "-d") == 0)
        rest = vd_shifted(&rest, rest.argc > 2 ? 2 : 1);
    if (rest.argc > 1 && vd_device_take_fault(call->device, "inject-denied")) {
        vd_errf(call, denied, rest.argv[1]);
        return 255;
    }
    int status = vd_run_verb(&rest, verbs);
    if (status >= 0)
        return status;
    if (rest.argc > 1)
        vd_errf(call, "Error: Unknown command: %s\n", rest.argv[1]);
    vd_errf(call, "%s", usage);
    return 255;
}
