// grpc_client.h: unary gRPC calls over one kept connection
//
// One thread at a time. A call connects where no connection is, and drops the
// connection after every failure that leaves its state unknown, so that the
// next call starts anew. Nothing is sent twice: the caller may call again if
// the error's may_have_run is false: nothing was sent, or the server refused
// the caller or the call as such.
#ifndef AT_NET_GRPC_CLIENT_H
#define AT_NET_GRPC_CLIENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "wire/grpc.h"

struct at_grpc_client;

// endpoints are of net/conn.h, tried in order, up to NULL and at most
// AT_GRPC_ENDPOINTS_MAX; they are copied. The caller owns the client; nothing
// is connected yet.
struct at_grpc_client *at_grpc_client_new(const char *const *endpoints);
void at_grpc_client_free(struct at_grpc_client *client); // NULL is allowed

struct at_grpc_call {
    const char *path; // "/package.Service/method"
    // Sent as a bearer token; NULL: none. Borrowed. No error contains it, even
    // if the server's message does.
    const char *token;
    struct at_str message; // serialised; borrowed
    size_t max_reply_bytes;
};

// Call and append the answer's one message to reply. AT_EGRPC: no server can
// be reached at any endpoint, and nothing was sent. AT_ERPC: the call failed;
// the message names the method, the status and what the server says.
// AT_ETIMEOUT, AT_ECANCELED: op ended first.
AT_CHECKED bool at_grpc_client_call(const struct at_op *op,
                                    struct at_grpc_client *client,
                                    const struct at_grpc_call *call,
                                    struct at_buf *reply, struct at_err *err);

// The last call's status; AT_GRPC_UNKNOWN if none came.
enum at_grpc_status at_grpc_client_status(const struct at_grpc_client *client);

#endif
