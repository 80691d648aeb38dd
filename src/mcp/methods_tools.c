// methods_tools.c: tools/list and tools/call
#include "wire/json.h"
#include "mcp/progress.h"
#include "mcp/server_priv.h"
#include "mcp/tool.h"

void
at_mcp_tools_list(struct at_mcp_exchange *exchange)
{
    const struct at_mcp *mcp = exchange->peer->mcp;
    if (!at_mcp_one_page(exchange))
        return;
    json_t *tools = json_array();
    for (size_t i = 0; i < mcp->opts.tool_count; i++)
        json_array_append_new(tools, at_tool_describe(mcp->opts.tools[i]));
    exchange->result = json_object();
    at_json_set(exchange->result, "tools", tools);
    at_mcp_decorate(mcp, exchange->era, AT_MCP_LASTING, exchange->result);
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

// Bring the arguments into the tool's shape once, for its lane and its run.
// Returns false unless they are an object, a string that holds one, or left
// out.
static bool
shape_args(const struct at_tool *tool, json_t *params)
{
    const json_t *given = json_object_get(params, "arguments");
    if (given && !json_is_object(given) && at_json_str(given).len == 0)
        return false;
    json_t *args = at_args_copy(given);
    at_args_shape(tool->args, args);
    at_json_set(params, "arguments", args);
    return json_is_object(args);
}

static const struct at_tool *
read_tool_call(struct at_mcp_exchange *exchange)
{
    struct at_rpc_error *error = &exchange->error;
    struct at_str name = at_mcp_need_str(exchange, "name");
    if (error->code != 0)
        return NULL;
    const struct at_tool *tool = find_tool(exchange->peer->mcp, name);
    if (!tool)
        at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                    "unknown tool '%.*s': tools/list has the names",
                    AT_STR_ARG(at_utf8_head(name, 100)));
    if (!tool || shape_args(tool, (json_t *)exchange->request->params))
        return tool;
    at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL,
                "params.arguments must be an object");
    return NULL;
}

static json_t *
run_tool(void *user, struct at_mcp_call *call, struct at_rpc_error *error)
{
    struct at_mcp *mcp = user;
    const struct at_tool *tool = call->target;
    const json_t *params = call->request.params;
    const json_t *given = json_object_get(params, "arguments");
    const json_t *token =
        json_object_get(json_object_get(params, "_meta"), "progressToken");
    struct at_client client;
    json_t *result = NULL;
    if (at_mcp_begin_work(mcp, call, tool->name, &client, error)) {
        struct at_progress *progress =
            at_rpc_id_valid(token) ? at_progress_start(token, &call->sink, NULL)
                                   : NULL;
        struct at_tool_caller caller = {.peer = call->peer,
                                        .shared = call->shared};
        struct at_tool_env env = mcp->opts.env;
        at_str_cut(caller.lane, sizeof(caller.lane), at_str(call->lane));
        env.caller = &caller;
        result =
            at_tool_run(tool, given, &env, call->cancel, progress, &client);
        at_progress_stop(progress);
    }
    return at_mcp_end_work(mcp, &client, AT_MCP_NO_CACHE, result, error);
}

static void
defer_tool(struct at_mcp_exchange *exchange, const struct at_tool *tool)
{
    const struct at_tool_env *env = &exchange->peer->mcp->opts.env;
    struct at_tool_caller caller = {.peer = exchange->peer->id,
                                    .shared = exchange->peer->shared};
    if (env->scope)
        env->scope->lane(
            env->context, tool,
            json_object_get(exchange->request->params, "arguments"), &caller);
    at_mcp_defer(exchange, run_tool, tool, caller.lane);
}

void
at_mcp_tools_call(struct at_mcp_exchange *exchange)
{
    const struct at_tool *tool = read_tool_call(exchange);
    if (tool)
        defer_tool(exchange, tool);
}
