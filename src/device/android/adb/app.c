// app.c: an app's lifecycle: launch, stop, process id, install, uninstall,
// clear

#include <string.h>

#include "device/android/parse/info.h"
#include "base/alloc.h"
#include "device/android/parse/packages.h"
#include "device/android/parse/version.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// Phones open the first, TVs and set-top boxes the second.
static const char *const categories[] = {
    "android.intent.category.LAUNCHER",
    "android.intent.category.LEANBACK_LAUNCHER",
};

static bool
fail_no_launcher(const struct at_op *op, struct at_android *android,
                 const char *package, struct at_err *err)
{
    return at_shell_check_installed(op, android, package, err) &&
           at_fail(err, AT_EDEVICE,
                   "package '%s' is installed but has no launcher activity "
                   "(neither LAUNCHER nor LEANBACK_LAUNCHER): open one of its "
                   "links, or an activity with `adb shell am start -n`",
                   package);
}

// Start the app as the launcher does. --pct-syskeys 0 is needed on devices
// without hardware keys; the exit status says little. *out_none: the app has no
// activity of the category, and nothing failed.
static bool
launch_by_monkey(const struct at_op *op, struct at_android *android,
                 const char *package, const char *category, bool *out_none,
                 struct at_err *err)
{
    const char *words[] = {"monkey", "-p", package, "--pct-syskeys", "0", "-c",
                           category, "1",  NULL};
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    *out_none = ok && at_shell_printed(&result, "No activities found");
    if (ok && !*out_none && !at_shell_printed(&result, "Events injected: 1")) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_shell_check_installed(op, android, package, err) &&
             at_fail(err, AT_EDEVICE, "cannot launch '%s': %s", package,
                     said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
started(const struct at_adb_result *result)
{
    if (at_shell_printed(result, "Error") ||
        at_shell_printed(result, "Exception"))
        return false;
    return at_shell_printed(result, "Status: ok") ||
           at_shell_printed(result, "Status: timeout") ||
           at_shell_printed(result, "Starting: Intent");
}

// How an app is launched: by its activity of a category, with values.
struct manner {
    const char *category;
    const struct at_extras *extras;
};

static void
add_extras(struct at_argv *words, const struct at_extras *extras)
{
    static const char *const options[] = {
        [AT_EXTRA_TEXT] = "--es",   [AT_EXTRA_BOOL] = "--ez",
        [AT_EXTRA_INT] = "--ei",    [AT_EXTRA_LONG] = "--el",
        [AT_EXTRA_DOUBLE] = "--ed",
    };
    for (size_t i = 0; i < extras->count; i++) {
        at_argv_add(words, options[extras->rows[i].type]);
        at_argv_add(words, extras->rows[i].name);
        at_argv_add(words, extras->rows[i].value);
    }
}

// Start the app as the launcher does: one that runs comes to the front
// unchanged.
static bool
launch_activity(const struct at_op *op, struct at_android *android,
                const char *component, const struct manner *manner,
                struct at_err *err)
{
    const char *start[] = {"am",
                           "start",
                           "-W",
                           "-a",
                           "android.intent.action.MAIN",
                           "-c",
                           manner->category,
                           "-f",
                           "0x10200000",
                           "-n",
                           component,
                           NULL};
    struct at_argv words = AT_ARGV_INIT;
    struct at_adb_result result;
    at_argv_add_all(&words, start);
    add_extras(&words, manner->extras);
    bool ok =
        at_shell_run_start(op, android, at_argv_words(&words), &result, err);
    at_argv_deinit(&words);
    if (ok && !started(&result)) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "cannot launch '%s': %s", component,
                     said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

// Find the first of several activities, in the manifest's order: the chooser
// would wait for a person. out is "" if the device does not list them.
static bool
choose_activity(const struct at_op *op, struct at_android *android,
                const char *package, const char *category, char out[512],
                struct at_err *err)
{
    const char *words[] = {"cmd",     "package", "query-activities",
                           "--brief", "-a",      "android.intent.action.MAIN",
                           "-c",      category,  "-p",
                           package,   NULL};
    struct at_adb_result result;
    size_t count;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    at_str_cut(
        out, 512,
        at_query_activities(at_buf_str(&result.out), at_str(package), &count));
    if (ok && out[0])
        at_device_note_fallback(&android->base,
                                "launch: the app has several launcher "
                                "activities; %s was opened, the first one",
                                out);
    at_adb_result_deinit(&result);
    return ok;
}

// Launch the app by its activity of the category. *out_none: it has none.
static bool
launch_category(const struct at_op *op, struct at_android *android,
                const char *package, const struct manner *manner,
                bool *out_none, struct at_err *err)
{
    const char *category = manner->category;
    const char *words[] = {"cmd",     "package", "resolve-activity",
                           "--brief", "-c",      category,
                           package,   NULL};
    struct at_adb_result result;
    struct at_str component;
    char name[512];
    bool ok = at_shell_run_words(op, android, words, &result, err);
    enum at_resolved resolved = at_resolve_activity(
        at_buf_str(&result.out), at_str(package), &component);
    at_str_cut(name, sizeof(name), component);
    at_adb_result_deinit(&result);
    *out_none = ok && resolved == AT_RESOLVED_NONE;
    if (!ok || *out_none)
        return ok;
    if (resolved == AT_RESOLVED_CHOOSER &&
        !choose_activity(op, android, package, category, name, err))
        return false;
    if (category != categories[0])
        at_device_note_fallback(&android->base,
                                "launch: the app has no LAUNCHER activity; %s "
                                "was opened, of LEANBACK_LAUNCHER",
                                name[0] ? name : "one");
    if (!name[0] && manner->extras->count > 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "this device does not name the app's activity, so the "
                       "arguments cannot be passed on");
    return name[0] ? launch_activity(op, android, name, manner, err)
                   : launch_by_monkey(op, android, package, category, out_none,
                                      err);
}

bool
at_commands_launch(const struct at_op *op, struct at_device *device,
                   const char *package, struct at_err *err)
{
    static const struct at_extras none = {NULL, 0};
    return at_commands_launch_with(op, device, package, &none, err);
}

bool
at_commands_launch_with(const struct at_op *op, struct at_device *device,
                        const char *package, const struct at_extras *extras,
                        struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    bool none = true;
    if (!at_package_check(package, err))
        return false;
    for (size_t i = 0; i < AT_LEN(categories) && none; i++) {
        const struct manner manner = {categories[i], extras};
        if (!launch_category(op, android, package, &manner, &none, err))
            return false;
    }
    return !none || fail_no_launcher(op, android, package, err);
}

bool
at_commands_stop(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err)
{
    const char *words[] = {"am", "force-stop", package, NULL};
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    bool ok =
        at_shell_run_words(op, at_android_of(device), words, &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception"))) {
        struct at_shell_text said = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "cannot stop '%s': %s", package,
                     said.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

// dumpsys prints some 10 KB, of which the device sends one line.
bool
at_commands_app_version(const struct at_op *op, struct at_device *device,
                        const char *package, char out[64], struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    out[0] = '\0';
    if (!at_package_check(package, err))
        return false;
    char *command =
        at_strfmt("dumpsys package %s | grep -m 1 versionName=", package);
    bool ok = at_shell_run(op, android, command, &result, err);
    free(command);
    at_str_cut(out, 64, at_package_version_name(at_buf_str(&result.out)));
    at_adb_result_deinit(&result);
    if (ok && !out[0])
        ok = at_shell_check_installed(op, android, package, err) &&
             at_fail(err, AT_EUNSUPPORTED,
                     "this device does not say the version of '%s'", package);
    return ok;
}

static void
remember_earlier(struct at_android *android, int64_t pid)
{
    if (android->earlier_count == AT_ANDROID_EARLIER_PIDS) {
        android->earlier_count--;
        memmove(android->earlier_pids, android->earlier_pids + 1,
                android->earlier_count * sizeof(pid));
    }
    android->earlier_pids[android->earlier_count++] = pid;
}

static void
remember(struct at_android *android, const char *package, int64_t pid)
{
    if (pid == 0)
        return;
    if (!at_str_is(at_str(package), android->last_package))
        android->earlier_count = 0;
    else if (android->last_pid > 0 && android->last_pid != pid)
        remember_earlier(android, android->last_pid);
    at_str_cut(android->last_package, sizeof(android->last_package),
               at_str(package));
    android->last_pid = pid;
}

static bool
pid_by_ps(const struct at_op *op, struct at_android *android,
          const char *package, int64_t *out_pid, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, android, "ps", &result, err);
    if (ok)
        *out_pid = at_ps_find(at_buf_str(&result.out), at_str(package));
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_pid(const struct at_op *op, struct at_device *device,
                const char *package, int64_t *out_pid, struct at_err *err)
{
    const char *words[] = {"pidof", package, NULL};
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    *out_pid = 0;
    if (!at_package_check(package, err))
        return false;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    // Devices before API 24 have no pidof.
    if (ok && at_shell_printed(&result, "not found"))
        ok = pid_by_ps(op, android, package, out_pid, err);
    else if (ok)
        *out_pid = at_pidof_parse(at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    remember(android, package, *out_pid);
    return ok;
}

static bool
count_frames(const struct at_op *op, struct at_android *android,
             const char *package, int64_t *out_frames, struct at_err *err)
{
    const char *words[] = {"dumpsys", "gfxinfo", package, NULL};
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok && !at_gfxinfo_parse(at_buf_str(&result.out), out_frames))
        ok = at_fail(err, AT_EUNSUPPORTED, "it does not report '%s''s frames",
                     package);
    at_adb_result_deinit(&result);
    return ok;
}

// An animation draws sixty frames a second, a ticker several.
bool
at_commands_draws(const struct at_op *op, struct at_device *device,
                  const char *package, bool *out_draws, struct at_err *err)
{
    enum { MOMENT_MS = 150 };
    struct at_android *android = at_android_of(device);
    int64_t before;
    int64_t after;
    if (!at_package_check(package, err) ||
        !count_frames(op, android, package, &before, err) ||
        !at_op_wait_until(op, at_now_ns() + MOMENT_MS * AT_NS_PER_MS, err) ||
        !count_frames(op, android, package, &after, err))
        return false;
    *out_draws = after != before;
    return true;
}

bool
at_commands_install(const struct at_op *op, struct at_device *device,
                    const char *apk_path, struct at_err *err)
{
    static const char *const options[] = {"-r", "-t", NULL};
    return at_adb_install(op, &at_android_of(device)->adb, apk_path, options,
                          err);
}

// The package manager's messages when it refuses, and their remedies.
static const struct {
    const char *words;
    const char *remedy;
} refusals[] = {
    {"DELETE_FAILED_DEVICE_POLICY_MANAGER",
     "it is a device administrator: switch that off in the device's security "
     "settings first"},
    {"DELETE_FAILED_OWNER_BLOCKED",
     "a profile or device owner forbids it: it is a managed device"},
    {"DELETE_FAILED_USER_RESTRICTED",
     "this user of the device may not uninstall apps"},
    {"DELETE_FAILED_APP_PINNED", "it is pinned to the screen: unpin it first"},
    {"DELETE_FAILED_USED_SHARED_LIBRARY",
     "other installed apps need it as a library: uninstall those first"},
    {"DELETE_FAILED_INTERNAL_ERROR",
     "this is so for apps that belong to the system"},
    {"CLEAR_APP_USER_DATA",
     "this device forbids it to the shell: on Xiaomi, Redmi and POCO switch on "
     "\"USB debugging (Security settings)\" in the developer options; on "
     "OPPO, realme and vivo \"Disable permission monitoring\""},
    {"Is the system running", "the device is still starting: wait for it"},
    {"Can't find service", "the device is still starting: wait for it"},
};

static bool
fail_pm(const struct at_adb_result *result, const char *command,
        const char *package, struct at_err *err)
{
    struct at_shell_text said = at_shell_text_of(result);
    const char *remedy = "";
    for (size_t i = 0; i < AT_LEN(refusals) && !remedy[0]; i++)
        if (at_shell_printed(result, refusals[i].words))
            remedy = refusals[i].remedy;
    return at_fail(err, AT_EDEVICE, "pm %s of '%s' failed: %s%s%s%s", command,
                   package, said.text, remedy[0] ? " (" : "", remedy,
                   remedy[0] ? ")" : "");
}

// `pm` commands that answer with "Success" or a reason.
static bool
run_pm(const struct at_op *op, struct at_android *android, const char *command,
       const char *package, struct at_err *err)
{
    const char *words[] = {"pm", command, package, NULL};
    struct at_adb_result result;
    if (!at_package_check(package, err))
        return false;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok && !at_shell_printed(&result, "Success"))
        ok = at_shell_check_installed(op, android, package, err) &&
             fail_pm(&result, command, package, err);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_uninstall(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err)
{
    return run_pm(op, at_android_of(device), "uninstall", package, err);
}

bool
at_commands_clear(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_err *err)
{
    return run_pm(op, at_android_of(device), "clear", package, err);
}
