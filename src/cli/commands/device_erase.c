// device erase: reset a simulator
#include "cli/commands.h"

#include "cli/invocation.h"
#include "wire/json.h"

enum { ERASE_MS = 120000 };

static const char what_goes[] = "all apps, their data and all settings";

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    char id[128];
    if (!at_invocation_platform(invocation, err))
        return false;
    if (!invocation->platform->erase)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be erased by this program; `app "
                       "uninstall` removes one app with its data",
                       invocation->platform->name);
    const char *selector = at_invocation_selector(invocation);
    if (!selector)
        return at_fail(err, AT_EUSAGE,
                       "which device? erase removes %s: name it with "
                       "--device",
                       what_goes);
    const struct at_platform_call tools = at_invocation_tools(invocation);
    at_command_run_progress(invocation->run, "erasing %s", selector);
    if (!invocation->platform->erase(&tools, selector, id, err))
        return false;
    at_invocation_set_device(invocation, id, NULL);
    at_invocation_set_text(invocation, "id", id);
    at_invocation_set_text(invocation, "platform", invocation->platform->name);
    at_invocation_set_text(invocation, "removed", what_goes);
    at_invocation_next(invocation, "start it again", "device", "boot",
                       "--platform", invocation->platform->name, "--device", id,
                       NULL);
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "id");
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s is erased: %s are removed\n", AT_STR_ARG(id),
                       what_goes);
}

const struct at_command at_cli_device_erase = {
    .name = "device erase",
    .summary = "remove all apps, data and settings of a simulator",
    .about =
        "Destructive: nothing can be restored. The device must be named by "
        "--device or by\nthe session.",
    .examples =
        AT_EXAMPLES({"device erase --platform ios --device iphone-latest",
                     "reset the newest iPhone simulator"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM,
    .timeout_ms = ERASE_MS,
    .run = run,
    .print = print,
};
