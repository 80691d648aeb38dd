// server_priv.h: what the rooms of the server share
#ifndef AT_MCP_SERVER_PRIV_H
#define AT_MCP_SERVER_PRIV_H

#include <jansson.h>

#include <pthread.h>

#include "mcp/calls.h"
#include "mcp/rpc.h"
#include "mcp/server.h"

#define AT_MCP_META "io.modelcontextprotocol/"
#define AT_MCP_MODERN_VERSION "2026-07-28"

enum at_mcp_era { AT_MCP_LEGACY, AT_MCP_MODERN, AT_MCP_ERA_COUNT };

struct at_mcp {
    struct at_mcp_opts opts;
    struct at_calls *calls; // owned
    pthread_mutex_t lock;   // guards next_peer
    uint64_t next_peer;
};

// Era and validity of the request's `_meta`. False with error set.
AT_CHECKED bool at_mcp_read_meta(const struct at_rpc_message *request,
                                 enum at_mcp_era *out_era,
                                 struct at_rpc_error *error);

// A request on its way through a method's handler.
struct at_mcp_exchange {
    struct at_mcp_peer *peer;
    enum at_mcp_era era;
    struct at_rpc_message *request; // a handler that defers takes it
    const struct at_sink *sink;
    json_t *result;            // owned; the answer, unless
    struct at_rpc_error error; // code is not 0, or
    bool deferred;             // a call will answer and end the sink
};

struct at_mcp_method {
    const char *name;
    void (*handle)(struct at_mcp_exchange *exchange);
};

// The method of an era, NULL where it has none of that name.
const struct at_mcp_method *at_mcp_method_find(enum at_mcp_era era,
                                               struct at_str name);

// Add what the modern era wants in every result. Lists and discovery are
// cacheable.
void at_mcp_decorate(const struct at_mcp *mcp, enum at_mcp_era era,
                     bool cacheable, json_t *result);

// Executes what the handler of tools/call has queued (at_call_execute_fn).
void at_mcp_execute(void *user, struct at_call *call, struct at_buf *out);

// Serve the elements of an array and answer with one array. Takes batch over.
void at_mcp_receive_batch(struct at_mcp_peer *peer,
                          struct at_rpc_message *batch,
                          const struct at_sink *sink);
// Serve one message; takes it over and calls sink's done in the end.
void at_mcp_dispatch(struct at_mcp_peer *peer, struct at_rpc_message *message,
                     const struct at_sink *sink);

#endif
