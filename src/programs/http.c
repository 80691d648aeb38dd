// http.c: where the token comes from
#define AT_LOG_MODULE "http"
#include "programs/http.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/http_server.h"
#include "sys/file.h"
#include "sys/log.h"

enum { EXIT_USAGE = 2 };

static bool
check_private(const char *path, struct at_err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return at_fail_sys(err, AT_EUSAGE, errno, "token file '%s'", path);
    if (info.st_mode & (S_IRWXG | S_IRWXO))
        return at_fail(err, AT_EUSAGE,
                       "others can read the token file '%s': chmod 600 it",
                       path);
    return true;
}

// The environment's token into out. It is not for adb and what else is run:
// no thread runs yet that could read the environment meanwhile.
static bool
take_inherited(struct at_buf *out)
{
    static const char name[] = "AGENTEST_HTTP_TOKEN";
    const char *inherited = getenv(name);
    if (inherited)
        at_buf_add_text(out, inherited);
    unsetenv(name);
    return inherited != NULL;
}

static bool
read_token(const char *path, struct at_buf *out, struct at_err *err)
{
    bool given = take_inherited(out);
    if (path) {
        at_buf_clear(out);
        if (!check_private(path, err) || !at_file_read(path, out, err))
            return false;
        struct at_str rest = at_buf_str(out);
        struct at_str line = {0};
        at_str_next_line(&rest, &line);
        at_buf_cut(out, line.len);
    }
    if ((path || given) && (out->len == 0 || out->overflow))
        return at_fail(err, AT_EUSAGE,
                       "the token must have 1 to %zu characters, in one line",
                       AT_HTTP_TOKEN_MAX_BYTES);
    return true;
}

int
at_http_run(struct at_mcp *mcp, const char *address, const char *token_file,
            bool *out_stuck)
{
    struct at_buf token = AT_BUF_INIT(AT_HTTP_TOKEN_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    int status = EXIT_USAGE;
    *out_stuck = false;
    if (read_token(token_file, &token, &err)) {
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
