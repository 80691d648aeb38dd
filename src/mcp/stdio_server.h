// stdio_server.h: the MCP server over standard input and output
#ifndef AT_MCP_STDIO_SERVER_H
#define AT_MCP_STDIO_SERVER_H

#include "mcp/server.h"

enum {
    // A client that hangs up waits 2 s before it sends SIGTERM.
    AT_STDIO_GRACE_MS = 800, // for calls to end by themselves
    AT_STDIO_END_MS = 1600,  // for all
};

// Serve until standard input ends, SIGTERM or SIGINT comes, or nobody reads
// the answers. Descriptor 1 belongs to the protocol from here on: it is moved
// away and what else writes to it goes to stderr; standard input becomes
// /dev/null. Returns the exit status. mcp is freed, or given up with a thread
// that does not end; *out_stuck then says that the process must leave with
// _exit().
int at_mcp_stdio_serve(struct at_mcp *mcp, bool *out_stuck);

#endif
