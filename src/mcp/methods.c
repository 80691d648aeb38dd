// methods.c: the methods of both eras
#include <assert.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/json.h"
#include "mcp/progress.h"
#include "mcp/server_priv.h"
#include "mcp/tool.h"

// The last is the newest, and the answer to a version that is not known.
static const char *const legacy_versions[] = {
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
};

static json_t *
server_info(const struct at_mcp *mcp)
{
    json_t *info = json_object();
    at_json_set_text(info, "name", mcp->opts.name);
    at_json_set_text(info, "title", mcp->opts.title);
    at_json_set_text(info, "version", mcp->opts.version);
    return info;
}

static void
describe_server(const struct at_mcp *mcp, json_t *result)
{
    json_t *capabilities = json_object();
    at_json_set(capabilities, "tools", json_object());
    at_json_set(result, "capabilities", capabilities);
    at_json_set_text(result, "instructions", mcp->opts.instructions);
}

void
at_mcp_decorate(const struct at_mcp *mcp, enum at_mcp_era era, bool cacheable,
                json_t *result)
{
    if (era == AT_MCP_LEGACY)
        return;
    at_json_set_text(result, "resultType", "complete");
    if (cacheable) {
        at_json_set(result, "ttlMs", json_integer(3600 * 1000));
        at_json_set_text(result, "cacheScope", "public");
    }
    json_t *meta = json_object();
    at_json_set(meta, AT_MCP_META "serverInfo", server_info(mcp));
    at_json_set(result, "_meta", meta);
}

static void
initialize(struct at_mcp_exchange *exchange)
{
    const json_t *params = exchange->request->params;
    const json_t *wanted = json_object_get(params, "protocolVersion");
    if (!json_is_string(wanted)) {
        at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                    "initialize needs params.protocolVersion, a string");
        return;
    }
    const char *version = legacy_versions[AT_LEN(legacy_versions) - 1];
    for (size_t i = 0; i < AT_LEN(legacy_versions); i++) {
        if (at_str_is(at_json_str(wanted), legacy_versions[i]))
            version = legacy_versions[i];
    }
    exchange->peer->version = version;
    const struct at_mcp *mcp = exchange->peer->mcp;
    exchange->result = json_object();
    at_json_set_text(exchange->result, "protocolVersion", version);
    describe_server(mcp, exchange->result);
    at_json_set(exchange->result, "serverInfo", server_info(mcp));
}

static void
discover(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    exchange->result = json_object();
    at_json_set(exchange->result, "supportedVersions",
                json_pack("[s]", AT_MCP_MODERN_VERSION));
    describe_server(mcp, exchange->result);
    at_mcp_decorate(mcp, exchange->era, true, exchange->result);
}

static void
discover_without_meta(struct at_mcp_exchange *exchange)
{
    at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                "server/discover needs params._meta with " AT_MCP_META
                "protocolVersion and " AT_MCP_META "clientCapabilities");
}

static void
ping(struct at_mcp_exchange *exchange)
{
    exchange->result = json_object();
}

static void
tools_list(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    if (json_object_get(exchange->request->params, "cursor")) {
        at_rpc_fail(&exchange->error, AT_RPC_INVALID_PARAMS, NULL,
                    "unknown cursor: all tools are on the first page");
        return;
    }
    json_t *tools = json_array();
    for (size_t i = 0; i < mcp->opts.tool_count; i++)
        json_array_append_new(tools, at_tool_describe(mcp->opts.tools[i]));
    exchange->result = json_object();
    at_json_set(exchange->result, "tools", tools);
    at_mcp_decorate(mcp, exchange->era, true, exchange->result);
}

static const struct at_tool *
find_tool(const struct at_mcp *mcp, struct at_str name)
{
    for (size_t i = 0; i < mcp->opts.tool_count; i++) {
        if (at_str_is(name, mcp->opts.tools[i]->name))
            return mcp->opts.tools[i];
    }
    return NULL;
}

static const struct at_tool *
read_tool_call(struct at_mcp_exchange *exchange)
{
    const json_t *params = exchange->request->params;
    const json_t *name = json_object_get(params, "name");
    const json_t *args = json_object_get(params, "arguments");
    struct at_rpc_error *error = &exchange->error;
    if (!json_is_string(name)) {
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "tools/call needs params.name, a string");
        return NULL;
    }
    if (args && !json_is_object(args)) {
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "params.arguments must be an object");
        return NULL;
    }
    const struct at_tool *tool =
        find_tool(exchange->peer->mcp, at_json_str(name));
    if (!tool) {
        struct at_str shown = at_utf8_head(at_json_str(name), 100);
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "unknown tool '%.*s': tools/list has the names",
                    AT_STR_ARG(shown));
    }
    return tool;
}

static void
tools_call(struct at_mcp_exchange *exchange)
{
    const struct at_tool *tool = read_tool_call(exchange);
    if (!tool)
        return;
    struct at_err err = AT_ERR_INIT;
    struct at_call call = {
        .request = *exchange->request,
        .peer = exchange->peer->id,
        .sink = *exchange->sink,
        .target = tool,
        .modern = exchange->era == AT_MCP_MODERN,
    };
    exchange->deferred = at_calls_add(exchange->peer->mcp->calls, &call, &err);
    if (exchange->deferred)
        *exchange->request = (struct at_rpc_message){0};
    else
        at_rpc_fail(&exchange->error, AT_RPC_INVALID_REQUEST, NULL, "%s",
                    err.msg);
}

void
at_mcp_execute(void *user, struct at_call *call, struct at_buf *out)
{
    const struct at_mcp *mcp = user;
    const json_t *params = call->request.params;
    const json_t *given = json_object_get(params, "arguments");
    const json_t *meta = json_object_get(params, "_meta");
    const json_t *token = json_object_get(meta, "progressToken");
    json_t *args = given ? json_incref((json_t *)given) : json_object();
    struct at_progress *progress = NULL;
    if (at_rpc_id_valid(token))
        progress = at_progress_start(token, &call->sink, NULL);

    json_t *result =
        at_tool_run(call->target, args, &mcp->opts.env, call->cancel, progress);
    at_progress_stop(progress);
    at_mcp_decorate(mcp, call->modern ? AT_MCP_MODERN : AT_MCP_LEGACY, false,
                    result);
    at_rpc_write_result(call->request.id, result, out);
    json_decref(result);
    json_decref(args);
}

static const struct at_mcp_method legacy_methods[] = {
    {"initialize", initialize},
    {"ping", ping},
    {"server/discover", discover_without_meta},
    {"tools/call", tools_call},
    {"tools/list", tools_list},
    {0},
};

static const struct at_mcp_method modern_methods[] = {
    {"server/discover", discover},
    {"tools/call", tools_call},
    {"tools/list", tools_list},
    {0},
};

static const struct at_mcp_method *const methods[] = {
    [AT_MCP_LEGACY] = legacy_methods,
    [AT_MCP_MODERN] = modern_methods,
};
static_assert(AT_LEN(methods) == AT_MCP_ERA_COUNT, "methods for each era");

const struct at_mcp_method *
at_mcp_method_find(enum at_mcp_era era, struct at_str name)
{
    const struct at_mcp_method *method = methods[era];
    for (; method->name; method++) {
        if (at_str_is(name, method->name))
            return method;
    }
    return NULL;
}
