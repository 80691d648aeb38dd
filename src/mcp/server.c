// server.c: make a server, give it messages
#include "mcp/server.h"

#include <pthread.h>

#include "base/alloc.h"
#include "mcp/server_priv.h"

struct at_mcp *
at_mcp_new(const struct at_mcp_opts *opts)
{
    struct at_mcp *mcp = at_alloc(sizeof(*mcp));
    mcp->opts = *opts;
    mcp->calls = at_calls_new(at_mcp_execute, mcp);
    pthread_mutex_init(&mcp->lock, NULL);
    return mcp;
}

void
at_mcp_free(struct at_mcp *mcp)
{
    if (!mcp)
        return;
    at_calls_free(mcp->calls);
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

void
at_mcp_peer_leave(const struct at_mcp_peer *peer)
{
    at_calls_cancel_peer(peer->mcp->calls, peer->id);
}

void
at_mcp_refuse_long(const struct at_sink *sink, size_t max_bytes)
{
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_PARSE_ERROR, NULL,
                "a message longer than %zu bytes", max_bytes);
    at_mcp_answer_error(sink, NULL, &error);
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
