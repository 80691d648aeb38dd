// power.c: whether the device is awake and unlocked
#include "device/android/parse/power.h"

#include "device/android/adb/shell.h"

// The exit status only tells whether grep found something.
static bool
ask(const struct at_op *op, struct at_device *device, const char *command,
    struct at_power *out, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, at_android_of(device), command, &result, err);
    *out = (struct at_power){.wakefulness = AT_WAKEFULNESS_UNKNOWN};
    if (ok)
        at_power_parse(at_buf_str(&result.out), out);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_power(const struct at_op *op, struct at_device *device,
                  struct at_power *out, struct at_err *err)
{
    return ask(op, device, AT_POWER_COMMAND, out, err);
}

bool
at_commands_wake(const struct at_op *op, struct at_device *device,
                 struct at_power *out, struct at_err *err)
{
    return ask(op, device,
               "{ input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; } "
               ">/dev/null 2>&1; " AT_POWER_COMMAND,
               out, err);
}
