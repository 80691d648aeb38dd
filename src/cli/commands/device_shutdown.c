// device shutdown: stop an emulator or a simulator
#include "cli/commands.h"

#include "cli/call.h"
#include "wire/json.h"

enum { SHUTDOWN_MS = 120000 };

static bool
run(struct at_call *call, struct at_err *err)
{
    char id[128];
    if (!at_call_platform(call, err))
        return false;
    const struct at_platform_call tools = at_call_tools(call);
    if (!call->platform->shutdown)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be shut down from here",
                       call->platform->name);
    at_run_progress(call->run, "shutting down");
    if (!call->platform->shutdown(&tools, at_call_selector(call), id, err))
        return false;
    at_call_set_device(call, id, NULL);
    at_call_set_text(call, "id", id);
    at_call_set_text(call, "platform", call->platform->name);
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "id");
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s is shut down\n", AT_STR_ARG(id));
}

static const struct at_example examples[] = {
    {"device shutdown --platform ios --device booted",
     "the simulator that runs"},
    {0},
};

const struct at_command at_command_device_shutdown = {
    .name = "device shutdown",
    .summary = "stop an emulator or a simulator",
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_PLATFORM,
    .timeout_ms = SHUTDOWN_MS,
    .run = run,
    .print = print,
};
