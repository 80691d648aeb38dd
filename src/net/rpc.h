// rpc.h: requests, answers and events as JSON over a WebSocket
//
// Serves both dialects: the Chrome DevTools Protocol ({id, method, params}) and
// JSON-RPC 2.0 as the Dart VM service speaks it. Answers with an id that nobody
// waits for are dropped; events go to the owner's function while it calls or
// takes. One thread at a time.
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

// Takes over ws.
struct at_rpc *at_rpc_new(struct at_websocket *ws, enum at_rpc_dialect dialect,
                          const struct at_rpc_events *events);
void at_rpc_free(struct at_rpc *rpc); // NULL is allowed

// Of one message: a screen of 5,000 elements is some 2 MiB.
#define AT_RPC_MESSAGE_MAX_BYTES (32 * AT_MIB)

// Send a request and wait for its answer. Takes over params (NULL: {}). The
// caller owns *out_result. AT_EDEVICE: the peer refuses, and at_rpc_refused()
// is its code. After AT_ETIMEOUT the connection is usable and the late answer
// is dropped.
AT_CHECKED bool at_rpc_call(const struct at_op *op, struct at_rpc *rpc,
                            const char *method, json_t *params,
                            json_t **out_result, struct at_err *err);
// The code with which the peer refused the last call; 0: it did not.
int64_t at_rpc_refused(const struct at_rpc *rpc);
// Take what has arrived, once fd is readable or at_rpc_has() is true; does not
// wait.
AT_CHECKED bool at_rpc_take(const struct at_op *op, struct at_rpc *rpc,
                            struct at_err *err);
int at_rpc_fd(const struct at_rpc *rpc);
// Has a message come in that at_rpc_take() would deal with, without fd being
// readable?
bool at_rpc_has(const struct at_rpc *rpc);
uint16_t at_rpc_closed(const struct at_rpc *rpc, const char **out_reason);

#endif
