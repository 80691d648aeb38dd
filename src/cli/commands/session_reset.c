// session reset: forget everything, a damaged file too
#include "cli/commands.h"

#include "cli/call.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    if (!at_store_reset(call->op, call->store, err))
        return false;
    at_call_set_text(call, "reset", at_store_name(call->store));
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const char *name = json_string_value(json_object_get(data, "reset"));
    if (name)
        at_buf_add_fmt(out,
                       "session '%s' is empty: its defaults, last snapshot "
                       "and last target are removed\n",
                       name);
}

static const struct at_example examples[] = {
    {"session reset", "begin anew"},
    {"session reset --session login", "another session"},
    {0},
};

const struct at_command at_command_session_reset = {
    .name = "session reset",
    .summary = "remove the session's defaults, last snapshot and last target",
    .examples = examples,
    .flags = AT_COMMAND_NO_SESSION,
    .run = run,
    .print = print,
};
