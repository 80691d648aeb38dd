// http.c: read the token and serve
#define AT_LOG_MODULE "http"
#include "programs/http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/http_server.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/private.h"
#include "sys/random.h"
#include "sys/userdirs.h"

enum { EXIT_USAGE = 2, TOKEN_LEN = 40 };

static bool
check_private(const char *path, struct at_err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return at_fail_sys(err, AT_EUSAGE, errno, "token file '%s'", path);
    if (info.st_mode & (S_IRWXG | S_IRWXO))
        return at_fail(
            err, AT_EUSAGE,
            "others can read the token file '%s': run chmod 600 on it", path);
    return true;
}

// Move the environment's token to out: adb and other child processes must not
// have it. No thread runs yet that could read the environment meanwhile.
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

static void
keep_first_line(struct at_buf *out)
{
    struct at_str rest = at_buf_str(out);
    struct at_str line = {0};
    at_str_next_line(&rest, &line);
    at_buf_cut(out, line.len);
}

static bool
read_file(const char *path, struct at_buf *out, struct at_err *err)
{
    at_buf_clear(out);
    if (!check_private(path, err) || !at_file_read(path, out, err))
        return false;
    keep_first_line(out);
    return true;
}

// The file stays from one start to the next, so that clients can be configured.
static bool
make_file(const char *folder, const char *path, struct at_err *err)
{
    char token[TOKEN_LEN + 2];
    at_random_hex(token, TOKEN_LEN);
    token[TOKEN_LEN] = '\n';
    token[TOKEN_LEN + 1] = '\0';
    return at_file_exists(path) || (at_folder_make(folder, err) &&
                                    at_file_create(path, at_str(token), err));
}

static bool
read_own(struct at_buf *out, struct at_err *err)
{
    char *folder = at_userdirs_state("agentest", err);
    if (!folder) {
        at_err_add(err, "or give --token-file or --no-token");
        return false;
    }
    char *path = at_strfmt("%s/http-token", folder);
    bool ok = make_file(folder, path, err) && check_private(path, err) &&
              at_private_read(path, out, err);
    keep_first_line(out);
    if (ok)
        fprintf(stderr,
                "clients send Authorization: Bearer TOKEN; the token is in "
                "'%s'\n",
                path);
    free(path);
    free(folder);
    return ok;
}

static bool
read_token(const struct at_http_token *token, struct at_buf *out,
           struct at_err *err)
{
    bool inherited = take_inherited(out);
    if (token->none) {
        at_buf_clear(out);
        return true;
    }
    if (token->file ? !read_file(token->file, out, err)
                    : !inherited && !read_own(out, err))
        return false;
    if (out->len == 0 || out->overflow)
        return at_fail(err, AT_EUSAGE,
                       "the token must have 1 to %zu characters, in one line",
                       AT_HTTP_TOKEN_MAX_BYTES);
    return true;
}

int
at_http_run(struct at_mcp *mcp, const char *address,
            const struct at_http_token *where, bool *out_stuck)
{
    struct at_buf token = AT_BUF_INIT(AT_HTTP_TOKEN_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    int status = EXIT_USAGE;
    *out_stuck = false;
    if (read_token(where, &token, &err)) {
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
