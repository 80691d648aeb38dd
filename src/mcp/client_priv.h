// client_priv.h: struct at_client as the server makes it
#ifndef AT_MCP_CLIENT_PRIV_H
#define AT_MCP_CLIENT_PRIV_H

#include "mcp/client.h"
#include "mcp/rpc.h"
#include "mcp/sink.h"
#include "mcp/wants.h"

enum { AT_CLIENT_KEY_BYTES = 32 };

struct at_client {
    // Borrowed, all set by the server.
    const struct at_sink *sink;
    struct at_wants *wants;   // where answers arrive
    const unsigned char *key; // signs states; AT_CLIENT_KEY_BYTES
    struct at_str purpose;    // what a state is good for: the request's name
    bool modern;
    unsigned can; // enum at_client_can
    enum at_client_log log;
    const json_t *responses; // of the request; NULL: none

    char *kept;                // owned; of the round before, verified
    char *keep;                // owned; for the next round
    json_t *wanted;            // owned: key to {method, params}
    json_t *answers;           // owned: key to result
    bool incomplete;           // the client has to send answers first
    struct at_rpc_error error; // code not 0: answer with it and nothing else
};

// Take responses and state from the request's params. False: error is set.
AT_CHECKED bool at_client_begin(struct at_client *client, const json_t *params);
void at_client_deinit(struct at_client *client);

// The input_required result of a client that is incomplete; the caller's.
json_t *at_client_result(const struct at_client *client);

// The capabilities in a ClientCapabilities object, and the other way round.
unsigned at_client_read_can(const json_t *capabilities);
// Error -32021 for what is missing of need.
void at_client_fail_can(struct at_rpc_error *error, unsigned missing);

#endif
