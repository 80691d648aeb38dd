// server_priv.h: what the rooms of the server share
#ifndef AT_MCP_SERVER_PRIV_H
#define AT_MCP_SERVER_PRIV_H

#include <jansson.h>

#include <pthread.h>

#include "mcp/calls.h"
#include "mcp/client_priv.h"
#include "mcp/rpc.h"
#include "mcp/server.h"

#define AT_MCP_META "io.modelcontextprotocol/"
#define AT_MCP_MODERN_VERSION "2026-07-28"

enum at_mcp_era { AT_MCP_LEGACY, AT_MCP_MODERN, AT_MCP_ERA_COUNT };

struct at_mcp {
    struct at_mcp_opts opts;
    struct at_calls *calls; // owned
    struct at_wants *wants; // owned
    unsigned char key[AT_CLIENT_KEY_BYTES];
    pthread_mutex_t lock; // guards next_peer
    uint64_t next_peer;
};

// Era and validity of the request's `_meta`. False with error set.
AT_CHECKED bool at_mcp_read_meta(const struct at_rpc_message *request,
                                 enum at_mcp_era *out_era,
                                 struct at_rpc_error *error);
// What a modern request's `_meta`, once it was checked, says of its client.
unsigned at_mcp_meta_can(const struct at_rpc_message *request);
enum at_client_log at_mcp_meta_log(const struct at_rpc_message *request);

// A request on its way through a method's handler.
struct at_mcp_exchange {
    struct at_mcp_peer *peer;
    enum at_mcp_era era;
    unsigned can;                   // enum at_client_can
    enum at_client_log log;         // what the client wants to be told
    struct at_rpc_message *request; // a handler that defers takes it
    const struct at_sink *sink;
    json_t *result;            // owned; the answer, unless
    struct at_rpc_error error; // code is not 0, or
    bool deferred;             // a call will answer and end the sink
};

struct at_mcp_method {
    const char *name;
    void (*handle)(struct at_mcp_exchange *exchange);
    bool (*served)(const struct at_mcp *mcp); // NULL: always
};

// Serve the exchange's method: sets result, error or deferred.
void at_mcp_serve_method(struct at_mcp_exchange *exchange);
// Has the server a method of that name in that era?
bool at_mcp_has_method(const struct at_mcp *mcp, enum at_mcp_era era,
                       struct at_str name);

enum at_mcp_cache {
    AT_MCP_NO_CACHE, // says nothing of caching
    AT_MCP_STALE,    // not to be kept, nor shared
    AT_MCP_LASTING,  // the same for all, as long as the server runs
};

// Add what the modern era wants in every result.
void at_mcp_decorate(const struct at_mcp *mcp, enum at_mcp_era era,
                     enum at_mcp_cache cache, json_t *result);

// The text under name in params; "" with error set where it is none.
struct at_str at_mcp_need_str(struct at_mcp_exchange *exchange,
                              const char *name);
// False, with error set, where the client asks for a page: all is on one.
AT_CHECKED bool at_mcp_one_page(struct at_mcp_exchange *exchange);

// The lane of what needs no device.
#define AT_MCP_LANE_READ "(resources, prompts)"

// Queue work on target for a worker, which will answer the request; in order
// within the lane.
void at_mcp_defer(struct at_mcp_exchange *exchange, at_call_work_fn *work,
                  const void *target, const char *lane);
// The work of all calls (at_call_execute_fn).
enum at_sink_kind at_mcp_execute(void *user, struct at_call *call,
                                 struct at_buf *out);
// The client of a running call; end it in any case. False: not to be served.
AT_CHECKED bool at_mcp_client_begin(struct at_mcp *mcp, struct at_call *call,
                                    const char *purpose,
                                    struct at_client *client);
// What to answer, given the work's result (taken over; NULL with error): where
// the client has to send something first, that.
json_t *at_mcp_client_end(struct at_client *client, json_t *result,
                          struct at_rpc_error *error);

// Handlers, by the room they are in.
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
// Serve one message; takes it over and calls sink's done in the end.
void at_mcp_dispatch(struct at_mcp_peer *peer, struct at_rpc_message *message,
                     const struct at_sink *sink);

#endif
