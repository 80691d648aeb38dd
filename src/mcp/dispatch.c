// dispatch.c: serve one message
#include <string.h>

#include "base/limits.h"
#include "mcp/server_priv.h"

void
at_mcp_answer_error(const struct at_sink *sink, const json_t *id,
                    const struct at_rpc_error *error)
{
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_rpc_write_error(id, error, &out);
    at_sink_send(sink, AT_SINK_REPLY, &out);
}

static void
answer(struct at_mcp_exchange *exchange)
{
    const json_t *id = exchange->request->id;
    if (exchange->error.code != 0) {
        at_mcp_answer_error(exchange->sink, id, &exchange->error);
        return;
    }
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_rpc_write_result(id, exchange->result, &out);
    at_sink_send(exchange->sink, AT_SINK_REPLY, &out);
}

// Revisions sort by age.
static bool
knows_links(const struct at_mcp_peer *peer)
{
    return peer->version && strcmp(peer->version, "2025-06-18") >= 0;
}

static void
handle(struct at_mcp_exchange *exchange)
{
    const struct at_rpc_message *request = exchange->request;
    if (!at_mcp_read_meta(request, &exchange->era, &exchange->error))
        return;
    exchange->links =
        exchange->era == AT_MCP_MODERN || knows_links(exchange->peer);
    at_mcp_serve_method(exchange);
}

// True: the sink is a call's from now on.
static bool
serve_request(struct at_mcp_peer *peer, struct at_rpc_message *request,
              const struct at_sink *sink)
{
    struct at_mcp_exchange exchange = {
        .peer = peer,
        .request = request,
        .sink = sink,
    };
    handle(&exchange);
    if (!exchange.deferred)
        answer(&exchange);
    json_decref(exchange.result);
    at_rpc_error_deinit(&exchange.error);
    return exchange.deferred;
}

static void
serve_notification(struct at_mcp_peer *peer,
                   const struct at_rpc_message *message)
{
    if (!at_str_is(message->method, "notifications/cancelled"))
        return;
    const json_t *id = json_object_get(message->params, "requestId");
    if (!at_rpc_id_valid(id))
        return;
    if (peer->shared)
        at_calls_cancel_shared(peer->mcp->calls, id);
    else
        at_calls_cancel(peer->mcp->calls, peer->id, id);
}

void
at_mcp_dispatch(struct at_mcp_peer *peer, struct at_rpc_message *message,
                const struct at_sink *sink)
{
    const struct at_client_hooks *hooks = peer->mcp->opts.client_hooks;
    bool deferred = false;
    if (message->kind == AT_RPC_REQUEST)
        deferred = serve_request(peer, message, sink);
    else if (message->kind == AT_RPC_NOTIFICATION)
        serve_notification(peer, message);
    else if (message->kind == AT_RPC_RESPONSE && hooks)
        hooks->take_response(message);
    else if (message->kind == AT_RPC_BAD)
        at_mcp_answer_error(sink, message->id, &message->error);
    at_rpc_message_deinit(message);
    if (!deferred)
        at_sink_done(sink);
}
