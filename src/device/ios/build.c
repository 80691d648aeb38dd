// build.c: build an app for a simulator by xcodebuild, and find it
#include <stdio.h>
#include <string.h>

#include "base/argv.h"
#include "base/limits.h"
#include "device/ios/parse_xcodebuild.h"
#include "device/ios/select_sim.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "device/ios/tool_lines.h"

enum { ERRORS_MAX = 5, GRACE_MS = 5000 };

static bool
is_set(const char *value)
{
    return value && value[0];
}

static bool
check_opts(const struct at_build_opts *opts, struct at_err *err)
{
    if (!is_set(opts->scheme))
        return at_fail(err, AT_EUSAGE,
                       "a build needs --scheme; `xcodebuild -list` shows them");
    if (is_set(opts->project) && is_set(opts->workspace))
        return at_fail(err, AT_EUSAGE,
                       "--project and --workspace exclude each other: give the "
                       "workspace if there is one");
    return true;
}

static void
add_option(struct at_argv *argv, const char *option, const char *value)
{
    if (!is_set(value))
        return;
    at_argv_add(argv, option);
    at_argv_add(argv, value);
}

// Convert a selector to a UDID; a text with '=' is already in xcodebuild's
// syntax.
static bool
add_destination(const struct at_platform_call *call, const char *selector,
                struct at_argv *argv, struct at_err *err)
{
    struct at_sim sim;
    if (is_set(selector) && strchr(selector, '=')) {
        add_option(argv, "-destination", selector);
        return true;
    }
    if (!at_ios_pick(call, selector, AT_SIM_IPHONE_LATEST, &sim, err))
        return false;
    if (!sim.available)
        return at_ios_check_usable(&sim, err);
    at_argv_add(argv, "-destination");
    at_argv_add_fmt(argv, "platform=iOS Simulator,id=%s", sim.udid);
    return true;
}

// Add the words common to the build and the query of its settings.
static bool
add_common(const struct at_platform_call *call,
           const struct at_build_opts *opts, struct at_argv *argv,
           struct at_err *err)
{
    at_argv_add(argv, "xcodebuild");
    add_option(argv, "-workspace", opts->workspace);
    add_option(argv, "-project", opts->project);
    add_option(argv, "-scheme", opts->scheme);
    add_option(argv, "-configuration", opts->configuration);
    if (!add_destination(call, opts->destination, argv, err))
        return false;
    add_option(argv, "-derivedDataPath", opts->derived_data);
    return true;
}

struct errors {
    struct at_buf text;
    size_t count;
};

static void
take_line(void *user, bool is_err, struct at_str line)
{
    struct errors *errors = user;
    (void)is_err; // compilers write to both
    if (!at_xcodebuild_is_error(line) || errors->count++ >= ERRORS_MAX)
        return;
    if (errors->text.len > 0)
        at_buf_add_text(&errors->text, "; ");
    at_buf_add_str(&errors->text, at_utf8_head(at_str_trim(line), 300));
}

static bool
fail_build(const struct errors *errors, int status, struct at_err *err)
{
    if (errors->count == 0)
        return at_fail(err, AT_EBUILD,
                       "the build failed with status %d: its log says why",
                       status);
    return at_fail(err, AT_EBUILD,
                   "the build failed with status %d and %zu errors: %s", status,
                   errors->count, at_buf_text(&errors->text));
}

// A build prints megabytes, so only the listener stores them.
static bool
run_build(const struct at_platform_call *call, const struct at_argv *common,
          struct at_err *err)
{
    struct errors errors = {.text = AT_BUF_INIT(AT_ERR_MSG_MAX)};
    struct at_tool_lines lines = {
        .next = call->listener, .line = take_line, .user = &errors};
    struct at_argv argv = AT_ARGV_INIT;
    struct at_proc_result result;
    at_argv_add_all(&argv, at_argv_words(common));
    at_argv_add(&argv, "build");
    const struct at_proc_opts opts = {
        .argv = at_argv_words(&argv),
        .tool = "xcodebuild",
        .action = "build",
        .listener = at_tool_lines_listen(&lines),
        .listener_only = true,
        .grace_ms = GRACE_MS,
    };
    at_proc_result_init(&result, AT_TOOL_LINE_MAX_BYTES);
    bool ok = at_proc_run(call->op, &opts, &result, err) ||
              at_xcode_fail("xcodebuild", err);
    if (ok && result.exit_status != 0)
        ok = fail_build(&errors, result.exit_status, err);
    at_proc_result_deinit(&result);
    at_argv_deinit(&argv);
    at_tool_lines_deinit(&lines);
    at_buf_deinit(&errors.text);
    return ok;
}

static bool
query_settings(const struct at_platform_call *call,
               const struct at_argv *common, struct at_build_result *out,
               struct at_err *err)
{
    struct at_argv argv = AT_ARGV_INIT;
    struct at_proc_result result;
    at_argv_add_all(&argv, at_argv_words(common));
    at_argv_add(&argv, "-showBuildSettings");
    at_argv_add(&argv, "-json");
    const struct at_proc_opts opts = {
        .argv = at_argv_words(&argv),
        .tool = "xcodebuild",
        .action = "settings",
        .listener = call->listener,
        .grace_ms = GRACE_MS,
    };
    at_proc_result_init(&result, AT_SIMCTL_OUTPUT_MAX_BYTES);
    bool ok = at_proc_run(call->op, &opts, &result, err) ||
              at_xcode_fail("xcodebuild", err);
    if (ok && result.exit_status != 0)
        ok = at_fail(err, AT_EBUILD,
                     "the build went well, but xcodebuild -showBuildSettings "
                     "ended with status %d: %.*s",
                     result.exit_status,
                     AT_STR_ARG(at_utf8_head(
                         at_str_trim(at_buf_str(&result.err)), 400)));
    ok = ok && at_xcodebuild_parse_settings(at_buf_str(&result.out), out, err);
    at_proc_result_deinit(&result);
    at_argv_deinit(&argv);
    return ok;
}

bool
at_ios_build(const struct at_platform_call *call,
             const struct at_build_opts *opts, struct at_build_result *out,
             struct at_err *err)
{
    struct at_argv common = AT_ARGV_INIT;
    *out = (struct at_build_result){0};
    bool ok = check_opts(opts, err) && add_common(call, opts, &common, err) &&
              run_build(call, &common, err) &&
              query_settings(call, &common, out, err);
    at_argv_deinit(&common);
    return ok;
}
