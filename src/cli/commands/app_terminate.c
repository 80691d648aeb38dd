// app terminate: end an app's processes
#include "cli/commands.h"

#include "cli/call.h"
#include "wire/json.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_app *app;
    const char *id;
    int64_t pid;
    if (!at_call_need_app_id(call, &id, err) || !at_call_open(call, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    at_app_tree_is_stale(app);
    at_call_set_text(call, "app_id", id);
    at_call_set_text(call, "device", device->serial);
    bool known =
        device->ops->pid && at_device_pid(call->op, device, id, &pid, NULL);
    at_call_set(call, "was_running",
                known ? json_boolean(pid != 0) : json_null());
    bool ok = at_device_stop(call->op, device, id, err);
    at_call_set(call, "terminated", json_boolean(ok));
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

static const struct at_example examples[] = {
    {"app terminate --app-id com.example.notes", "its data stays"},
    {0},
};

const struct at_command at_command_app_terminate = {
    .name = "app terminate",
    .summary = "stop an app",
    .examples = examples,
    .flags =
        AT_COMMAND_RUN | AT_COMMAND_PLATFORM | AT_COMMAND_APP | AT_COMMAND_LIVE,
    .run = run,
    .print = print,
};
