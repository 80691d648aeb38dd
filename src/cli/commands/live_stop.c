// live stop: end the live process, and wait until it has ended
#include "cli/commands.h"

#include "cli/invocation.h"
#include "cli/live_start.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_live_files files;
    int64_t pid;
    if (!at_live_files_init(&files, at_cli_session(invocation->args), err))
        return false;
    bool ok = at_live_stop(invocation->op, &files, &pid, err);
    at_live_files_deinit(&files);
    if (ok) {
        at_invocation_set(invocation, "stopped", json_boolean(pid != 0));
        at_invocation_set(invocation, "pid",
                          pid ? json_integer(pid) : json_null());
    }
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *stopped = json_object_get(data, "stopped");
    if (json_is_true(stopped))
        at_buf_add_fmt(out, "process %" JSON_INTEGER_FORMAT " has ended\n",
                       json_integer_value(json_object_get(data, "pid")));
    else if (stopped)
        at_buf_add_text(out, "no live process ran\n");
}

const struct at_command at_cli_live_stop = {
    .name = "live stop",
    .summary = "end the live process",
    .examples = AT_EXAMPLES(
        {"live stop", "what it runs is cancelled; its socket is removed"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
