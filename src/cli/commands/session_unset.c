// session unset: forget one thing
#include "cli/commands.h"

#include "cli/invocation.h"
#include "session/defaults.h"

static bool
change(void *user, json_t *session, struct at_err *err)
{
    return at_defaults_unset(session, user, err);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *key = at_arguments_at(invocation->args, 0);
    if (!invocation->session) {
        json_t *fresh = at_defaults_new();
        bool known = at_defaults_unset(fresh, key, err);
        json_decref(fresh);
        return known && at_cli_session_show.run(invocation, err);
    }
    return at_session_change(invocation, change, (void *)key, err);
}

const struct at_command at_cli_session_unset = {
    .name = "session unset",
    .summary = "forget one thing that the session remembers",
    .positionals = AT_POSITIONALS(
        {.name = "key",
         .offers = at_defaults_keys,
         .help = "platform, device, app-id, app, live, env.KEY or a build.ios "
                 "setting"}),
    .examples =
        AT_EXAMPLES({"session unset device", "use the device that runs again"},
                    {"session unset env.USER", "one variable"}),
    .flags = AT_COMMAND_HISTORY,
    .run = run,
    .print = at_session_print,
};
