// device_info.c: agentest_device_info
#include "wire/json.h"
#include "mcp/session.h"
#include "mcp/tools/reply.h"
#include "mcp/tools/tools.h"

static const struct at_arg args[] = {
    AT_TOOL_SESSION_ARG, AT_TOOL_DEVICE_ARG, {0}};

static const struct at_arg results[] = {
    {.name = "deviceId"},
    {.name = "apiLevel", .type = AT_ARG_INTEGER},
    {.name = "screen", .type = AT_ARG_OBJECT},
    {0},
};

// Properties that the device does not report are omitted.
static void
add_text(json_t *object, const char *name, const char *text)
{
    if (text[0])
        at_json_set_text(object, name, text);
}

static void
add_number(json_t *object, const char *name, int32_t number)
{
    if (number > 0)
        at_json_set(object, name, json_integer(number));
}

static void
reply(struct at_tool_call *call, const struct at_device_info *info)
{
    json_t *screen = json_object();
    add_number(screen, "width", info->width_px);
    add_number(screen, "height", info->height_px);
    add_number(screen, "density", info->density_dpi);
    json_t *body = json_object();
    add_text(body, "deviceId", info->serial);
    add_text(body, "model", info->model);
    add_text(body, "manufacturer", info->manufacturer);
    add_text(body, "androidVersion", info->release);
    add_number(body, "apiLevel", info->api_level);
    add_text(body, "abi", info->abi);
    at_json_set(body, "isEmulator", json_boolean(info->emulator));
    at_json_set(body, "screen", screen);
    at_tool_add_json(call, body);
}

static bool
run(struct at_tool_call *call, struct at_err *err)
{
    struct at_device_info info;
    struct at_app *app;
    if (!at_session_device(&call->op, call->context, &app, err) ||
        !at_device_info(&call->op, at_app_device(app), &info, err))
        return false;
    reply(call, &info);
    return true;
}

const struct at_tool at_tool_device_info = {
    .name = "agentest_device_info",
    .title = "Describe the device",
    .description = "Screen size in pixels and density, Android version, model "
                   "of the connected (else the first) device.",
    .hints = AT_TOOL_READ_ONLY | AT_TOOL_IDEMPOTENT,
    .args = args,
    .results = results,
    .max_ms = 20000,
    .run = run,
};
