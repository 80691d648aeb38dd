// grpc_client.h: unary gRPC calls over one kept connection
//
// One thread at a time. A call connects where no connection is, and drops the
// connection after whatever leaves it in doubt, so that the next call begins
// afresh. Nothing is sent twice: a caller may call again where nothing was
// done (at_grpc_client_last()).
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
    // Sent as a bearer token; NULL: none. Borrowed. No error tells it, also
    // where the server does in its own words.
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

struct at_grpc_last {
    enum at_grpc_status status; // AT_GRPC_UNKNOWN where none came
    // The server may have done what the last call asked for. False: it cannot
    // have: nothing was sent, or it refused the caller or the call as such.
    bool may_have_run;
};
struct at_grpc_last at_grpc_client_last(const struct at_grpc_client *client);

#endif
