// device network: set the conditions of the device's network
#include "cli/commands.h"

#include <string.h>

#include "base/limits.h"
#include "cli/invocation.h"
#include "flow/app/network.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 30000 };

static const char *const switches[] = {"on", "off", NULL};

static int
switch_of(const struct at_arguments *args, const char *option)
{
    const char *word = at_arguments_option(args, option);
    return word ? strcmp(word, "on") == 0 : -1;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const struct at_network network = {
        .preset = at_str(at_arguments_option(args, "--preset")),
        .speed = at_str(at_arguments_option(args, "--speed")),
        .delay = at_str(at_arguments_option(args, "--delay")),
        .wifi = switch_of(args, "--wifi"),
        .airplane = switch_of(args, "--airplane-mode"),
    };
    struct at_buf message = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    struct at_app *app;
    if (!at_network_check(&network, err) ||
        !at_invocation_open(invocation, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    if (!AT_DEVICE_OFFERS(device, network))
        return at_fail(err, AT_EUNSUPPORTED,
                       "a simulator has the network of its Mac: limit that "
                       "with the Network Link Conditioner");
    bool ok =
        at_device_network(invocation->op, device, &network, &message, err);
    if (ok)
        at_invocation_set(invocation, "message",
                          at_json_text(at_buf_str(&message)));
    at_buf_deinit(&message);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str message = at_json_get_str(data, "message");
    if (message.len > 0)
        at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(message));
}

const struct at_command at_cli_device_network = {
    .name = "device network",
    .summary = "set wifi, airplane mode, speed and latency",
    .about = "The setting lasts until it is set back. Only emulators have a "
             "speed and a latency.",
    .options = AT_OPTIONS(
        {.name = "--preset",
         .value = "PRESET",
         .choices = at_network_presets,
         .help = "a speed; full: no limit; offline: no wifi, no data"},
        {.name = "--speed",
         .value = "UP:DOWN",
         .help = "in kbps, 500:2000, instead of a preset"},
        {.name = "--delay",
         .value = "DELAY",
         .help = "none, gprs, edge, umts, or min:max in ms"},
        {.name = "--wifi",
         .value = "STATE",
         .choices = switches,
         .help = "on or off"},
        {.name = "--airplane-mode",
         .value = "STATE",
         .choices = switches,
         .help = "on or off"}),
    .examples = AT_EXAMPLES(
        {"device network --airplane-mode on", "no network at all"},
        {"device network --preset edge --delay 100:500",
         "slow; an emulator only"},
        {"device network --preset full --delay none --airplane-mode off",
         "as it was"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_LIVE | AT_CLI_PLATFORM |
             AT_CLI_TIMEOUT | AT_CLI_ALONE,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = print,
};
