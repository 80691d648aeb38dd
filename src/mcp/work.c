// work.c: requests that the worker serves, and their clients
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/server_priv.h"

void
at_mcp_defer(struct at_mcp_exchange *exchange, at_call_work_fn *work,
             const void *target, const char *lane)
{
    struct at_err err = AT_ERR_INIT;
    struct at_call call = {
        .request = *exchange->request,
        .peer = exchange->peer->id,
        .shared = exchange->peer->shared,
        .sink = *exchange->sink,
        .work = work,
        .target = target,
        .modern = exchange->era == AT_MCP_MODERN,
        .can = exchange->can,
        .log = (int)exchange->log,
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
at_mcp_execute(void *user, struct at_call *call, struct at_buf *out)
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
at_mcp_client_begin(struct at_mcp *mcp, struct at_call *call,
                    const char *purpose, struct at_client *client)
{
    *client = (struct at_client){
        .sink = &call->sink,
        .wants = mcp->wants,
        .key = mcp->key,
        .purpose = at_str(purpose),
        .modern = call->modern,
        .can = call->can,
        .log = (enum at_client_log)call->log,
    };
    return at_client_begin(client, call->request.params);
}

json_t *
at_mcp_client_end(struct at_client *client, json_t *result,
                  struct at_rpc_error *error)
{
    if (client->error.code != 0 || client->incomplete) {
        json_decref(result);
        at_rpc_error_deinit(error);
        result = client->incomplete ? at_client_result(client) : NULL;
        *error = client->error;
        client->error = (struct at_rpc_error){0};
    }
    at_client_deinit(client);
    return result;
}
