#include "device/ios/simctl.h"

#include <errno.h>
#include <signal.h>
#include <sys/utsname.h>

#include "base/argv.h"
#include "base/limits.h"

enum { XCRUN_NO_UTILITY = 72 };

void
at_simctl_result_deinit(struct at_simctl_result *result)
{
    at_proc_result_deinit(&result->proc);
}

static bool
is_mac(void)
{
    struct utsname name;
    return uname(&name) >= 0 && at_str_is(at_str(name.sysname), "Darwin");
}

const char *
at_xcode_remedy(void)
{
    return is_mac() ? "install Xcode from the App Store, then run `sudo "
                      "xcode-select -s /Applications/Xcode.app` and `sudo "
                      "xcodebuild -runFirstLaunch`"
                    : "iOS simulators need a Mac with Xcode: run this there";
}

bool
at_xcode_fail(const char *program, struct at_err *err)
{
    if (err && err->code == AT_EIO && err->sys == ENOENT)
        at_fail(err, AT_ENOTOOL, "'%s' is not in PATH: %s", program,
                at_xcode_remedy());
    return false;
}

// A remedy for a simctl error; domain "" and code 0 match everything.
struct hint_row {
    const char *domain; // suffix
    int64_t code;
    const char *hint;
};

static const struct hint_row hints[] = {
    {"NSPOSIXErrorDomain", 60,
     "the simulator was too busy, as it is right after booting: try again"},
    {"NSPOSIXErrorDomain", 2, "is the path right, and is it for simulators?"},
};

static void
add_hint(const struct at_simctl_error *error, struct at_err *err)
{
    struct at_str state;
    if (at_simctl_error_state(error, &state)) {
        at_err_add(err,
                   at_str_is(state, "Shutdown")
                       ? "boot it: `mobile-dev-agent device boot --platform "
                         "ios`"
                       : "wait until it has settled, or shut it down with "
                         "`mobile-dev-agent device shutdown`");
        return;
    }
    for (size_t i = 0; i < AT_LEN(hints); i++) {
        if (hints[i].code == error->code &&
            at_str_ends(at_str(error->domain), at_str(hints[i].domain))) {
            at_err_add(err, "%s", hints[i].hint);
            return;
        }
    }
}

static enum at_code
code_of(const struct at_simctl_error *error)
{
    struct at_str state;
    if (at_simctl_error_no_app(error))
        return AT_ENOAPP;
    if (at_simctl_error_state(error, &state) ||
        at_str_starts(at_str(error->text), AT_STR("Invalid device")) ||
        at_str_starts(at_str(error->text), AT_STR("No devices are booted")))
        return AT_ENODEV;
    return AT_EDEVICE;
}

static bool
fail_command(const char *action, struct at_simctl_result *result,
             struct at_err *err)
{
    struct at_simctl_error *error = &result->error;
    int status = result->proc.exit_status;
    struct at_str words = at_buf_str(&result->proc.err);
    if (at_str_trim(words).len == 0)
        words =
            at_utf8_head(at_buf_str(&result->proc.out), sizeof(error->text));
    at_simctl_parse_error(words, error);
    if (status == XCRUN_NO_UTILITY)
        return at_fail(err, AT_ENOTOOL, "xcrun has no simctl (%s): %s",
                       error->text, at_xcode_remedy());
    at_fail(err, code_of(error), "simctl %s failed with status %d: %s", action,
            status, error->text[0] ? error->text : "it said nothing");
    add_hint(error, err);
    return false;
}

// Return true if it ended properly after our signal.
static bool
ended_when_interrupted(const struct at_proc_opts *opts,
                       struct at_simctl_result *result, struct at_err *why)
{
    int status = result->proc.exit_status;
    result->interrupted =
        opts->grace_signal > 0 && status >= 0 &&
        (why->code == AT_ECANCELED || why->code == AT_ETIMEOUT);
    if (result->interrupted && status == 128 + SIGKILL)
        at_err_add(why, "simctl %s ignored SIGINT and was killed",
                   opts->action);
    return result->interrupted && status != 128 + SIGKILL;
}

// Run words; opts has the remaining options.
static bool
run(const struct at_platform_call *call, const char *const *words,
    struct at_proc_opts opts, struct at_simctl_result *result,
    struct at_err *err)
{
    struct at_argv argv = AT_ARGV_INIT;
    struct at_err why = AT_ERR_INIT;
    *result = (struct at_simctl_result){0};
    at_proc_result_init(&result->proc, AT_SIMCTL_OUTPUT_MAX_BYTES);
    at_argv_add(&argv, "xcrun");
    at_argv_add(&argv, "simctl");
    at_argv_add_all(&argv, words);
    opts.argv = at_argv_words(&argv);
    opts.tool = "simctl";
    opts.action = words[0];
    opts.listener = call->listener;
    bool ok = at_proc_run(call->op, &opts, &result->proc, &why) ||
              ended_when_interrupted(&opts, result, &why);
    if (!ok)
        at_xcode_fail("xcrun", &why);
    else if (result->proc.exit_status != 0)
        ok = fail_command(words[0], result, &why);
    at_argv_deinit(&argv);
    return ok || at_err_pass(err, &why);
}

bool
at_simctl_run(const struct at_platform_call *call, const char *const *words,
              struct at_simctl_result *result, struct at_err *err)
{
    return run(call, words, (struct at_proc_opts){0}, result, err);
}

bool
at_simctl_run_lines(const struct at_platform_call *call,
                    const char *const *words, struct at_simctl_result *result,
                    struct at_err *err)
{
    const struct at_proc_opts opts = {.listener_only = true};
    return run(call, words, opts, result, err);
}

bool
at_simctl_run_until_interrupted(const struct at_platform_call *call,
                                const char *const *words,
                                const struct at_simctl_end *end,
                                struct at_simctl_result *result,
                                struct at_err *err)
{
    const struct at_proc_opts opts = {
        .grace_ms = end->grace_ms,
        .grace_signal = SIGINT,
        .kill_now = end->kill_now,
    };
    return run(call, words, opts, result, err);
}

bool
at_simctl_do(const struct at_platform_call *call, const char *const *words,
             struct at_err *err)
{
    struct at_simctl_result result;
    bool ok = at_simctl_run(call, words, &result, err);
    at_simctl_result_deinit(&result);
    return ok;
}

bool
at_simctl_list(const struct at_platform_call *call, struct at_sim_list *out,
               struct at_err *err)
{
    static const char *const words[] = {"list", "devices", "-j", NULL};
    struct at_simctl_result result;
    bool ok = at_simctl_run(call, words, &result, err);
    *out = (struct at_sim_list){0};
    ok = ok && at_simctl_parse_list(at_buf_str(&result.proc.out), out, err);
    at_simctl_result_deinit(&result);
    return ok;
}
