// stdio_server.h: the MCP server over standard input and output
#ifndef AT_MCP_STDIO_SERVER_H
#define AT_MCP_STDIO_SERVER_H

#include "mcp/server.h"

enum {
    // A client that hangs up sends SIGTERM 2 s later.
    AT_STDIO_GRACE_MS = 800, // for calls to end by themselves
    AT_STDIO_END_MS = 1600,  // for everything to end
};

// Serve until standard input ends, SIGTERM or SIGINT comes, or the answers are
// no longer read. Only the protocol writes to standard output from here on:
// descriptor 1 is moved, other writers to it reach stderr; standard input
// becomes /dev/null. Returns the exit status. Frees mcp, unless a thread of it
// does not end; *out_stuck then says that the process must leave with _exit().
int at_mcp_stdio_serve(struct at_mcp *mcp, bool *out_stuck);

#endif
