// app uninstall: remove an app with its data
#include "cli/commands.h"

#include "cli/invocation.h"
#include "wire/json.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app *app;
    const char *id;
    if (!at_invocation_need_app_id(invocation, &id, err) ||
        !at_invocation_open(invocation, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    at_app_mark_stale(app);
    at_invocation_set_text(invocation, "app_id", id);
    at_invocation_set_text(invocation, "device", device->serial);
    bool ok = at_device_uninstall(invocation->op, device, id, err);
    at_invocation_set(invocation, "uninstalled", json_boolean(ok));
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    if (json_is_true(json_object_get(data, "uninstalled")))
        at_buf_add_fmt(out, "%.*s is removed from %.*s, with its data\n",
                       AT_STR_ARG(at_json_get_str(data, "app_id")),
                       AT_STR_ARG(at_json_get_str(data, "device")));
}

const struct at_command at_cli_app_uninstall = {
    .name = "app uninstall",
    .summary = "remove an app and its data from a device",
    .examples = AT_EXAMPLES(
        {"app uninstall --app-id com.example.notes", "with all its data"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_ALONE,
    .run = run,
    .print = print,
};
