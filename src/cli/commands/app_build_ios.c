// app build-ios: build an app for the simulator with xcodebuild
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "base/sha256.h"
#include "cli/call.h"
#include "session/defaults.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/json.h"

enum { BUILD_MS = 30 * 60 * 1000, HASH_SHOWN = 8 };

static const struct at_option options[] = {
    {.name = "--project",
     .value = "PATH",
     .help = "the .xcodeproj",
     .absent = "the session's"},
    {.name = "--workspace",
     .value = "PATH",
     .help = "the .xcworkspace; instead of --project",
     .absent = "the session's"},
    {.name = "--scheme",
     .value = "NAME",
     .help = "the scheme to build",
     .absent = "the session's"},
    {.name = "--configuration",
     .value = "NAME",
     .help = "of the scheme",
     .absent = "the session's, else Debug"},
    {.name = "--destination",
     .value = "SELECTOR",
     .help = "the simulator to build for",
     .absent = "the session's, else iphone-latest"},
    {.name = "--derived-data",
     .value = "PATH",
     .help = "where xcodebuild keeps what it makes",
     .absent = "the session's, else a folder of the cache"},
    {0},
};

enum setting {
    PROJECT,
    WORKSPACE,
    SCHEME,
    CONFIGURATION,
    DESTINATION,
    DERIVED_DATA,
    SETTINGS,
};

static const struct {
    const char *key;  // session/defaults.h
    const char *name; // in data
    bool is_path;     // kept as absolute, so that it means the same elsewhere
    bool must_exist;
    const char *absent;
} settings[SETTINGS] = {
    [PROJECT] = {"build.ios.project", "project", true, true, NULL},
    [WORKSPACE] = {"build.ios.workspace", "workspace", true, true, NULL},
    [SCHEME] = {"build.ios.scheme", "scheme", false, false, NULL},
    [CONFIGURATION] = {"build.ios.configuration", "configuration", false, false,
                       "Debug"},
    [DESTINATION] = {"build.ios.destination", "destination", false, false,
                     "iphone-latest"},
    [DERIVED_DATA] = {"build.ios.derived-data", "derived_data", true, false,
                      NULL},
};

struct build {
    char *given[SETTINGS];  // owned; NULL: not on the command line
    char *values[SETTINGS]; // owned; what holds
};

static void
build_deinit(struct build *build)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        free(build->given[i]);
        free(build->values[i]);
    }
}

static bool
read_setting(struct at_call *call, enum setting which, struct build *build,
             struct at_err *err)
{
    const char *word = at_given_option(call->given, options[which].name);
    if (!word)
        return true;
    if (settings[which].must_exist && !at_file_exists(word))
        return at_fail(err, AT_EUSAGE, "%s: no file or folder '%.200s'",
                       options[which].name, word);
    if (!settings[which].is_path)
        build->given[which] = at_strdup(word);
    else if (!settings[which].must_exist)
        build->given[which] = at_path_absolute(word);
    else
        build->given[which] = at_path_real(word, err);
    return build->given[which] != NULL;
}

static bool
read_given(struct at_call *call, struct build *build, struct at_err *err)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (!read_setting(call, (enum setting)i, build, err))
            return false;
    }
    return !build->given[PROJECT] || !build->given[WORKSPACE] ||
           at_fail(err, AT_EUSAGE, "--project or --workspace, not both");
}

// <CACHE>/derived-data/<hash of the project's path>: a build of yesterday is
// found again, and two projects do not meet. Owned by the caller.
static char *
managed_folder(const char *project, struct at_err *err)
{
    unsigned char hash[AT_SHA256_BYTES];
    char name[2 * HASH_SHOWN + 1];
    char *cache = at_run_cache_dir(err);
    if (!cache)
        return NULL;
    at_sha256(at_str(project), hash);
    for (size_t i = 0; i < HASH_SHOWN; i++)
        snprintf(name + 2 * i, 3, "%02x", hash[i]);
    char *path = at_strfmt("%s/derived-data/%s", cache, name);
    free(cache);
    return path;
}

static const char *
value_or_default(const struct at_call *call, const struct build *build,
                 enum setting which)
{
    if (build->given[which])
        return build->given[which];
    // One of both on the command line replaces the session's other one.
    if ((which == PROJECT && build->given[WORKSPACE]) ||
        (which == WORKSPACE && build->given[PROJECT]))
        return NULL;
    const char *kept = at_call_default(call, settings[which].key);
    return kept ? kept : settings[which].absent;
}

static bool
settle(struct at_call *call, struct build *build, struct at_err *err)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        const char *value = value_or_default(call, build, (enum setting)i);
        build->values[i] = value ? at_strdup(value) : NULL;
    }
    const char *project = build->values[PROJECT] ? build->values[PROJECT]
                                                 : build->values[WORKSPACE];
    if (!project)
        return at_fail(err, AT_EUSAGE,
                       "which project? add --project PATH.xcodeproj or "
                       "--workspace PATH.xcworkspace");
    if (!build->values[SCHEME])
        return at_fail(err, AT_EUSAGE,
                       "which scheme? add --scheme NAME (xcodebuild -list "
                       "shows them)");
    if (!build->values[DERIVED_DATA])
        build->values[DERIVED_DATA] = managed_folder(project, err);
    return build->values[DERIVED_DATA] != NULL;
}

static bool
keep_given(void *user, json_t *session, struct at_err *err)
{
    const struct build *build = user;
    if (build->given[PROJECT] &&
        !at_defaults_unset(session, settings[WORKSPACE].key, err))
        return false;
    if (build->given[WORKSPACE] &&
        !at_defaults_unset(session, settings[PROJECT].key, err))
        return false;
    for (size_t i = 0; i < SETTINGS; i++) {
        if (build->given[i] &&
            !at_defaults_set(session, settings[i].key, build->given[i], err))
            return false;
    }
    return true;
}

// Before the build: code that does not compile yet is built again with the
// same words. A session that cannot be kept does not stop a build.
static void
keep(struct at_call *call, struct build *build)
{
    struct at_err err = AT_ERR_INIT;
    bool any = false;
    for (size_t i = 0; i < SETTINGS; i++)
        any = any || build->given[i];
    if (any && !at_store_update(call->op, call->store, AT_STORE_SESSION,
                                keep_given, build, &err))
        at_run_warning(call->run, "the build's settings are not kept: %s",
                       err.msg);
}

static bool
run_build(struct at_call *call, char *const values[SETTINGS],
          struct at_err *err)
{
    const struct at_platform_call tools = at_call_tools(call);
    const struct at_build_opts opts = {
        .project = values[PROJECT],
        .workspace = values[WORKSPACE],
        .scheme = values[SCHEME],
        .configuration = values[CONFIGURATION],
        .destination = values[DESTINATION],
        .derived_data = values[DERIVED_DATA],
    };
    struct at_build_result result = {0};
    at_run_progress(call->run, "building %s (%s)", opts.scheme,
                    opts.configuration);
    bool ok = call->platform->build(&tools, &opts, &result, err);
    if (ok) {
        at_call_set_app(call, result.app_id, result.app_path);
        at_call_set_text(call, "app_path", result.app_path);
        at_call_set_text(call, "app_id", result.app_id);
        at_run_has_artifact(call->run, "app", result.app_path,
                            "application/octet-stream");
        at_call_next(call, "install it", "app", "install", "--app",
                     result.app_path, "--boot", NULL);
    }
    free(result.app_path);
    free(result.app_id);
    return ok;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct build build = {0};
    call->platform = at_host_platform(call->host, "ios");
    bool ok = read_given(call, &build, err) && settle(call, &build, err);
    if (ok) {
        keep(call, &build);
        for (size_t i = 0; i < SETTINGS; i++)
            at_call_set_text(call, settings[i].name, build.values[i]);
        ok = run_build(call, build.values, err);
    }
    build_deinit(&build);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str path = at_json_get_str(data, "app_path");
    if (path.len > 0)
        at_buf_add_fmt(out, "%.*s: %.*s\n",
                       AT_STR_ARG(at_json_get_str(data, "app_id")),
                       AT_STR_ARG(path));
}

static const struct at_example examples[] = {
    {"app build-ios --project ./Demo.xcodeproj --scheme Demo",
     "Debug, for the newest iPhone; the session keeps it"},
    {"app build-ios", "the same again"},
    {0},
};

const struct at_command at_command_app_build_ios = {
    .name = "app build-ios",
    .summary = "build an app for the iOS simulator with xcodebuild",
    .about = "What is given is kept in the session, so that the next build "
             "needs no words. Its\nlog is an artifact of the run.",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_TIMEOUT,
    .timeout_ms = BUILD_MS,
    .run = run,
    .print = print,
};
