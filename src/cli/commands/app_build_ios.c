// app build-ios: build an app for the simulator with xcodebuild
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/sha256.h"
#include "cli/invocation.h"
#include "session/defaults.h"
#include "session/gc_folders.h"
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
     .help = "the folder for xcodebuild's products",
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
    bool is_path;     // kept as absolute: it is used in other folders
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
    char *args[SETTINGS];   // owned; NULL: not on the command line
    char *values[SETTINGS]; // owned; what holds
    bool is_managed;        // the products' folder is of our cache
};

static void
build_deinit(struct build *build)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        free(build->args[i]);
        free(build->values[i]);
    }
}

static bool
read_setting(struct at_invocation *invocation, enum setting which,
             struct build *build, struct at_err *err)
{
    const char *word =
        at_arguments_option(invocation->args, options[which].name);
    if (!word)
        return true;
    if (settings[which].must_exist && !at_file_exists(word))
        return at_fail(err, AT_EUSAGE, "%s: no file or folder '%.200s'",
                       options[which].name, word);
    if (!settings[which].is_path)
        build->args[which] = at_strdup(word);
    else if (!settings[which].must_exist)
        build->args[which] = at_path_absolute(word);
    else
        build->args[which] = at_path_real(word, err);
    return build->args[which] != NULL;
}

static bool
read_given(struct at_invocation *invocation, struct build *build,
           struct at_err *err)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (!read_setting(invocation, (enum setting)i, build, err))
            return false;
    }
    return !build->args[PROJECT] || !build->args[WORKSPACE] ||
           at_fail(err, AT_EUSAGE, "--project or --workspace, not both");
}

// Return <CACHE>/derived-data/<hash of the project's path>: later builds reuse
// it, and two projects do not share it. Owned by the caller.
static char *
managed_folder(const char *project, struct at_err *err)
{
    unsigned char hash[AT_SHA256_BYTES];
    char name[2 * HASH_SHOWN + 1];
    char *cache = at_command_run_cache_dir(err);
    if (!cache)
        return NULL;
    at_sha256(at_str(project), hash);
    at_hex_write(hash, HASH_SHOWN, name);
    char *path = at_strfmt("%s/derived-data/%s", cache, name);
    free(cache);
    return path;
}

static const char *
value_or_default(const struct at_invocation *invocation,
                 const struct build *build, enum setting which)
{
    if (build->args[which])
        return build->args[which];
    // --project replaces the session's workspace, and the reverse.
    if ((which == PROJECT && build->args[WORKSPACE]) ||
        (which == WORKSPACE && build->args[PROJECT]))
        return NULL;
    const char *kept = at_invocation_default(invocation, settings[which].key);
    return kept ? kept : settings[which].absent;
}

static bool
settle(struct at_invocation *invocation, struct build *build,
       struct at_err *err)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        const char *value =
            value_or_default(invocation, build, (enum setting)i);
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
    build->is_managed = !build->values[DERIVED_DATA];
    if (build->is_managed)
        build->values[DERIVED_DATA] = managed_folder(project, err);
    return build->values[DERIVED_DATA] != NULL;
}

static bool
keep_given(void *user, json_t *session, struct at_err *err)
{
    const struct build *build = user;
    if (build->args[PROJECT] &&
        !at_defaults_unset(session, settings[WORKSPACE].key, err))
        return false;
    if (build->args[WORKSPACE] &&
        !at_defaults_unset(session, settings[PROJECT].key, err))
        return false;
    for (size_t i = 0; i < SETTINGS; i++) {
        if (build->args[i] &&
            !at_defaults_set(session, settings[i].key, build->args[i], err))
            return false;
    }
    return true;
}

// Store the settings before the build: a failed one is repeated with the same.
// A failure to store them does not stop the build.
static void
keep(struct at_invocation *invocation, struct build *build)
{
    struct at_err err = AT_ERR_INIT;
    bool any = false;
    for (size_t i = 0; i < SETTINGS; i++)
        any = any || build->args[i];
    if (any && !at_store_update(invocation->op, invocation->store,
                                AT_STORE_SESSION, keep_given, build, &err))
        at_command_run_warning(invocation->run,
                               "the build's settings are not stored: %s",
                               err.msg);
}

static bool
run_build(struct at_invocation *invocation, char *const values[SETTINGS],
          bool is_managed, struct at_err *err)
{
    const struct at_platform_call tools = at_invocation_tools(invocation);
    const struct at_build_opts opts = {
        .project = values[PROJECT],
        .workspace = values[WORKSPACE],
        .scheme = values[SCHEME],
        .configuration = values[CONFIGURATION],
        .destination = values[DESTINATION],
        .derived_data = values[DERIVED_DATA],
    };
    struct at_build_result result = {0};
    at_command_run_progress(invocation->run, "building %s (%s)", opts.scheme,
                            opts.configuration);
    // in a folder of the user's the file would be litter
    struct at_filelock *lock =
        is_managed ? at_gc_use_build(opts.derived_data) : NULL;
    bool ok = invocation->platform->build(&tools, &opts, &result, err);
    at_filelock_release(lock);
    if (ok) {
        at_invocation_set_app(invocation, result.app_id, result.app_path);
        at_invocation_set_text(invocation, "app_path", result.app_path);
        at_invocation_set_text(invocation, "app_id", result.app_id);
        at_command_run_add_artifact(invocation->run, "app", result.app_path,
                                    "application/octet-stream");
        at_invocation_next(invocation, "install it", "app", "install", "--app",
                           result.app_path, "--boot", NULL);
    }
    free(result.app_path);
    free(result.app_id);
    return ok;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct build build = {0};
    invocation->platform = at_device_pool_platform(invocation->pool, "ios");
    bool ok =
        read_given(invocation, &build, err) && settle(invocation, &build, err);
    if (ok) {
        keep(invocation, &build);
        for (size_t i = 0; i < SETTINGS; i++)
            at_invocation_set_text(invocation, settings[i].name,
                                   build.values[i]);
        ok = run_build(invocation, build.values, build.is_managed, err);
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

const struct at_command at_cli_app_build_ios = {
    .name = "app build-ios",
    .summary = "build an app for the iOS simulator with xcodebuild",
    .about = "The session keeps the settings: the next build needs no options. "
             "The log is an artifact\nof the run.",
    .options = options,
    .examples =
        AT_EXAMPLES({"app build-ios --project ./Demo.xcodeproj --scheme Demo",
                     "Debug, for the newest iPhone; the session keeps it"},
                    {"app build-ios", "the same once more"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_TIMEOUT,
    .timeout_ms = BUILD_MS,
    .run = run,
    .print = print,
};
