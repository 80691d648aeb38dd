// install.c: see install.h
#include "device/android/helper/install.h"

#include "base/limits.h"
#include "device/android/parse/version.h"

// Since API 26 `pm` supports --show-versioncode and prints one line, or nothing
// if the package is missing; older versions complain. dumpsys prints some 10
// KB.
#define LIST_VERSION "pm list packages --show-versioncode " AT_HELPER_PACKAGE
#define DUMP_VERSION "dumpsys package " AT_HELPER_PACKAGE

// *out_silent: the command succeeded and printed nothing.
static bool
read_version(const struct at_op *op, struct at_adb_device *device,
             const char *command, int64_t *out_version, bool *out_silent,
             struct at_err *err)
{
    struct at_adb_result result;
    bool ok;
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    ok = at_adb_shell(op, device, command, &result, err);
    if (ok)
        *out_version = at_package_version(at_buf_str(&result.out),
                                          AT_STR(AT_HELPER_PACKAGE));
    *out_silent = result.exit_status <= 0 && result.err.len == 0 &&
                  at_str_trim(at_buf_str(&result.out)).len == 0;
    at_adb_result_deinit(&result);
    return ok;
}

static bool
uninstall(const struct at_op *op, struct at_adb_device *device,
          struct at_err *err)
{
    struct at_adb_result result;
    bool ok;
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    ok = at_adb_shell(op, device, "pm uninstall " AT_HELPER_PACKAGE, &result,
                      err);
    at_adb_result_deinit(&result);
    return ok;
}

// Return true if another installed version may be the cause.
static bool
is_in_the_way(const struct at_err *why)
{
    static const char *const codes[] = {
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
        "INSTALL_FAILED_VERSION_DOWNGRADE",
        "INSTALL_PARSE_FAILED_INCONSISTENT_CERTIFICATES",
        "INSTALL_FAILED_ALREADY_EXISTS",
    };
    for (size_t i = 0; i < AT_LEN(codes); i++) {
        if (at_str_has(at_str(why->msg), at_str(codes[i])))
            return true;
    }
    return false;
}

bool
at_helper_install(const struct at_op *op, struct at_adb_device *device,
                  const struct at_helper_apk *apk, struct at_err *err)
{
    static const char *const options[] = {"-r", "-t", NULL};
    struct at_err why = AT_ERR_INIT;
    if (at_adb_install(op, device, apk->path, options, &why))
        return true;
    if (is_in_the_way(&why))
        return uninstall(op, device, err) &&
               at_adb_install(op, device, apk->path, options, err);
    return at_err_pass(err, &why);
}

// *out_version is -1 if it is not installed.
static bool
find_version(const struct at_op *op, struct at_adb_device *device,
             int64_t *out_version, struct at_err *err)
{
    bool silent;
    *out_version = -1;
    return read_version(op, device, LIST_VERSION, out_version, &silent, err) &&
           (*out_version >= 0 || silent ||
            read_version(op, device, DUMP_VERSION, out_version, &silent, err));
}

bool
at_helper_install_if_stale(const struct at_op *op, struct at_adb_device *device,
                           const struct at_helper_apk *apk, bool *out_installed,
                           struct at_err *err)
{
    int64_t version;
    *out_installed = false;
    if (!find_version(op, device, &version, err))
        return false;
    if (version == apk->version_code)
        return true;
    *out_installed = at_helper_install(op, device, apk, err);
    return *out_installed;
}

bool
at_helper_check_installed(const struct at_op *op, struct at_adb_device *device,
                          const struct at_helper_apk *apk, bool *out_other,
                          struct at_err *err)
{
    int64_t version;
    *out_other = false;
    if (!find_version(op, device, &version, err))
        return false;
    if (version == apk->version_code)
        return true;
    *out_other = version >= 0;
    if (version < 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "it is not installed; AGENTEST_HELPER=apk installs it");
    return at_fail(err, AT_EUNSUPPORTED,
                   "version %lld is installed, this program needs %lld; "
                   "AGENTEST_HELPER=apk updates it",
                   (long long)version, (long long)apk->version_code);
}
