// set_network.c: agentest_set_network
#include "base/limits.h"
#include "flow/app/network.h"
#include "wire/json.h"
#include "mcp/session.h"
#include "mcp/tools/reply.h"
#include "mcp/tools/tools.h"

static const struct at_arg args[] = {
    {.name = "preset",
     .help = "speed; offline: no wifi, no data",
     .choices = at_network_presets},
    {.name = "speed", .help = "up:down in kbps, e.g. 500:2000", .max_len = 32},
    {.name = "delay",
     .help = "none, gprs, edge, umts or min:max in ms",
     .max_len = 32},
    {.name = "wifi", .type = AT_ARG_BOOLEAN},
    {.name = "airplaneMode", .type = AT_ARG_BOOLEAN},
    AT_TOOL_SESSION_ARG,
    AT_TOOL_DEVICE_ARG,
    {0},
};

static const struct at_arg results[] = {
    {.name = "applied", .type = AT_ARG_OBJECT},
    {.name = "message"},
    {0},
};

static int
tristate(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return value ? json_is_true(value) : -1;
}

static struct at_network
read_args(const json_t *given)
{
    return (struct at_network){
        .preset = at_args_str(given, "preset"),
        .speed = at_args_str(given, "speed"),
        .delay = at_args_str(given, "delay"),
        .wifi = tristate(given, "wifi"),
        .airplane = tristate(given, "airplaneMode"),
    };
}

// Return the settings among the arguments. The caller owns them.
static json_t *
settings(const json_t *given)
{
    json_t *object = json_deep_copy(given);
    json_object_del(object, "session");
    json_object_del(object, "deviceId");
    return object;
}

static bool
run(struct at_tool_call *call, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    json_t *given = settings(call->args);
    const struct at_network network = read_args(given);
    struct at_app *app;
    bool ok = at_network_check(&network, err) &&
              at_session_device(&call->op, call->context, &app, err) &&
              at_device_network(&call->op, at_app_device(app), &network,
                                &message, err);
    if (ok) {
        json_t *body = json_object();
        at_json_set(body, "applied", json_incref(given));
        at_json_set(body, "message", at_json_text(at_buf_str(&message)));
        at_tool_add_json(call, body);
    }
    at_buf_deinit(&message);
    json_decref(given);
    return ok;
}

const struct at_tool at_tool_set_network = {
    .name = "agentest_set_network",
    .title = "Set network conditions",
    .description =
        "Simulate slow or no network for the whole device: speed and latency "
        "(emulator only), wifi, airplane mode. Lasts until set back (preset "
        "full, delay none, wifi true).",
    .hints = AT_TOOL_IDEMPOTENT,
    .args = args,
    .results = results,
    .max_ms = 30000,
    .run = run,
};
