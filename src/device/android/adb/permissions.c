// permissions.c: what an app asks for, and changing several at once; killing
// it, links for any app
#include <string.h>

#include "base/limits.h"
#include "device/android/adb/shell.h"
#include "device/android/parse/packages.h"

bool
at_commands_permissions(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_argv *out,
                        struct at_err *err)
{
    const char *words[] = {"dumpsys", "package", package, NULL};
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    bool ok = at_shell_run_words(op, android, words, &result, err) &&
              at_shell_check_installed(op, android, package, err);
    if (ok)
        at_requested_permissions(at_buf_str(&result.out), at_str(package), out);
    at_adb_result_deinit(&result);
    return ok;
}

enum { SCRIPT_MAX_BYTES = 64 * AT_KIB, BATCH = 100 };

// A line per permission: "!" follows one that was refused.
static bool
add_change(const struct at_op *op, struct at_android *android,
           const char *package, const struct at_permission *row,
           struct at_buf *script, struct at_err *err)
{
    const char *change[] = {"pm", row->granted ? "grant" : "revoke", package,
                            row->name, NULL};
    const char *storage[] = {"appops",
                             "set",
                             package,
                             "MANAGE_EXTERNAL_STORAGE",
                             row->granted ? "allow" : "default",
                             NULL};
    bool by_appops =
        strcmp(row->name, "android.permission.MANAGE_EXTERNAL_STORAGE") == 0;
    return at_shell_quote(op, android, script, by_appops ? storage : change,
                          err) &&
           (at_buf_add_text(script, " >/dev/null 2>&1 || echo refused\n") ||
            at_fail(err, AT_ELIMIT, "too many permissions"));
}

static size_t
count_lines(struct at_str text)
{
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&text, &line))
        count += at_str_is(at_str_trim(line), "refused");
    return count;
}

bool
at_commands_permit_all(const struct at_op *op, struct at_device *device,
                       const char *package,
                       const struct at_permissions *changes,
                       size_t *out_refused, struct at_err *err)
{
    const size_t count = changes->count;
    struct at_android *android = at_android_of(device);
    bool ok = at_package_check(package, err);
    *out_refused = 0;
    for (size_t i = 0; ok && i < count; i += BATCH) {
        struct at_buf script = AT_BUF_INIT(SCRIPT_MAX_BYTES);
        struct at_adb_result result;
        for (size_t k = i; ok && k < count && k < i + BATCH; k++)
            ok = add_change(op, android, package, &changes->rows[k], &script,
                            err);
        if (ok) {
            ok = at_shell_run(op, android, at_buf_text(&script), &result, err);
            *out_refused += count_lines(at_buf_str(&result.out));
            at_adb_result_deinit(&result);
        }
        at_buf_deinit(&script);
    }
    return ok;
}

bool
at_commands_kill(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err)
{
    const char *words[] = {"am", "kill", package, NULL};
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok && result.exit_status > 0) {
        struct at_shell_text said = at_shell_text_of(&result);
        ok = at_shell_check_installed(op, android, package, err) &&
             at_fail(err, AT_EDEVICE, "cannot kill '%s': %s", package,
                     said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_view_link(const struct at_op *op, struct at_device *device,
                      const char *link, struct at_err *err)
{
    const char *words[] = {
        "am", "start", "-W", "-a", "android.intent.action.VIEW",
        "-d", link,    NULL};
    struct at_adb_result result;
    bool ok =
        at_shell_run_start(op, at_android_of(device), words, &result, err);
    if (ok && at_shell_printed(&result, "unable to resolve"))
        ok = at_fail(err, AT_EUSAGE, "no app on the device opens the link '%s'",
                     link);
    else if (ok && at_shell_printed(&result, "Error")) {
        struct at_shell_text said = at_shell_text_of(&result);
        ok = at_fail(err, AT_EDEVICE, "cannot open '%s': %s", link, said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}
