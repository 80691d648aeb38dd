// http_rules.h: the rules of Streamable HTTP that a request must obey
//
// Pure: values in, a verdict out. First the head is checked, then the message
// in the body, which itself says of which era it is.
#ifndef AT_MCP_HTTP_RULES_H
#define AT_MCP_HTTP_RULES_H

#include "base/str.h"
#include "http/access.h"
#include "mcp/rpc.h"

struct at_mcp;

// A header that is absent has ptr NULL.
struct at_http_request {
    struct at_str method;
    struct at_str path;
    struct at_http_asker asker;
    struct at_str authorization;
    struct at_str content_type;
    struct at_str content_length;
    struct at_str accept;
    struct at_str protocol_version; // MCP-Protocol-Version
    struct at_str mcp_method;
    struct at_str mcp_name;
};

// status 0: serve the request. Otherwise it is the answer's, whose body is
// error unless its code is 0.
struct at_http_verdict {
    unsigned status;
    struct at_rpc_error error; // at_rpc_error_deinit() it
};

void at_http_check_head(const struct at_http_policy *policy,
                        const struct at_http_request *request,
                        struct at_http_verdict *out);
void at_http_check_message(const struct at_mcp *mcp,
                           const struct at_http_request *request,
                           const struct at_rpc_message *message,
                           struct at_http_verdict *out);

// Return the revision with a handshake that a request's head names, or NULL.
const char *at_http_legacy_version(const struct at_http_request *request);

#endif
