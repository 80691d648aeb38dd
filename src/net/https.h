// https.h: requests over HTTP and HTTPS, by libcurl
//
// A library of its own (at-net-https): only mobile-tester-agent links it, since
// libcurl costs 4 ms at start. A link keeps its connection between requests.
// Redirects are not followed: they would carry the key away. One thread at a
// time uses a link.
#ifndef AT_NET_HTTPS_H
#define AT_NET_HTTPS_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_https;

// How to get to the server. Texts are borrowed; the environment of the process
// is not read here.
struct at_https_way {
    bool allow_http;      // beyond this machine
    const char *proxy;    // "" or NULL: none; never used for this machine
    const char *no_proxy; // hosts that are reached directly, as curl's list
    const char *ca_file;  // certificates to trust; NULL: the system's
};

struct at_https_request {
    const char *method; // "GET", "POST"
    const char *url;    // never has a key; http is only allowed as below
    const struct at_argv *headers; // "name: value"; never logged
    struct at_str body;
    int64_t idle_ms;  // without a byte; 0: none. The op has the total deadline
    size_t max_bytes; // of the answer
    struct at_https_way way;
    // Each piece of a body with a status below 300, as it comes; false ends
    // the request with AT_EPROTO. NULL: all is in answer->body.
    bool (*piece)(void *user, struct at_str bytes);
    void *user;
};

enum { AT_HTTPS_HEADERS_KEPT = 8 };

struct at_https_answer {
    int status;
    struct at_buf body; // owned; without the pieces that were passed on
    char *content_type; // these are owned, or NULL
    char *retry_after;
    char *retry_after_ms;
    char *should_retry;
    char *request_id;
};

void at_https_answer_deinit(struct at_https_answer *answer);

struct at_https *at_https_new(const char *user_agent);
void at_https_free(struct at_https *https); // NULL is allowed

// Send a request and read its answer. True: there was an answer, whatever its
// status. AT_ENODEV: nobody answers at that address (name, connection, TLS);
// AT_EPROTO: the answer was cut or is no HTTP; AT_ETIMEOUT, AT_ECANCELED,
// AT_ELIMIT, AT_EUSAGE (the URL).
AT_CHECKED bool at_https_send(const struct at_op *op, struct at_https *https,
                              const struct at_https_request *request,
                              struct at_https_answer *out, struct at_err *err);

#endif
