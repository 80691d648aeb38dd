// http_server.h: the MCP server over Streamable HTTP, at /mcp
//
// Every request is its own peer; there are no protocol sessions.
// http_rules.h has the rules.
#ifndef AT_MCP_HTTP_SERVER_H
#define AT_MCP_HTTP_SERVER_H

#include "base/str.h"
#include "http/client_limits.h"
#include "mcp/server.h"

enum { AT_HTTP_END_MS = 1600 }; // limit for all calls when the server ends

struct at_http_opts {
    struct at_str address; // [HOST:]PORT; port 0: any that is free
    struct at_str token;   // empty: none; needed beyond loopback
    const struct at_http_limits *limits; // NULL: those of base/limits.h
};

// Serve until SIGTERM or SIGINT. Prints the address to stderr when it listens.
// Returns the exit status. Frees mcp, unless a thread of it does not end;
// *out_stuck then says that the process must leave with _exit().
int at_mcp_http_serve(struct at_mcp *mcp, const struct at_http_opts *opts,
                      bool *out_stuck);

#endif
