// device_info.c: agentest_device_info
#include "mcp/json.h"
#include "mcp/session.h"
#include "mcp/tools/reply.h"
#include "mcp/tools/tools.h"

static const struct at_arg args[] = {{0}};

static bool
run(struct at_tool_call *call, struct at_err *err)
{
    struct at_device_info info;
    struct at_app *app;
    if (!at_session_device(&call->op, call->context, &app, err) ||
        !at_device_info(&call->op, at_app_device(app), &info, err))
        return false;
    json_t *screen = json_object();
    at_json_set(screen, "width", json_integer(info.width_px));
    at_json_set(screen, "height", json_integer(info.height_px));
    at_json_set(screen, "density", json_integer(info.density_dpi));
    json_t *body = json_object();
    at_json_set_text(body, "deviceId", info.serial);
    at_json_set_text(body, "model", info.model);
    at_json_set_text(body, "manufacturer", info.manufacturer);
    at_json_set_text(body, "androidVersion", info.release);
    at_json_set(body, "apiLevel", json_integer(info.api_level));
    at_json_set_text(body, "abi", info.abi);
    at_json_set(body, "isEmulator", json_boolean(info.emulator));
    at_json_set(body, "screen", screen);
    at_tool_add_json(call, body);
    return true;
}

const struct at_tool at_tool_device_info = {
    .name = "agentest_device_info",
    .title = "Describe the device",
    .description = "Screen size in pixels and density, Android version, model "
                   "of the connected (else the first) device.",
    .hints = AT_TOOL_READ_ONLY | AT_TOOL_IDEMPOTENT,
    .args = args,
    .max_ms = 20000,
    .run = run,
};
