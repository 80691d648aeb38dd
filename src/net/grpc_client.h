// grpc_client.h: unary gRPC calls over a persistent connection
//
// One thread at a time. A call connects if necessary, and drops the connection
// after any failure that leaves its state unknown, so the next call reconnects.
// Nothing is sent twice: the caller may call again if the error's may_have_run
// is false, which means that nothing was sent, or that the server refused the
// caller or the call as such.
#ifndef AT_NET_GRPC_CLIENT_H
#define AT_NET_GRPC_CLIENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "wire/grpc.h"

struct at_grpc_client;

// Create a client, still disconnected, which the caller owns. endpoints is a
// NULL-terminated list for net/conn.h of at most AT_GRPC_ENDPOINTS_MAX, tried
// in order and copied.
struct at_grpc_client *at_grpc_client_new(const char *const *endpoints);
void at_grpc_client_free(struct at_grpc_client *client); // NULL is allowed

struct at_grpc_call {
    const char *path; // "/package.Service/method"
    // Sent as a bearer token; NULL: none. Borrowed. Errors never contain it,
    // even if the server's message does.
    const char *token;
    struct at_str message; // serialised; borrowed
    size_t max_reply_bytes;
};

// Call, and append the single message of the answer to reply. AT_EGRPC: no
// endpoint is reachable, and nothing was sent. AT_ERPC: the call failed; the
// message has the method, the status and the server's text. AT_ETIMEOUT,
// AT_ECANCELED: op ended first.
AT_CHECKED bool at_grpc_client_call(const struct at_op *op,
                                    struct at_grpc_client *client,
                                    const struct at_grpc_call *call,
                                    struct at_buf *reply, struct at_err *err);

// Return the last call's status; AT_GRPC_UNKNOWN if none was received.
enum at_grpc_status at_grpc_client_status(const struct at_grpc_client *client);

#endif
