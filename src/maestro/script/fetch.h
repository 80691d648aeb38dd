// fetch.h: the http requests of scripts, made by us on their behalf
//
// A script's process has no network. What it asks for is checked here: form
// files come from the workspace alone, sizes are limited, and a redirect is
// followed by the same rules. Making one exchange is another's work, because
// libcurl isn't linked by every program that runs flows.
#ifndef AT_MAESTRO_SCRIPT_FETCH_H
#define AT_MAESTRO_SCRIPT_FETCH_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_maestro_exchange {
    const char *method;
    const char *url;
    const struct at_argv *headers; // "name: value"
    struct at_str body;
    bool has_body;
};

struct at_maestro_answer {
    int status;
    struct at_buf body;
    struct at_argv headers; // "name: value", in the order of the answer
};

// Makes one exchange, without following redirects.
struct at_maestro_fetcher {
    bool (*exchange)(const struct at_op *op, void *user,
                     const struct at_maestro_exchange *exchange,
                     struct at_maestro_answer *out, struct at_err *err);
    void *user;
};

struct at_maestro_fetch_opts {
    const struct at_maestro_fetcher *fetcher; // NULL: there is no network
    const char *workspace; // folder; files of forms are below it
    const char *folder;    // the running script's; NULL: that of workspace
};

// Do what a payload of AT_SCRIPT_HTTP asks for, and write the payload of
// AT_SCRIPT_HTTP_ANSWER; a failure is one of those too. Return false if the
// payload is malformed, or op has ended.
AT_CHECKED bool at_maestro_fetch(const struct at_op *op,
                                 const struct at_maestro_fetch_opts *opts,
                                 struct at_str payload, struct at_buf *out,
                                 struct at_err *err);

#endif
