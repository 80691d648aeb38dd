// device boot: start an emulator or a simulator
#include "cli/commands.h"

#include <string.h>

#include "cli/boot.h"
#include "cli/call.h"
#include "wire/json.h"

static const struct at_option options[] = {
    {.name = "--avd",
     .value = "NAME",
     .help = "the Android virtual device to start"},
    {.name = "--wait",
     .help = "until it can be used; --no-wait returns once it starts",
     .absent = "--wait"},
    {.name = "--no-wait", .help = "do not wait"},
    {.name = "--headless", .help = "without a window"},
    {0},
};

static bool
check_options(struct at_call *call, struct at_err *err)
{
    const struct at_given *given = call->given;
    const char *platform = at_given_option(given, "--platform");
    if (at_given_has(given, "--wait") && at_given_has(given, "--no-wait"))
        return at_fail(err, AT_EUSAGE, "--wait or --no-wait, not both");
    if (!at_given_has(given, "--avd"))
        return true;
    if (at_given_has(given, "--device"))
        return at_fail(err, AT_EUSAGE, "--avd or --device, not both");
    if (platform && strcmp(platform, "android") != 0)
        return at_fail(err, AT_EUSAGE,
                       "--avd names an Android virtual device; on %s use "
                       "--device",
                       platform);
    call->platform = at_host_platform(call->host, "android");
    return true;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    char id[128];
    if (!check_options(call, err) || !at_call_platform(call, err))
        return false;
    const char *avd = at_given_option(call->given, "--avd");
    struct at_boot_opts opts = {
        .device = avd ? NULL : at_call_selector(call),
        .avd = avd,
        .wait = !at_given_has(call->given, "--no-wait"),
        .headless = at_given_has(call->given, "--headless"),
    };
    if (!at_call_boot(call, &opts, id, err))
        return false;
    at_call_set_text(call, "id", id);
    at_call_set_text(call, "platform", call->platform->name);
    at_call_set(call, "ready", json_boolean(opts.wait));
    at_call_next(call, "use it from now on", "session", "set", "--platform",
                 call->platform->name, "--device", id, NULL);
    if (opts.wait)
        at_call_next(call, "look at its screen", "ui", "snapshot", "-i",
                     "--platform", call->platform->name, "--device", id, NULL);
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

static const struct at_example examples[] = {
    {"device boot --avd Pixel_8 --headless", "an emulator without a window"},
    {"device boot --platform ios --device iphone-latest",
     "the newest iPhone simulator"},
    {0},
};

const struct at_command at_command_device_boot = {
    .name = "device boot",
    .summary = "start an emulator or a simulator, and wait until it is booted",
    .about =
        "Where none is named: the newest iPhone simulator, or the only AVD "
        "there is. One that\nruns already is no failure. What an emulator "
        "prints is kept in the run folder's\nlogs; it goes on running when "
        "this command has ended.",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_PLATFORM | AT_COMMAND_TIMEOUT,
    .timeout_ms = AT_BOOT_MS,
    .run = run,
    .print = print,
};
