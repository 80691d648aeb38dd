// app terminate: end an app's processes
#include "cli/commands.h"

#include "cli/invocation.h"
#include "wire/json.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app *app;
    const char *id;
    int64_t pid;
    if (!at_invocation_need_app_id(invocation, &id, err) ||
        !at_invocation_open(invocation, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    at_app_mark_stale(app);
    at_invocation_set_text(invocation, "app_id", id);
    at_invocation_set_text(invocation, "device", device->serial);
    bool known = device->ops->pid &&
                 at_device_pid(invocation->op, device, id, &pid, NULL);
    at_invocation_set(invocation, "was_running",
                      known ? json_boolean(pid != 0) : json_null());
    bool ok = at_device_stop(invocation->op, device, id, err);
    at_invocation_set(invocation, "terminated", json_boolean(ok));
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    bool idle = json_is_false(json_object_get(data, "was_running"));
    if (json_is_true(json_object_get(data, "terminated")))
        at_buf_add_fmt(out, "%.*s %s\n",
                       AT_STR_ARG(at_json_get_str(data, "app_id")),
                       idle ? "was not running" : "is stopped");
}

const struct at_command at_cli_app_terminate = {
    .name = "app terminate",
    .summary = "stop an app",
    .examples = AT_EXAMPLES(
        {"app terminate --app-id com.example.notes", "its data stays"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_SCREEN | AT_CLI_ALONE,
    .run = run,
    .print = print,
};
