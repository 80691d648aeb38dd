// session unset: forget one thing
#include "cli/commands.h"

#include "cli/call.h"
#include "session/defaults.h"

static const struct at_argument arguments[] = {
    {.name = "key", .help = "platform, device, app-id, app or env.KEY"},
    {0},
};

static bool
change(void *user, json_t *session, struct at_err *err)
{
    return at_defaults_unset(session, user, err);
}

static bool
run(struct at_call *call, struct at_err *err)
{
    const char *key = at_given_argument(call->given, 0);
    if (!call->session) {
        json_t *fresh = at_defaults_new();
        bool known = at_defaults_unset(fresh, key, err);
        json_decref(fresh);
        return known && at_command_session_show.run(call, err);
    }
    if (!at_store_update(call->op, call->store, AT_STORE_SESSION, change,
                         (void *)key, err))
        return false;
    json_decref(call->session);
    call->session = NULL;
    return at_store_read(call->store, AT_STORE_SESSION, &call->session, err) &&
           at_command_session_show.run(call, err);
}

static const struct at_example examples[] = {
    {"session unset device", "the device that runs is meant again"},
    {"session unset env.USER", "one variable"},
    {0},
};

const struct at_command at_command_session_unset = {
    .name = "session unset",
    .summary = "forget one thing that the session remembers",
    .arguments = arguments,
    .examples = examples,
    .run = run,
    .print = at_session_print,
};
