// input.c: `input`: taps, swipes, text and keys injected by the shell
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/keys.h"

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
    CANCEL_API = 30,  // `motionevent CANCEL` is known from then on
    SERVICE_API = 31, // the system's own process injects, not the shell's
};

static int
fail_usage(struct va_call *call, const char *reason)
{
    va_errf(call, "Error: %s\n%s", reason, usage);
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
point(struct va_call *call, int i, struct at_point *out)
{
    return coordinate(va_word(call, i), &out->x_px) &&
           coordinate(va_word(call, i + 1), &out->y_px);
}

static int
bad_number(struct va_call *call, int from)
{
    for (int i = from; i < call->argc; i++) {
        int32_t ignored;
        if (coordinate(call->argv[i], &ignored))
            continue;
        va_errf(call,
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
tap(struct va_call *call)
{
    struct at_point at;
    if (!point(call, 1, &at))
        return bad_number(call, 1);
    if (va_spend(call, "tap"))
        va_device_tap(call->device, at);
    return 0;
}

// Until API 30 the finger is a Java program's: once its stream is closed it is
// killed, and what it has put down stays down. Later the system moves it, who
// does not hear of the stream.
static void
swipe_slowly(struct va_call *call, const struct va_touch *touch)
{
    struct va_device *device = call->device;
    bool service = va_device_api_level(device) >= SERVICE_API;
    uint64_t ticket = va_device_touch_down(device, VA_TOUCHSCREEN_ID, touch);
    if (service)
        va_device_touch_lasts(device, ticket);
    if (va_wait(call, touch->duration_ms))
        va_device_touch_up(device, ticket);
}

static int
swipe(struct va_call *call)
{
    struct at_point from;
    struct at_point to;
    int64_t ms = 300;
    if (!point(call, 1, &from) || !point(call, 3, &to))
        return bad_number(call, 1);
    if (call->argc > 5 && !va_number(call->argv[5], -1, 600000, &ms))
        return bad_number(call, 5);
    ms = ms < 0 ? 300 : ms;
    bool waits = va_device_latency_ms(call->device, "swipe") > 0;
    struct va_finger finger = {from, to, 0};
    if (!va_spend(call, "swipe"))
        return 0;
    if (waits)
        swipe_slowly(call, &(struct va_touch){&finger, 1, ms, false});
    else
        va_device_swipe(call->device, from, to, ms);
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

// The key map has keys for ASCII only; "%s" is a blank.
static int
text(struct va_call *call)
{
    struct at_buf typed = AT_BUF_INIT(AT_TEXT_INPUT_MAX_BYTES);
    int status = 0;
    if (call->argc < 2)
        return fail_usage(call, "Argument expected after \"text\"");
    for (const char *c = call->argv[1]; *c; c++) {
        bool blank = c[0] == '%' && c[1] == 's';
        if ((unsigned char)*c >= 0x80) {
            va_errf(call, "%s", text_exception);
            status = 255;
            goto out;
        }
        at_buf_add_char(&typed, blank ? ' ' : *c);
        c += blank;
    }
    if (va_spend(call, "text"))
        va_device_type(call->device, at_buf_str(&typed));

out:
    at_buf_deinit(&typed);
    return status;
}

static int
keyevent(struct va_call *call)
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
    if (!va_spend(call, "key"))
        return 0;
    for (int i = first; i < call->argc; i++) {
        int code = va_key_code(call->argv[i]);
        if (code < 0) {
            va_errf(call,
                    "\nException occurred while executing 'keyevent':\n"
                    "java.lang.IllegalArgumentException: Invalid keycode: %s"
                    "\n\tat com.android.server.input.InputShellCommand."
                    "runKeyEvent(InputShellCommand.java:372)\n",
                    call->argv[i]);
            return 255;
        }
        va_device_key(call->device, code, longpress);
    }
    return 0;
}

// DOWN and UP of separate commands: the last DOWN is kept by the device.
static int
motionevent(struct va_call *call)
{
    struct at_point at;
    const char *what = va_word(call, 1);
    if (!point(call, 2, &at))
        return bad_number(call, 2);
    if (!va_spend(call, "tap"))
        return 0;
    bool cancels = strcmp(what, "CANCEL") == 0 &&
                   va_device_api_level(call->device) >= CANCEL_API;
    if (strcmp(what, "DOWN") == 0 || strcmp(what, "UP") == 0 ||
        strcmp(what, "MOVE") == 0 || cancels) {
        va_device_motion(call->device, what, at);
        return 0;
    }
    return fail_usage(call, "unknown motion event");
}

static int
press(struct va_call *call)
{
    if (va_spend(call, "key"))
        va_device_key(call->device, 23, false);
    return 0;
}

static int
nothing(struct va_call *call)
{
    va_spend(call, "key");
    return 0;
}

static const struct va_verb verbs[] = {
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
va_cmd_input(struct va_call *call)
{
    struct va_call rest = *call;
    for (size_t i = 0; i < AT_LEN(sources); i++) {
        if (strcmp(va_word(&rest, 1), sources[i]) == 0) {
            rest = va_shifted(&rest, 1);
            break;
        }
    }
    if (strcmp(va_word(&rest, 1), "-d") == 0)
        rest = va_shifted(&rest, rest.argc > 2 ? 2 : 1);
    if (rest.argc > 1 && va_device_take_fault(call->device, "inject-denied")) {
        va_errf(call, denied, rest.argv[1]);
        return 255;
    }
    int status = va_run_verb(&rest, verbs);
    if (status >= 0)
        return status;
    if (rest.argc > 1)
        va_errf(call, "Error: Unknown command: %s\n", rest.argv[1]);
    va_errf(call, "%s", usage);
    return 255;
}
