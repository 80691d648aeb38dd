// session reset: forget everything, a damaged file too
#include "cli/commands.h"

#include "cli/invocation.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    if (!at_store_reset(invocation->op, invocation->store, err))
        return false;
    at_invocation_set_text(invocation, "reset",
                           at_store_name(invocation->store));
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const char *name = json_string_value(json_object_get(data, "reset"));
    if (name)
        at_buf_add_fmt(out,
                       "session '%s' is empty: its defaults, last snapshot "
                       "and last target were removed\n",
                       name);
}

const struct at_command at_cli_session_reset = {
    .name = "session reset",
    .summary = "remove the session's defaults, last snapshot and last target",
    .examples =
        AT_EXAMPLES({"session reset", "start over"},
                    {"session reset --session login", "another session"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
