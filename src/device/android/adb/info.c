// info.c: properties of the device, and whether its keyboard is shown
#include "device/android/parse/info.h"

#include "device/android/adb/shell.h"

bool
at_commands_info(const struct at_op *op, struct at_device *device,
                 struct at_device_info *out, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_str serial = at_str(device->serial);
    struct at_adb_result result;
    bool ok =
        at_shell_run(op, android, "getprop; wm size; wm density", &result, err);
    *out = (struct at_device_info){0};
    if (ok)
        at_info_parse(at_buf_str(&result.out), out);
    at_adb_result_deinit(&result);
    at_str_cut(out->serial, sizeof(out->serial), serial);
    out->emulator = out->emulator || at_str_starts(serial, AT_STR("emulator-"));
    if (ok && out->width_px > 0) {
        android->size_requested = true;
        android->width_px = out->width_px;
        android->height_px = out->height_px;
    }
    return ok;
}

bool
at_commands_keyboard_shown(const struct at_op *op, struct at_device *device,
                           bool *out_shown, struct at_err *err)
{
    struct at_adb_result result;
    bool ok =
        at_shell_run(op, at_android_of(device),
                     "dumpsys input_method | grep mInputShown", &result, err);
    if (ok && !at_input_method_parse(at_buf_str(&result.out), out_shown))
        ok = at_fail(err, AT_EUNSUPPORTED,
                     "this device's input method service does not say whether "
                     "the keyboard shows");
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_keyboard_stays_hidden(const struct at_op *op,
                                  struct at_device *device, bool *out_stays,
                                  struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, at_android_of(device),
                           "dumpsys input_method | grep mShowRequested; "
                           "settings get secure show_ime_with_hard_keyboard",
                           &result, err);
    *out_stays = ok && at_input_method_is_unasked(at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}
