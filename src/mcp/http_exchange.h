// http_exchange.h: one request over HTTP and its answer
//
// The MCP server fills it from any thread. Its messages become one JSON body
// or, from the first notification on, a stream of events.
#ifndef AT_MCP_HTTP_EXCHANGE_H
#define AT_MCP_HTTP_EXCHANGE_H

#include "base/buf.h"
#include "http/exchange.h"
#include "mcp/rpc.h"
#include "mcp/server.h"
#include "mcp/sink.h"

struct at_mcp_http {
    struct at_mcp *mcp;
    struct at_http_exchanges exchanges;
    size_t out_bytes; // guarded by exchanges.lock: of all answers not sent yet
};

struct at_mcp_exchange {
    struct at_http_exchange base;

    // The daemon's thread only.
    bool is_request; // a request, or a batch with one: it is answered
    struct at_mcp_peer peer;

    // Guarded by the exchanges' lock.
    unsigned status;
    struct at_buf out;
    size_t sent;     // bytes of out already sent
    bool stream;     // out holds events
    bool failed;     // the rest of the answer was dropped
    int64_t said_ns; // when something was last added
};

// Answer with this only. error is borrowed; code 0: no body.
void at_mcp_exchange_refuse(struct at_mcp_exchange *exchange, unsigned status,
                            const json_t *id, const struct at_rpc_error *error);
// Give the message to the server; takes it over.
void at_mcp_exchange_serve(struct at_mcp_exchange *exchange,
                           struct at_rpc_message *message);

// The rest are rows of struct at_http_exchange_ops.
bool at_mcp_exchange_ready_locked(const struct at_http_exchange *base);
enum MHD_Result at_mcp_exchange_answer(struct at_http_exchange *base);
// Cancel a modern call if the client has hung up; an older one continues.
void at_mcp_exchange_leave(struct at_http_exchange *base);
// Send a sign of life, and cut off a client that reads too slowly.
void at_mcp_exchange_watch_locked(struct at_http_exchange *base,
                                  int64_t now_ns);
void at_mcp_exchange_deinit(struct at_http_exchange *base);

#endif
