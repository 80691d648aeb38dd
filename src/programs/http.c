// http.c: read the token and serve
#define AT_LOG_MODULE "http"
#include "programs/http.h"

#include "base/limits.h"
#include "mcp/http_server.h"
#include "sys/log.h"

enum { EXIT_USAGE = 2 };

int
at_http_run(struct at_mcp *mcp, const char *address,
            const struct at_http_token *where, bool *out_stuck)
{
    struct at_buf token = AT_BUF_INIT(AT_HTTP_TOKEN_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    int status = EXIT_USAGE;
    *out_stuck = false;
    if (at_http_token_read(where, &token, &err)) {
        struct at_http_opts opts = {.address = at_str(address),
                                    .token = at_buf_str(&token)};
        status = at_mcp_http_serve(mcp, &opts, out_stuck);
    } else {
        at_log_error("%s", err.msg);
        at_mcp_free(mcp);
    }
    if (!*out_stuck) // a stuck server still compares with it
        at_buf_deinit(&token);
    return status;
}
