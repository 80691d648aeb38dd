// http.h: agentest --http
#ifndef AT_PROGRAMS_HTTP_H
#define AT_PROGRAMS_HTTP_H

#include "mcp/server.h"

// Serve mcp, which is taken over, on address ("[HOST:]PORT"). The token is the
// first line of token_file, a file that only its owner can read; NULL: the
// environment's AGENTEST_HTTP_TOKEN, which is taken out of it; else there is
// none. To be called before any thread is started.
// Returns the exit status; for *out_stuck see at_mcp_http_serve().
int at_http_run(struct at_mcp *mcp, const char *address, const char *token_file,
                bool *out_stuck);

#endif
