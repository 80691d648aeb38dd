// token.h: the secret that clients of a server over HTTP have to know
#ifndef AT_HTTP_TOKEN_H
#define AT_HTTP_TOKEN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

// The place of the token.
struct at_http_token {
    const char *file;     // its first line; only its owner may read it
    bool none;            // clients need none
    const char *variable; // in the environment, without a file
    bool own; // without both: of a file of this user, made and named on stderr
};

// Read it into out, whose max is AT_HTTP_TOKEN_MAX_BYTES. out stays empty if no
// token is needed, or none is found and own is false. The variable is removed
// from the environment: adb and other child processes must not have it. Call it
// before any thread starts.
AT_CHECKED bool at_http_token_read(const struct at_http_token *token,
                                   struct at_buf *out, struct at_err *err);

#endif
