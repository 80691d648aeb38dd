// server.c: what happens to one message
#include "mcp/server.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/server_priv.h"
#include "sys/random.h"

struct at_mcp *
at_mcp_new(const struct at_mcp_opts *opts)
{
    struct at_mcp *mcp = at_alloc(sizeof(*mcp));
    mcp->opts = *opts;
    mcp->calls = at_calls_new(at_mcp_execute, mcp);
    mcp->wants = at_wants_new();
    at_random_bytes(mcp->key, sizeof(mcp->key));
    pthread_mutex_init(&mcp->lock, NULL);
    return mcp;
}

void
at_mcp_free(struct at_mcp *mcp)
{
    if (!mcp)
        return;
    at_calls_free(mcp->calls);
    at_wants_free(mcp->wants);
    pthread_mutex_destroy(&mcp->lock);
    free(mcp);
}

bool
at_mcp_finish(const struct at_op *op, struct at_mcp *mcp, int64_t soft_ns)
{
    return at_calls_finish(op, mcp->calls, soft_ns);
}

void
at_mcp_peer_init(struct at_mcp_peer *peer, struct at_mcp *mcp)
{
    pthread_mutex_lock(&mcp->lock);
    *peer = (struct at_mcp_peer){.mcp = mcp, .id = mcp->next_peer++};
    pthread_mutex_unlock(&mcp->lock);
}

static void
answer_error(const struct at_sink *sink, const json_t *id,
             const struct at_rpc_error *error)
{
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_rpc_write_error(id, error, &out);
    bool refused = error->code == AT_RPC_MISSING_CAPABILITY;
    at_sink_send(sink, refused ? AT_SINK_REFUSAL : AT_SINK_REPLY, &out);
}

void
at_mcp_refuse_long(const struct at_sink *sink, size_t max_bytes)
{
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_PARSE_ERROR, NULL,
                "a message longer than %zu bytes", max_bytes);
    answer_error(sink, NULL, &error);
    at_sink_done(sink);
}

static void
answer(struct at_mcp_exchange *exchange)
{
    const json_t *id = exchange->request->id;
    if (exchange->error.code != 0) {
        answer_error(exchange->sink, id, &exchange->error);
        return;
    }
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_rpc_write_result(id, exchange->result, &out);
    at_sink_send(exchange->sink, AT_SINK_REPLY, &out);
}

// Not of the capabilities: what the negotiated revision has. They sort by age.
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
    bool modern = exchange->era == AT_MCP_MODERN;
    exchange->can = modern ? at_mcp_meta_can(request) : exchange->peer->can;
    if (modern || knows_links(exchange->peer))
        exchange->can |= AT_CLIENT_LINKS;
    exchange->log = modern ? at_mcp_meta_log(request) : AT_CLIENT_INFO;
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
at_mcp_peer_leave(const struct at_mcp_peer *peer)
{
    at_calls_cancel_peer(peer->mcp->calls, peer->id);
}

void
at_mcp_dispatch(struct at_mcp_peer *peer, struct at_rpc_message *message,
                const struct at_sink *sink)
{
    bool deferred = false;
    if (message->kind == AT_RPC_REQUEST)
        deferred = serve_request(peer, message, sink);
    else if (message->kind == AT_RPC_NOTIFICATION)
        serve_notification(peer, message);
    else if (message->kind == AT_RPC_RESPONSE)
        at_wants_answer(peer->mcp->wants, message);
    else if (message->kind == AT_RPC_BAD)
        answer_error(sink, message->id, &message->error);
    at_rpc_message_deinit(message);
    if (!deferred)
        at_sink_done(sink);
}

void
at_mcp_receive(struct at_mcp_peer *peer, struct at_str message,
               const struct at_sink *sink)
{
    if (at_str_trim(message).len == 0) {
        at_sink_done(sink);
        return;
    }
    struct at_rpc_message parsed;
    at_rpc_parse(message, &parsed);
    at_mcp_receive_parsed(peer, &parsed, sink);
}

void
at_mcp_receive_parsed(struct at_mcp_peer *peer, struct at_rpc_message *message,
                      const struct at_sink *sink)
{
    if (message->kind == AT_RPC_BATCH)
        at_mcp_receive_batch(peer, message, sink);
    else
        at_mcp_dispatch(peer, message, sink);
}
