// device erase: a simulator as new
#include "cli/commands.h"

#include "cli/call.h"
#include "wire/json.h"

enum { ERASE_MS = 120000 };

static const char what_goes[] = "all apps, their data and all settings";

static bool
run(struct at_call *call, struct at_err *err)
{
    char id[128];
    if (!at_call_platform(call, err))
        return false;
    if (!call->platform->erase)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be erased from here; `app "
                       "uninstall` removes one app with its data",
                       call->platform->name);
    const char *selector = at_call_selector(call);
    if (!selector)
        return at_fail(err, AT_EUSAGE,
                       "which device? erase removes %s of it: name it with "
                       "--device",
                       what_goes);
    const struct at_platform_call tools = at_call_tools(call);
    at_run_progress(call->run, "erasing %s", selector);
    if (!call->platform->erase(&tools, selector, id, err))
        return false;
    at_call_set_device(call, id, NULL);
    at_call_set_text(call, "id", id);
    at_call_set_text(call, "platform", call->platform->name);
    at_call_set_text(call, "removed", what_goes);
    at_call_next(call, "start it again", "device", "boot", "--platform",
                 call->platform->name, "--device", id, NULL);
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "id");
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s is erased: %s are gone\n", AT_STR_ARG(id),
                       what_goes);
}

static const struct at_example examples[] = {
    {"device erase --platform ios --device iphone-latest",
     "that simulator is as new"},
    {0},
};

const struct at_command at_command_device_erase = {
    .name = "device erase",
    .summary = "remove all apps, data and settings of a simulator",
    .about = "Destructive: nothing of it comes back. The device must be named, "
             "by --device or\nby the session.",
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_PLATFORM,
    .timeout_ms = ERASE_MS,
    .run = run,
    .print = print,
};
