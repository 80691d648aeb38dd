// http.h: agentest --http
#ifndef AT_PROGRAMS_HTTP_H
#define AT_PROGRAMS_HTTP_H

#include "mcp/server.h"

// The place of the token that clients need.
struct at_http_token {
    const char *file; // its first line; only its owner may read it
    bool none;        // clients need none
};

// Serve mcp, which is taken over, at address ("[HOST:]PORT"). Without a file
// the token is AGENTEST_HTTP_TOKEN, which is removed from the environment;
// without that, of a file of this user, which is made and named on stderr. Call
// it before any thread starts. Returns the exit status; *out_stuck is that of
// at_mcp_http_serve().
int at_http_run(struct at_mcp *mcp, const char *address,
                const struct at_http_token *token, bool *out_stuck);

#endif
