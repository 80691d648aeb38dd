// http.h: agentest --http
#ifndef AT_PROGRAMS_HTTP_H
#define AT_PROGRAMS_HTTP_H

#include "http/token.h"
#include "mcp/server.h"

// Serve mcp at address ("[HOST:]PORT") and take it over. Call before any thread
// starts. Returns the exit status; *out_stuck is set as by at_mcp_http_serve().
int at_http_run(struct at_mcp *mcp, const char *address,
                const struct at_http_token *token, bool *out_stuck);

#endif
