// rpc.h: requests, answers and events as JSON over a WebSocket
//
// Supports both dialects: the Chrome DevTools Protocol ({id, method, params})
// and JSON-RPC 2.0 as used by the Dart VM service. Answers with an unknown id
// are dropped; events are passed to the owner's function during call and take.
// One thread at a time.
#ifndef AT_NET_RPC_H
#define AT_NET_RPC_H

#include <jansson.h>

#include "base/limits.h"
#include "net/websocket.h"

enum at_rpc_dialect { AT_RPC_CDP, AT_RPC_JSON2 };

struct at_rpc_events {
    // params is borrowed for the call.
    void (*event)(void *user, const char *method, const json_t *params);
    void *user;
};

struct at_rpc;

// Create an RPC connection; takes ownership of ws.
struct at_rpc *at_rpc_new(struct at_websocket *ws, enum at_rpc_dialect dialect,
                          const struct at_rpc_events *events);
void at_rpc_free(struct at_rpc *rpc); // NULL is allowed

// Limit of a message: a screen of 5,000 elements is some 2 MiB.
#define AT_RPC_MESSAGE_MAX_BYTES (32 * AT_MIB)

// Send a request and wait for its answer. Takes ownership of params (NULL: {}).
// The caller owns *out_result. AT_EDEVICE: the peer refused; at_rpc_refused()
// returns its code. After AT_ETIMEOUT the connection is usable, and the late
// answer is dropped.
AT_CHECKED bool at_rpc_call(const struct at_op *op, struct at_rpc *rpc,
                            const char *method, json_t *params,
                            json_t **out_result, struct at_err *err);
// Return the peer's error code for the last call, 0 if it was not refused.
int64_t at_rpc_refused(const struct at_rpc *rpc);
// Process received messages, once fd is readable or at_rpc_has() is true; does
// not wait.
AT_CHECKED bool at_rpc_take(const struct at_op *op, struct at_rpc *rpc,
                            struct at_err *err);
int at_rpc_fd(const struct at_rpc *rpc);
// Return true if at_rpc_take() has a message to process even though fd is not
// readable.
bool at_rpc_has(const struct at_rpc *rpc);
uint16_t at_rpc_closed(const struct at_rpc *rpc, const char **out_reason);

#endif
