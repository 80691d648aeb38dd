// grpc_link.h: an HTTP/2 connection that carries one gRPC call at a time
//
// For net/grpc_client.c. One thread at a time. After a failure, and once
// at_grpc_link_usable() returns false, the link can only be freed.
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
    struct at_buf body; // owned by the caller; its max limits the body
    bool refused;       // the server reports that it did not process the call
    bool sent;          // a part of the call may have reached the server
};

// Connect and use HTTP/2 directly, without an upgrade ("prior knowledge"). The
// caller owns *out_link; NULL on failure.
AT_CHECKED bool at_grpc_link_open(const struct at_op *op, const char *endpoint,
                                  struct at_grpc_link **out_link,
                                  struct at_err *err);

// Return true if the link can be used. Reads pending input without waiting,
// because the server may have closed the connection or announced it.
bool at_grpc_link_usable(struct at_grpc_link *link);

// Make one call, from its headers to the end of its stream. Return true if the
// stream ended properly (whether or not answer->refused is set). answer->sent
// is always set. Fails with AT_EPROTO if the server aborted the stream,
// AT_ENODEV if the connection was lost, AT_ELIMIT if the body exceeds its
// bound.
AT_CHECKED bool at_grpc_link_call(const struct at_op *op,
                                  struct at_grpc_link *link,
                                  const struct at_grpc_ask *ask,
                                  struct at_grpc_answer *answer,
                                  struct at_err *err);

void at_grpc_link_free(struct at_grpc_link *link); // NULL is allowed

#endif
