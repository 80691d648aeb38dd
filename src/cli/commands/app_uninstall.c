// app uninstall: remove an app with its data
#include "cli/commands.h"

#include "cli/call.h"
#include "wire/json.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_app *app;
    const char *id;
    if (!at_call_need_app_id(call, &id, err) || !at_call_open(call, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    at_app_tree_is_stale(app);
    at_call_set_text(call, "app_id", id);
    at_call_set_text(call, "device", device->serial);
    bool ok = at_device_uninstall(call->op, device, id, err);
    at_call_set(call, "uninstalled", json_boolean(ok));
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

static const struct at_example examples[] = {
    {"app uninstall --app-id com.example.notes", "with all its data"},
    {0},
};

const struct at_command at_command_app_uninstall = {
    .name = "app uninstall",
    .summary = "remove an app and its data from a device",
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_PLATFORM | AT_COMMAND_APP,
    .run = run,
    .print = print,
};
