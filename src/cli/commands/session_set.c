// session set: remember a platform, device, app or environment
#include "cli/commands.h"

#include <string.h>

#include "base/alloc.h"
#include "base/duration.h"
#include "cli/invocation.h"
#include "cli/live_server.h"
#include "session/defaults.h"
#include "sys/path.h"
#include "wire/json.h"

static const char *const platforms[] = {"ios", "android", NULL};

static const struct at_option options[] = {
    {.name = "--platform",
     .value = "PLATFORM",
     .choices = platforms,
     .help = "ios or android"},
    {.name = "--device",
     .value = "SELECTOR",
     .help = "adb serial; or booted, iphone-latest, ipad-latest, a UDID or a "
             "simulator's name"},
    {.name = "--app-id", .value = "ID", .help = "package name or bundle id"},
    {.name = "--app", .value = "PATH", .help = "the .apk or .app"},
    {.name = "--live",
     .value = "DURATION",
     .help = "the next ui command starts the live process; it ends after that "
             "long without work"},
    {.name = "--env",
     .value = "KEY=VALUE",
     .help = "for flows and tests",
     .repeats = true,
     .secret = true},
    {0},
};

static bool
set_env(json_t *session, const char *word, struct at_err *err)
{
    const char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return at_fail(err, AT_EUSAGE, "--env takes KEY=VALUE, and %s",
                       equals ? "there is no KEY" : "there is no '='");
    char *key = at_strfmt("env.%.*s", (int)(equals - word), word);
    bool ok = at_defaults_set(session, key, equals + 1, err);
    free(key);
    return ok;
}

static bool
check_live(const char *value, struct at_err *err)
{
    int64_t ms;
    return at_duration_parse(at_str(value), AT_LIVE_TTL_MAX_MS, &ms) ||
           at_fail(err, AT_EUSAGE,
                   "--live cannot be '%.40s': a number and ms, s, m or h, from "
                   "1ms to 168h",
                   value);
}

// A path is stored whole: later commands may run in another folder.
static bool
set_option(const struct at_option *row, const char *value, json_t *session,
           struct at_err *err)
{
    if (strcmp(row->name, "--live") == 0 && !check_live(value, err))
        return false;
    char *path =
        strcmp(row->name, "--app") == 0 ? at_path_absolute(value) : NULL;
    bool ok = at_defaults_set(session, row->name + 2, path ? path : value, err);
    free(path);
    return ok;
}

static bool
change(void *user, json_t *session, struct at_err *err)
{
    const struct at_arguments *args = user;
    const char *env;
    if (json_object_size(session) == 0) {
        json_t *fresh = at_defaults_new();
        json_object_update(session, fresh);
        json_decref(fresh);
    }
    for (const struct at_option *row = options; row->name; row++) {
        const char *value = at_arguments_option(args, row->name);
        if (value && !row->repeats && !set_option(row, value, session, err))
            return false;
    }
    for (size_t n = 0; (env = at_arguments_nth_option(args, "--env", n)); n++) {
        if (!set_env(session, env, err))
            return false;
    }
    return true;
}

static bool
gives_something(const struct at_arguments *args)
{
    for (const struct at_option *row = options; row->name; row++) {
        if (at_arguments_have(args, row->name))
            return true;
    }
    return false;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    if (!gives_something(invocation->args))
        return at_fail(err, AT_EUSAGE,
                       "nothing to set: --platform, --device, --app-id, --app, "
                       "--live or --env");
    return at_session_change(invocation, change, (void *)invocation->args, err);
}

const struct at_command at_cli_session_set = {
    .name = "session set",
    .summary = "remember a platform, device, app or environment",
    .options = options,
    .examples = AT_EXAMPLES(
        {"session set --platform android --device emulator-5554",
         "the device of all later commands"},
        {"session set --app-id com.example.notes --env USER=demo",
         "other values stay as they are"},
        {"session set --live 5m",
         "device, connections and helper stay ready between commands"}),
    .flags = AT_COMMAND_HISTORY,
    .run = run,
    .print = at_session_print,
};
