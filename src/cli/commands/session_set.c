// session set: remember a platform, device, app or environment
#include "cli/commands.h"

#include <string.h>

#include "base/alloc.h"
#include "cli/call.h"
#include "session/defaults.h"
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
        return at_fail(err, AT_EUSAGE, "--env takes KEY=VALUE, not '%.80s'",
                       word);
    char *key = at_strfmt("env.%.*s", (int)(equals - word), word);
    bool ok = at_defaults_set(session, key, equals + 1, err);
    free(key);
    return ok;
}

static bool
change(void *user, json_t *session, struct at_err *err)
{
    const struct at_given *given = user;
    const char *env;
    if (json_object_size(session) == 0) {
        json_t *fresh = at_defaults_new();
        json_object_update(session, fresh);
        json_decref(fresh);
    }
    for (const struct at_option *row = options; row->name; row++) {
        const char *value = at_given_option(given, row->name);
        if (value && !row->repeats &&
            !at_defaults_set(session, row->name + 2, value, err))
            return false;
    }
    for (size_t n = 0; (env = at_given_option_at(given, "--env", n)); n++) {
        if (!set_env(session, env, err))
            return false;
    }
    return true;
}

static bool
gives_something(const struct at_given *given)
{
    for (const struct at_option *row = options; row->name; row++) {
        if (at_given_has(given, row->name))
            return true;
    }
    return false;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    if (!gives_something(call->given))
        return at_fail(err, AT_EUSAGE,
                       "nothing to set: --platform, --device, --app-id, --app "
                       "or --env");
    if (!at_store_update(call->op, call->store, AT_STORE_SESSION, change,
                         (void *)call->given, err))
        return false;
    json_decref(call->session);
    call->session = NULL;
    return at_store_read(call->store, AT_STORE_SESSION, &call->session, err) &&
           at_command_session_show.run(call, err);
}

static const struct at_example examples[] = {
    {"session set --platform android --device emulator-5554",
     "where the commands go from now on"},
    {"session set --app-id com.example.notes --env USER=demo",
     "only what is given changes"},
    {0},
};

const struct at_command at_command_session_set = {
    .name = "session set",
    .summary = "remember a platform, device, app or environment",
    .options = options,
    .examples = examples,
    .run = run,
    .print = at_session_print,
};
