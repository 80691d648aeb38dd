// device boot: start an emulator or a simulator
#include "cli/commands.h"

#include <string.h>

#include "cli/boot.h"
#include "cli/invocation.h"
#include "wire/json.h"

static bool
check_options(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *platform = at_arguments_option(args, "--platform");
    if (at_arguments_have(args, "--wait") &&
        at_arguments_have(args, "--no-wait"))
        return at_fail(err, AT_EUSAGE, "--wait or --no-wait, not both");
    if (!at_arguments_have(args, "--avd"))
        return true;
    if (at_arguments_have(args, "--device"))
        return at_fail(err, AT_EUSAGE, "--avd or --device, not both");
    if (platform && strcmp(platform, "android") != 0)
        return at_fail(err, AT_EUSAGE,
                       "--avd names an Android virtual device; on %s use "
                       "--device",
                       platform);
    invocation->platform = at_device_pool_platform(invocation->pool, "android");
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    char id[128];
    if (!check_options(invocation, err) ||
        !at_invocation_platform(invocation, err))
        return false;
    const char *avd = at_arguments_option(invocation->args, "--avd");
    struct at_boot_opts opts = {
        .device = avd ? NULL : at_invocation_selector(invocation),
        .avd = avd,
        .wait = !at_arguments_have(invocation->args, "--no-wait"),
        .headless = at_arguments_have(invocation->args, "--headless"),
    };
    if (!at_boot_device(invocation, &opts, id, err))
        return false;
    at_invocation_set_text(invocation, "id", id);
    at_invocation_set_text(invocation, "platform", invocation->platform->name);
    at_invocation_set(invocation, "ready", json_boolean(opts.wait));
    at_invocation_next(invocation, "use it from now on", "session", "set",
                       "--platform", invocation->platform->name, "--device", id,
                       NULL);
    if (opts.wait)
        at_invocation_next(invocation, "look at its screen", "ui", "snapshot",
                           "-i", "--platform", invocation->platform->name,
                           "--device", id, NULL);
    return true;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "id");
    bool ready = json_is_true(json_object_get(data, "ready"));
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s %s\n", AT_STR_ARG(id),
                       ready ? "is booted" : "is starting");
}

const struct at_command at_cli_device_boot = {
    .name = "device boot",
    .summary = "start an emulator or a simulator, and wait until it is booted",
    .about = "Without a name: the newest iPhone simulator, or the only AVD. A "
             "device that is already\nrunning is not an error. The run "
             "folder's logs keep the output of an emulator, which\ncontinues "
             "to run after the command.",
    .options = AT_OPTIONS({.name = "--avd",
                           .value = "NAME",
                           .help = "the Android virtual device to start"},
                          {.name = "--wait",
                           .help = "wait until it can be used",
                           .absent = "--wait"},
                          {.name = "--no-wait", .help = "do not wait"},
                          {.name = "--headless", .help = "without a window"}),
    .examples =
        AT_EXAMPLES({"device boot --avd Pixel_8 --headless",
                     "an emulator without a window"},
                    {"device boot --platform ios --device iphone-latest",
                     "the newest iPhone simulator"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_TIMEOUT,
    .timeout_ms = AT_BOOT_MS,
    .run = run,
    .print = print,
};
