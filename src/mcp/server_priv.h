// server_priv.h: declarations that the files of the server share
#ifndef AT_MCP_SERVER_PRIV_H
#define AT_MCP_SERVER_PRIV_H

#include <jansson.h>

#include <pthread.h>

#include "mcp/calls.h"
#include "mcp/client.h"
#include "mcp/rpc.h"
#include "mcp/server.h"

#define AT_MCP_META "io.modelcontextprotocol/"
#define AT_MCP_MODERN_VERSION "2026-07-28"

enum at_mcp_era { AT_MCP_LEGACY, AT_MCP_MODERN };

struct at_mcp {
    struct at_mcp_opts opts;
    struct at_calls *calls; // owned
    pthread_mutex_t lock;   // guards next_peer
    uint64_t next_peer;
};

// Read the era from the request's `_meta`, and check it. False with error.
AT_CHECKED bool at_mcp_read_meta(const struct at_rpc_message *request,
                                 enum at_mcp_era *out_era,
                                 struct at_rpc_error *error);

// A request while a method's handler serves it.
struct at_mcp_exchange {
    struct at_mcp_peer *peer;
    enum at_mcp_era era;
    bool links;                     // the client knows links to resources
    struct at_rpc_message *request; // taken over by a handler that defers
    const struct at_sink *sink;
    json_t *result;            // owned; the answer unless there is an error
    struct at_rpc_error error; // code 0: no error
    bool deferred;             // a call will answer instead, and end the sink
};

// Serve the exchange's method: sets result, error or deferred.
void at_mcp_serve_method(struct at_mcp_exchange *exchange);
bool at_mcp_has_method(const struct at_mcp *mcp, enum at_mcp_era era,
                       struct at_str name);

enum at_mcp_cache {
    AT_MCP_NO_CACHE, // caching is not mentioned
    AT_MCP_STALE,    // clients must neither store nor share it
    AT_MCP_LASTING,  // the same for all clients while the server runs
};

// Return the name, title and version of the server; the caller owns it.
json_t *at_mcp_server_info(const struct at_mcp *mcp);
// Add the members that every result of the modern era has.
void at_mcp_decorate(const struct at_mcp *mcp, enum at_mcp_era era,
                     enum at_mcp_cache cache, json_t *result);

// Return params' text of that name; "" with error if it is not a string.
struct at_str at_mcp_need_str(struct at_mcp_exchange *exchange,
                              const char *name);
// False with error if the client requests a further page: there is only one.
AT_CHECKED bool at_mcp_one_page(struct at_mcp_exchange *exchange);

// The lane of calls that need no device.
#define AT_MCP_LANE_READ "(resources, prompts)"

// Queue work on target for a worker, which will answer the request.
void at_mcp_defer(struct at_mcp_exchange *exchange, at_mcp_work_fn *work,
                  const void *target, const char *lane);
// Do the work of a call (at_mcp_execute_fn).
enum at_sink_kind at_mcp_execute(void *user, struct at_mcp_call *call,
                                 struct at_buf *out);
// Begin the work of a call for target. False with error: there is nothing to
// do. End it in any case.
AT_CHECKED bool at_mcp_begin_work(const struct at_mcp *mcp,
                                  const struct at_mcp_call *call,
                                  const char *target, struct at_client *client,
                                  struct at_rpc_error *error);
// Return the result to answer with, given the work's (taken over; NULL with
// error).
json_t *at_mcp_end_work(const struct at_mcp *mcp, struct at_client *client,
                        enum at_mcp_cache cache, json_t *result,
                        struct at_rpc_error *error);

// Handlers, by the file they are in.
void at_mcp_tools_list(struct at_mcp_exchange *exchange);
void at_mcp_tools_call(struct at_mcp_exchange *exchange);
void at_mcp_resources_list(struct at_mcp_exchange *exchange);
void at_mcp_templates_list(struct at_mcp_exchange *exchange);
void at_mcp_resources_read(struct at_mcp_exchange *exchange);
void at_mcp_prompts_list(struct at_mcp_exchange *exchange);
void at_mcp_prompts_get(struct at_mcp_exchange *exchange);

// Serve the elements of an array and answer with one array. Takes batch over.
void at_mcp_receive_batch(struct at_mcp_peer *peer,
                          struct at_rpc_message *batch,
                          const struct at_sink *sink);
// Send an error as the answer to id; NULL: to a message without one.
void at_mcp_answer_error(const struct at_sink *sink, const json_t *id,
                         const struct at_rpc_error *error);
// Serve one message; takes it over and calls sink's done in the end.
void at_mcp_dispatch(struct at_mcp_peer *peer, struct at_rpc_message *message,
                     const struct at_sink *sink);

#endif
