// token.c: reads the token from a file or the environment, or creates it
#include "http/token.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/private.h"
#include "sys/random.h"
#include "sys/userdirs.h"

enum { TOKEN_LEN = 40 };

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

static bool
take_inherited(const char *name, struct at_buf *out)
{
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

static const char *
name_of(const struct at_http_token *token)
{
    return token->what ? token->what : "token";
}

static bool
read_file(const struct at_http_token *token, struct at_buf *out,
          struct at_err *err)
{
    char what[64];
    snprintf(what, sizeof(what), "%s file", name_of(token));
    at_buf_clear(out);
    return at_private_read_line(token->file, what, out, err);
}

// Keep an existing file, because clients may be configured with it.
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
find_token(const struct at_http_token *token, bool inherited,
           struct at_buf *out, struct at_err *err)
{
    if (token->file)
        return read_file(token, out, err);
    return inherited || !token->own || read_own(out, err);
}

bool
at_http_token_read(const struct at_http_token *token, struct at_buf *out,
                   struct at_err *err)
{
    bool inherited = token->variable && take_inherited(token->variable, out);
    if (token->none) {
        at_buf_clear(out);
        return true;
    }
    if (!find_token(token, inherited, out, err))
        return false;
    bool needed = token->file || inherited || token->own;
    if ((needed && out->len == 0) || out->overflow)
        return at_fail(err, AT_EUSAGE,
                       "the %s must have 1 to %zu characters, in one line",
                       name_of(token), AT_HTTP_TOKEN_MAX_BYTES);
    return true;
}
