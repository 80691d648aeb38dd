// device info: describe a device
#include "cli/commands.h"

#include "cli/invocation.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 20000 };

// Properties that the device does not report are null.
static void
set_text(struct at_invocation *invocation, const char *name, const char *text)
{
    at_invocation_set_text(invocation, name, text[0] ? text : NULL);
}

static void
set_number(struct at_invocation *invocation, const char *name, int32_t number)
{
    at_invocation_set(invocation, name,
                      number > 0 ? json_integer(number) : json_null());
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_device_info info;
    struct at_app *app;
    if (!at_invocation_open(invocation, &app, err) ||
        !at_device_info(invocation->op, at_app_device(app), &info, err))
        return false;
    set_text(invocation, "id", info.serial);
    set_text(invocation, "model", info.model);
    set_text(invocation, "manufacturer", info.manufacturer);
    set_text(invocation, "os_version", info.release);
    set_number(invocation, "api_level", info.api_level);
    set_text(invocation, "abi", info.abi);
    set_text(invocation, "locale", info.locale);
    at_invocation_set(invocation, "is_emulator", json_boolean(info.emulator));
    set_number(invocation, "width_px", info.width_px);
    set_number(invocation, "height_px", info.height_px);
    set_number(invocation, "density_dpi", info.density_dpi);
    return true;
}

const struct at_command at_cli_device_info = {
    .name = "device info",
    .summary = "describe the device: model, version, screen",
    .examples =
        AT_EXAMPLES({"device info", "model, version, size of the screen"},
                    {"device info --json", "as JSON"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_LIVE | AT_CLI_PLATFORM |
             AT_CLI_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
};
