// prefs.c: a SharedPreferences file of a debuggable app
#include <stdio.h>

#include "device/android/parse/packages.h"
#include "device/android/parse/run_as.h"
#include "device/android/adb/shell.h"

static bool
fail_no_file(const struct at_op *op, struct at_android *android,
             const char *package, const char *path, struct at_err *err)
{
    char names[512];
    at_shell_run_as_list(op, android, package, "shared_prefs", names,
                         sizeof(names));
    if (!names[0])
        return at_fail(err, AT_EDEVICE,
                       "no %s: '%s' has not written any SharedPreferences yet",
                       path, package);
    return at_fail(err, AT_EDEVICE, "no %s; '%s' has: %s", path, package,
                   names);
}

static bool
judge(const struct at_op *op, struct at_android *android, const char *package,
      const char *path, const struct at_adb_result *result, struct at_err *err)
{
    struct at_str said = at_buf_str(&result->err);
    // An old shell mixes both outputs; the file's own text begins with '<'.
    if (result->exit_status < 0 &&
        !at_str_starts(at_buf_str(&result->out), AT_STR("<")))
        said = at_buf_str(&result->out);
    if (at_shell_run_as_failed(op, android, package, said, err))
        return false;
    if (at_run_as_judge(said) == AT_RUN_AS_NO_FILE)
        return fail_no_file(op, android, package, path, err);
    if (result->exit_status <= 0)
        return true;
    struct at_shell_text words = at_shell_text_of(result);
    return at_fail(err, AT_EDEVICE, "cannot read %s of '%s': %s", path, package,
                   words.text);
}

bool
at_commands_prefs(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_str file, struct at_buf *out,
                  struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    bool has_ending = at_str_ends(file, AT_STR(".xml"));
    struct at_adb_result result;
    char path[256];
    if (!at_package_check(package, err))
        return false;
    if (!file.ptr)
        return at_shell_run_as_names(op, android, package, "shared_prefs", out,
                                     err);
    if (!at_file_name_check(file, "SharedPreferences file", err))
        return false;
    snprintf(path, sizeof(path), "shared_prefs/%.*s%s", AT_STR_ARG(file),
             has_ending ? "" : ".xml");
    const char *words[] = {"run-as", package, "cat", path, NULL};
    bool ok = at_shell_run_words(op, android, words, &result, err) &&
              judge(op, android, package, path, &result, err);
    if (ok && !at_buf_add_str(out, at_buf_str(&result.out)))
        ok = at_fail(err, AT_ELIMIT, "%s has %zu bytes, more than fit", path,
                     result.out.len);
    at_adb_result_deinit(&result);
    return ok;
}
