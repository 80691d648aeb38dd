// grpc_link.h: one HTTP/2 connection that carries one gRPC call at a time
//
// For net/grpc_client.c. One thread at a time. After a failure, and once
// at_grpc_link_usable() is false, the link can only be freed.
#ifndef AT_NET_GRPC_LINK_H
#define AT_NET_GRPC_LINK_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "wire/grpc.h"

struct at_grpc_link;

struct at_grpc_ask {
    const char *path; // "/package.Service/method"
    const char *authority;
    const char *authorization; // NULL: none; never logged, never indexed
    struct at_str body;        // frames; borrowed for the call
};

struct at_grpc_answer {
    struct at_grpc_meta meta;
    struct at_buf body; // owned by the caller; its max bounds what is read
    bool refused;       // the server says that it did not process the call
    bool sent;          // something of the call may have reached the server
};

// Connect and speak HTTP/2 at once, without an upgrade ("prior knowledge").
// The caller owns *out_link; NULL on failure.
AT_CHECKED bool at_grpc_link_open(const struct at_op *op, const char *endpoint,
                                  struct at_grpc_link **out_link,
                                  struct at_err *err);

// Read what the server has sent meanwhile, without waiting: it may have closed
// the connection, or be about to.
bool at_grpc_link_usable(struct at_grpc_link *link);

// One call from its headers to the end of its stream. True: the stream ended
// (answer->refused or not) in order. answer->sent is set in any case. A stream
// that the server broke off is AT_EPROTO, a connection lost AT_ENODEV, a body
// that passes its bound AT_ELIMIT.
AT_CHECKED bool at_grpc_link_call(const struct at_op *op,
                                  struct at_grpc_link *link,
                                  const struct at_grpc_ask *ask,
                                  struct at_grpc_answer *answer,
                                  struct at_err *err);

void at_grpc_link_free(struct at_grpc_link *link); // NULL is allowed

#endif
