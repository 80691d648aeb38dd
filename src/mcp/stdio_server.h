// stdio_server.h: the MCP server over standard input and output
#ifndef AT_MCP_STDIO_SERVER_H
#define AT_MCP_STDIO_SERVER_H

#include "mcp/server.h"

enum {
    // A client that hangs up sends SIGTERM 2 s later.
    AT_STDIO_GRACE_MS = 800, // for calls to end themselves
    AT_STDIO_END_MS = 1600,  // limit for the end
};

// Serve until standard input ends, SIGTERM or SIGINT arrives, or the answers
// are no longer read. From now on only the protocol writes to standard output:
// descriptor 1 is moved, and other writers to it reach stderr; standard input
// becomes /dev/null. Return the exit status. Frees mcp unless one of its
// threads does not end; *out_stuck then requires the process to leave with
// _exit().
int at_mcp_stdio_serve(struct at_mcp *mcp, bool *out_stuck);

#endif
