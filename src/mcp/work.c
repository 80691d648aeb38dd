// work.c: requests that a worker serves
#include "wire/json.h"
#include "mcp/server_priv.h"

void
at_mcp_defer(struct at_mcp_exchange *exchange, at_mcp_work_fn *work,
             const void *target, const char *lane)
{
    struct at_err err = AT_ERR_INIT;
    struct at_mcp_call call = {
        .request = *exchange->request,
        .peer = exchange->peer->id,
        .shared = exchange->peer->shared,
        .sink = *exchange->sink,
        .work = work,
        .target = target,
        .modern = exchange->era == AT_MCP_MODERN,
        .links = exchange->links,
    };
    at_str_cut(call.lane, sizeof(call.lane), at_str(lane));
    exchange->deferred = at_calls_add(exchange->peer->mcp->calls, &call, &err);
    if (exchange->deferred)
        *exchange->request = (struct at_rpc_message){0};
    else
        at_rpc_fail(&exchange->error, AT_RPC_INVALID_REQUEST, NULL, "%s",
                    err.msg);
}

enum at_sink_kind
at_mcp_execute(void *user, struct at_mcp_call *call, struct at_buf *out)
{
    struct at_rpc_error error = {0};
    enum at_sink_kind kind = AT_SINK_REPLY;
    json_t *result = call->work(user, call, &error);
    if (result)
        at_rpc_write_result(call->request.id, result, out);
    else
        at_rpc_write_error(call->request.id, &error, out);
    if (error.code == AT_RPC_MISSING_CAPABILITY)
        kind = AT_SINK_REFUSAL;
    json_decref(result);
    at_rpc_error_deinit(&error);
    return kind;
}

bool
at_mcp_begin_work(const struct at_mcp *mcp, const struct at_mcp_call *call,
                  const char *target, struct at_client *client,
                  struct at_rpc_error *error)
{
    *client = (struct at_client){
        .hooks = mcp->opts.client_hooks,
        .sink = &call->sink,
        .target = target,
        .modern = call->modern,
        .links = call->links,
    };
    return at_client_begin(client, call->request.params, error);
}

json_t *
at_mcp_end_work(const struct at_mcp *mcp, struct at_client *client,
                enum at_mcp_cache cache, json_t *result,
                struct at_rpc_error *error)
{
    result = at_client_end(client, result, error);
    if (result)
        at_mcp_decorate(mcp, client->modern ? AT_MCP_MODERN : AT_MCP_LEGACY,
                        cache, result);
    return result;
}
