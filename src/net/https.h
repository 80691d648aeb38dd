// https.h: HTTP and HTTPS requests, based on libcurl
//
// A separate library (at-net-https), linked only by mobile-tester-agent,
// because libcurl costs 4 ms at start. A handle keeps its connection between
// requests and is used by one thread at a time. Redirects are not followed:
// they would leak the key.
#ifndef AT_NET_HTTPS_H
#define AT_NET_HTTPS_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_https;

// How to reach the server. Texts are borrowed; the process's environment is not
// used.
struct at_https_way {
    bool allow_http;      // also to other machines
    const char *proxy;    // "" or NULL: none; never used for loopback
    const char *no_proxy; // hosts to reach directly, a list as in curl
    const char *ca_file;  // certificates to trust; NULL: the system's
    // Connect to public addresses only (net/address.h), by the address that the
    // name has at that moment. The connection is new, and is not kept: another
    // request may have been allowed more. A proxy would hide the address, so
    // none is used.
    bool public_only;
    // Refuse addresses of this machine and of its link (clouds answer with
    // their keys there), as public_only refuses all that aren't public.
    bool no_local;
};

// Set proxy, no_proxy and ca_file by the variables of base/curl_env.h. The
// texts are those of get().
void at_https_way_env(const char *(*get)(void *user, const char *name),
                      void *user, const char *url, struct at_https_way *way);

// A signature of AWS, version 4, over the headers, the path and the header
// x-amz-content-sha256, which the request needs.
struct at_https_signing {
    const char *provider; // "aws:amz:REGION:SERVICE"; NULL: no signature
    const char *login;    // "KEY:SECRET"
};

enum { AT_HTTPS_HEADERS_KEPT = 8 };

struct at_https_request {
    const char *method; // "GET", "HEAD", "POST", "PUT" …
    const char *url;    // without the key; http is restricted as below
    const struct at_argv *headers; // "name: value"; never logged
    struct at_str body;
    int64_t idle_ms;  // maximum silence; 0: none. The op has the total deadline
    size_t max_bytes; // limit of the answer
    struct at_https_way way;
    struct at_https_signing signing;
    // Called for each piece of a body with a status below 300; returning false
    // ends the request with AT_EPROTO. NULL: collect everything in
    // answer->body.
    bool (*piece)(void *user, struct at_str bytes);
    void *user;
    // Called for each header of the final answer, and again from the first one
    // if that was not the final answer; or NULL.
    void (*header)(void *user, struct at_str name, struct at_str value);
    void (*forget_headers)(void *user);
    // More headers to keep, up to NULL, at most AT_HTTPS_HEADERS_KEPT; NULL:
    // none.
    const char *const *wanted;
};

struct at_https_answer {
    int status;
    struct at_buf body; // owned; without the pieces passed on
    char *content_type; // this and the following are owned, or NULL
    char *retry_after;
    char *retry_after_ms;
    char *should_retry;
    char *request_id;
    char *wanted[AT_HTTPS_HEADERS_KEPT]; // in the request's order
};

void at_https_answer_deinit(struct at_https_answer *answer);

struct at_https *at_https_new(const char *user_agent);
void at_https_free(struct at_https *https); // NULL is allowed

// Send a request and read its answer. Return true for any answer, whatever its
// status. AT_ENODEV: no server answers at that address (name, connection, TLS;
// err->sys has the errno of a failed connection);
// AT_EPROTO: the answer was cut or is not HTTP; AT_ETIMEOUT, AT_ECANCELED,
// AT_ELIMIT, AT_EUSAGE (the URL, or an address that is not public).
AT_CHECKED bool at_https_send(const struct at_op *op, struct at_https *https,
                              const struct at_https_request *request,
                              struct at_https_answer *out, struct at_err *err);

#endif
