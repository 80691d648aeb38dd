// client.h: the client of a request, for as long as the request is served
#ifndef AT_MCP_CLIENT_H
#define AT_MCP_CLIENT_H

#include <jansson.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "mcp/rpc.h"
#include "mcp/sink.h"

struct at_client;

// A server that requests something of its clients in turn (elicitation,
// sampling) has hooks; tests/conformance has such a server.
struct at_client_hooks {
    // A call begins. False with error: it is not served.
    bool (*begin)(struct at_client *client, const json_t *params,
                  struct at_rpc_error *error);
    // The call has ended, or has not begun; result (NULL with error) is taken
    // over. Return the result to answer with.
    json_t *(*end)(struct at_client *client, json_t *result,
                   struct at_rpc_error *error);
    // A response to a request has come in.
    void (*take_response)(struct at_rpc_message *message);
};

// All borrowed, set by the server.
struct at_client {
    const struct at_client_hooks *hooks; // NULL: nothing is requested of it
    const struct at_sink *sink;          // takes messages to it
    const char *target; // the name of the tool or prompt, the resource's URI
    bool modern;        // era without handshake
    bool links;         // knows blocks of type resource_link (2025-06-18)
    void *data;         // the hooks' own
};

// Begin a call; end it in any case. False with error: it is not to be served.
AT_CHECKED bool at_client_begin(struct at_client *client, const json_t *params,
                                struct at_rpc_error *error);
json_t *at_client_end(struct at_client *client, json_t *result,
                      struct at_rpc_error *error);

// The level of a log message: 0 is "debug", 7 "emergency", -1 not a level.
int at_client_log_level(struct at_str name);

#endif
