// rpc.h: requests, answers and events as JSON over a WebSocket
//
// Serves both dialects: the Chrome DevTools Protocol ({id, method, params}) and
// JSON-RPC 2.0 as the Dart VM service speaks it. Answers with an id that nobody
// waits for are dropped; events go to the owner's function while it calls or
// takes. One thread at a time.
#ifndef AT_NET_RPC_H
#define AT_NET_RPC_H

#include <jansson.h>

#include "net/websocket.h"

enum at_rpc_dialect { AT_RPC_CDP, AT_RPC_JSON2 };

struct at_rpc_events {
    // params is borrowed for the call.
    void (*event)(void *user, const char *method, const json_t *params);
    void *user;
};

struct at_rpc;

// Takes over ws.
struct at_rpc *at_rpc_new(struct at_websocket *ws, enum at_rpc_dialect dialect,
                          const struct at_rpc_events *events);
void at_rpc_free(struct at_rpc *rpc); // NULL is allowed

// The peer's own refusal.
struct at_rpc_refusal {
    int64_t code; // 0: none
    char message[256];
};

// Send a request and wait for its answer. Takes over params (NULL: {}). The
// caller owns *out_result. AT_EDEVICE: the peer refuses, and refusal (may be
// NULL) says how. After AT_ETIMEOUT the connection is usable and the late
// answer is dropped.
AT_CHECKED bool at_rpc_call(const struct at_op *op, struct at_rpc *rpc,
                            const char *method, json_t *params,
                            json_t **out_result, struct at_rpc_refusal *refusal,
                            struct at_err *err);
// Take what has arrived without waiting for more than the rest of a message.
AT_CHECKED bool at_rpc_take(const struct at_op *op, struct at_rpc *rpc,
                            struct at_err *err);
int at_rpc_fd(const struct at_rpc *rpc);
// Has a message come in that at_rpc_take() would deal with, without fd being
// readable?
bool at_rpc_has(const struct at_rpc *rpc);
uint16_t at_rpc_closed(const struct at_rpc *rpc, const char **out_reason);

#endif
