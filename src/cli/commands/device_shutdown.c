// device shutdown: stop an emulator or a simulator
#include "cli/commands.h"

#include "cli/invocation.h"
#include "wire/json.h"

enum { SHUTDOWN_MS = 120000 };

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char id[128];
    if (!at_invocation_platform(invocation, err))
        return false;
    if (!invocation->platform->shutdown)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be shut down by this program",
                       invocation->platform->name);
    // With several devices, the one of the last snapshot is only a guess: an
    // action may use it, a shutdown may not.
    const char *selector = at_invocation_selector(invocation);
    const struct at_platform_call tools = at_invocation_tools(invocation);
    at_command_run_progress(invocation->run, "shutting down");
    if (!invocation->platform->shutdown(&tools, selector, id, &why)) {
        at_invocation_advise_naming(&why);
        return at_err_pass(err, &why);
    }
    at_invocation_set_device(invocation, id, NULL);
    at_invocation_set_text(invocation, "id", id);
    at_invocation_set_text(invocation, "platform", invocation->platform->name);
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "id");
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s is shut down\n", AT_STR_ARG(id));
}

const struct at_command at_cli_device_shutdown = {
    .name = "device shutdown",
    .summary = "stop an emulator or a simulator",
    .examples = AT_EXAMPLES({"device shutdown --platform ios --device booted",
                             "the simulator that runs"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM,
    .timeout_ms = SHUTDOWN_MS,
    .run = run,
    .print = print,
};
