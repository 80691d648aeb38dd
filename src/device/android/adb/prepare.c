// prepare.c: the device before a test: keyguard, permissions, links, locale,
// rotation
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/adb/shell.h"
#include "device/android/parse/activity.h"
#include "device/android/parse/packages.h"

// Run a command whose failures matter only if it cannot be sent.
static bool
run(const struct at_op *op, struct at_android *android,
    const char *const *words, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_unlock(const struct at_op *op, struct at_device *device,
                   struct at_err *err)
{
    static const char *const wake[] = {"input", "keyevent", "KEYCODE_WAKEUP",
                                       NULL};
    static const char *const dismiss[] = {"wm", "dismiss-keyguard", NULL};
    struct at_android *android = at_android_of(device);
    return run(op, android, wake, err) && run(op, android, dismiss, err);
}

bool
at_commands_resumed(const struct at_op *op, struct at_device *device,
                    char out[256], struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, at_android_of(device),
                           "dumpsys activity activities | grep ResumedActivity",
                           &result, err);
    at_str_cut(out, 256, at_resumed_package(at_buf_str(&result.out)));
    at_adb_result_deinit(&result);
    return ok;
}

// The package manager's reasons for refusing to change a permission.
static const struct {
    const char *words;
    const char *reason;
} refusals[] = {
    {"has not requested permission",
     "the app does not ask for it; its manifest lists what it asks for"},
    {"is not a changeable permission type",
     "the user cannot grant or revoke it: installing the app does"},
    {"is managed by role", "a role of the device decides about it"},
    {"Unknown permission", "this device does not know it"},
};

static bool
fail_permit(const struct at_adb_result *result, const char *permission,
            const char *verb, struct at_err *err)
{
    struct at_shell_text said = at_shell_text_of(result);
    for (size_t i = 0; i < AT_LEN(refusals); i++)
        if (at_shell_printed(result, refusals[i].words))
            return at_fail(err, AT_EUSAGE, "cannot %s '%s': %s", verb,
                           permission, refusals[i].reason);
    return at_fail(err, AT_EDEVICE, "cannot %s '%s': %s", verb, permission,
                   said.text);
}

bool
at_commands_permit(const struct at_op *op, struct at_device *device,
                   const char *package, const char *permission, bool granted,
                   struct at_err *err)
{
    const char *verb = granted ? "grant" : "revoke";
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    char *full =
        at_strfmt("%s%s", strchr(permission, '.') ? "" : "android.permission.",
                  permission);
    const char *words[] = {"pm", verb, package, full, NULL};
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception")))
        ok = at_shell_check_installed(op, android, package, err) &&
             fail_permit(&result, full, verb, err);
    at_adb_result_deinit(&result);
    free(full);
    return ok;
}

bool
at_commands_open_link(const struct at_op *op, struct at_device *device,
                      const char *package, const char *link, struct at_err *err)
{
    const char *words[] = {
        "am", "start", "-W",    "-a", "android.intent.action.VIEW",
        "-d", link,    package, NULL};
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    bool ok = at_shell_run_start(op, android, words, &result, err);
    if (ok && at_shell_printed(&result, "unable to resolve"))
        ok = at_shell_check_installed(op, android, package, err) &&
             at_fail(err, AT_EUSAGE,
                     "'%s' has no activity for the link '%s'; its manifest "
                     "lists the links that it opens",
                     package, link);
    else if (ok && at_shell_printed(&result, "Error")) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "cannot open '%s' in '%s': %s", link,
                     package, said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
get_locale(const struct at_op *op, struct at_android *android,
           const char *package, char out[64], struct at_err *err)
{
    const char *words[] = {"cmd", "locale", "get-app-locales", package, NULL};
    struct at_adb_result result;
    struct at_str locale = {0};
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok && !at_app_locale(at_buf_str(&result.out), &locale))
        ok = at_shell_check_installed(op, android, package, err) &&
             at_fail(err, AT_EUNSUPPORTED,
                     "this device has no locale for each app (Android 13 has): "
                     "set the device's own, and leave 'locale' out");
    at_str_cut(out, 64, locale);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_set_locale(const struct at_op *op, struct at_device *device,
                       const char *package, const char *locale,
                       char out_before[64], struct at_err *err)
{
    const char *words[] = {
        "cmd", "locale", "set-app-locales", package, "--locales", locale, NULL};
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    if (!at_package_check(package, err) ||
        !get_locale(op, android, package, out_before, err))
        return false;
    if (strcmp(out_before, locale) == 0)
        return true;
    // Without a value the app uses the device's locale.
    if (!locale[0])
        words[4] = NULL;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception"))) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "cannot set the locale '%s': %s", locale,
                     said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
get_setting(const struct at_op *op, struct at_android *android,
            const char *name, int *out, struct at_err *err)
{
    const char *words[] = {"settings", "get", "system", name, NULL};
    struct at_adb_result result;
    int64_t value = 0;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    // A setting that was never set is "null".
    (void)!at_str_to_i64(at_str_trim(at_buf_str(&result.out)), 0, 3, &value);
    *out = (int)value;
    at_adb_result_deinit(&result);
    return ok;
}

static bool
put_setting(const struct at_op *op, struct at_android *android,
            const char *name, int value, struct at_err *err)
{
    char number[16];
    const char *words[] = {"settings", "put", "system", name, number, NULL};
    struct at_adb_result result;
    snprintf(number, sizeof(number), "%d", value);
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception"))) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "cannot turn the screen: %s", said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_rotate(const struct at_op *op, struct at_device *device,
                   const struct at_rotation *rotation,
                   struct at_rotation *out_before, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    int automatic = 0;
    if (!get_setting(op, android, "accelerometer_rotation", &automatic, err) ||
        !get_setting(op, android, "user_rotation", &out_before->quarter, err))
        return false;
    out_before->automatic = automatic != 0;
    return put_setting(op, android, "accelerometer_rotation",
                       rotation->automatic, err) &&
           put_setting(op, android, "user_rotation", rotation->quarter, err);
}
