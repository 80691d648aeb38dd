// server.h: HTTP/1.1 for a handful of connections, as the helper speaks it
//
// A thread accepts and each connection has a thread too; whoever comes when
// all are taken is told BUSY. The handler is called on these threads, by
// several at once, and only for requests with the right token.
#ifndef VIRTUAL_ANDROID_HELPER_SERVER_H
#define VIRTUAL_ANDROID_HELPER_SERVER_H

#include "base/buf.h"
#include "base/err.h"
#include "virtual-android/helper/refusal.h"

struct at_cancel;
struct va_server;

struct va_request {
    struct at_str method; // borrowed for the call, as all of it is
    struct at_str path;
    struct at_str body;
};

struct va_answer {
    const char *type;      // "application/json" unless the handler says else
    struct at_buf headers; // further ones, each with CR and LF
    struct at_buf body;
};

struct va_server_opts {
    const char *token;             // borrowed, as the tokens of cancelling are
    struct at_cancel *killed;      // fired: nothing is written any more
    struct at_cancel *over;        // fired: no further request is read
    struct at_cancel *interrupted; // fired: what still runs is to end
    // Fills answer, or refusal. false: the process has died meanwhile.
    bool (*handle)(void *arg, const struct va_request *request,
                   struct va_answer *answer, struct va_refusal *refusal);
    void *arg;
};

// Listens on a free port of this machine's loopback.
AT_CHECKED bool va_server_open(const struct va_server_opts *opts,
                               struct va_server **out, uint16_t *out_port,
                               struct at_err *err);
// over must have been fired. Answers that are being made have a second to go
// out, then interrupted is fired, and a second later killed. Joins all threads.
// NULL is allowed.
void va_server_free(struct va_server *server);

#endif
