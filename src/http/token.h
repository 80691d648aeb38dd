// token.h: the secret that clients of an HTTP server must know
#ifndef AT_HTTP_TOKEN_H
#define AT_HTTP_TOKEN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

// The source of the token.
struct at_http_token {
    const char *what;     // its name in messages; NULL: "token"
    const char *file;     // its first line; only its owner may read it
    bool none;            // clients need no token
    const char *variable; // environment variable, used without a file
    bool own; // without both, use a file of this user, which is created and
              // printed to stderr
};

// Read it into out, whose max is AT_HTTP_TOKEN_MAX_BYTES. out stays empty if
// clients need no token, or if none is found and own is false. Removes the
// variable from the environment, because adb and other child processes must not
// have it. Call it before any thread starts.
AT_CHECKED bool at_http_token_read(const struct at_http_token *token,
                                   struct at_buf *out, struct at_err *err);

#endif
