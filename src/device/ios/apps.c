// apps.c: apps on a simulator: install, start, stop, find their process
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"

enum { NOT_RUNNING_STATUS = 3 };

// Check a bundle id, because it becomes part of a log predicate.
bool
at_ios_check_app_id(const char *app_id, struct at_err *err)
{
    struct at_str id = at_str(app_id);
    bool ok =
        id.len > 0 && id.len <= AT_CLASS_NAME_MAX_BYTES && id.ptr[0] != '-';
    for (size_t i = 0; ok && i < id.len; i++)
        ok = at_ascii_is_name(id.ptr[i]);
    return ok ||
           at_fail(err, AT_EUSAGE,
                   "'%.200s' is not a bundle id: letters, digits, '.', '-' "
                   "and '_', like 'com.example.app'",
                   app_id);
}

static bool
fail_not_installed(const char *app_id, struct at_err *err)
{
    return at_fail(err, AT_ENOAPP,
                   "app '%s' is not installed: `mobile-dev-agent app install "
                   "--app PATH.app` installs one, `xcrun simctl listapps` "
                   "shows what there is",
                   app_id);
}

bool
at_ios_launch(const struct at_op *op, struct at_device *device,
              const char *app_id, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"launch", device->serial, app_id, NULL};
    struct at_simctl_result result;
    struct at_err why = AT_ERR_INIT;
    int64_t pid = 0;
    if (!at_ios_check_app_id(app_id, err))
        return false;
    bool ok = at_simctl_run(&call, words, &result, &why);
    struct at_str out = at_buf_str(&result.proc.out);
    if (!ok && why.code == AT_ENOAPP)
        fail_not_installed(app_id, &why);
    else if (ok && !at_simctl_parse_pid(out, at_str(app_id), &pid))
        ok = at_fail(&why, AT_EPROTO,
                     "simctl launch of '%s' named no process: %.*s", app_id,
                     AT_STR_ARG(at_utf8_head(at_str_trim(out), 200)));
    at_simctl_result_deinit(&result);
    return ok || at_err_pass(err, &why);
}

// An app that is not running counts as stopped.
bool
at_ios_stop(const struct at_op *op, struct at_device *device,
            const char *app_id, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"terminate", device->serial, app_id, NULL};
    struct at_simctl_result result;
    struct at_err why = AT_ERR_INIT;
    if (!at_ios_check_app_id(app_id, err))
        return false;
    bool ok = at_simctl_run(&call, words, &result, &why);
    if (!ok && result.proc.exit_status == NOT_RUNNING_STATUS)
        ok = true;
    if (!ok && why.code == AT_ENOAPP)
        fail_not_installed(app_id, &why);
    at_simctl_result_deinit(&result);
    return ok || at_err_pass(err, &why);
}

bool
at_ios_pid(const struct at_op *op, struct at_device *device, const char *app_id,
           int64_t *out_pid, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"spawn", device->serial, "launchctl", "list",
                                 NULL};
    struct at_simctl_result result;
    *out_pid = 0;
    if (!at_ios_check_app_id(app_id, err))
        return false;
    bool ok = at_simctl_run(&call, words, &result, err);
    if (ok)
        *out_pid =
            at_launchctl_find_app(at_buf_str(&result.proc.out), at_str(app_id));
    at_simctl_result_deinit(&result);
    return ok;
}

bool
at_ios_container(const struct at_op *op, struct at_device *device,
                 const char *app_id, char **out_path, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"get_app_container", device->serial, app_id,
                                 "app", NULL};
    struct at_simctl_result result;
    struct at_err why = AT_ERR_INIT;
    *out_path = NULL;
    if (!at_ios_check_app_id(app_id, err))
        return false;
    bool ok = at_simctl_run(&call, words, &result, &why);
    struct at_str path = at_str_trim(at_buf_str(&result.proc.out));
    // NSPOSIXErrorDomain 2: no such file or directory
    if (!ok && (why.code == AT_ENOAPP || result.error.code == 2))
        fail_not_installed(app_id, &why);
    else if (ok)
        *out_path = at_strndup(path.ptr ? path.ptr : "", path.len);
    at_simctl_result_deinit(&result);
    return ok || at_err_pass(err, &why);
}

bool
at_ios_install(const struct at_op *op, struct at_device *device,
               const char *path, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"install", device->serial, path, NULL};
    char *app_id = NULL;
    if (!at_ios_app_id(path, &app_id,
                       err)) // its error describes the problem with path
        return false;
    free(app_id);
    return at_simctl_do(&call, words, err);
}

// An app that is not installed counts as removed.
bool
at_ios_uninstall(const struct at_op *op, struct at_device *device,
                 const char *app_id, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    const char *const words[] = {"uninstall", device->serial, app_id, NULL};
    return at_ios_check_app_id(app_id, err) && at_simctl_do(&call, words, err);
}
