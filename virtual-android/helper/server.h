// server.h: HTTP/1.1 for a handful of connections, as the helper speaks it
//
// A thread accepts, and each connection has a thread; further clients get BUSY.
// The handler is called on these threads, several at once, and only for
// requests with the right token.
#ifndef VIRTUAL_ANDROID_HELPER_SERVER_H
#define VIRTUAL_ANDROID_HELPER_SERVER_H

#include "base/buf.h"
#include "base/err.h"
#include "virtual-android/helper/refusal.h"

struct at_cancel;
struct vd_server;

struct vd_request {
    struct at_str method; // borrowed for the call, as all of it is
    struct at_str path;
    struct at_str body;
};

struct vd_answer {
    const char *type;      // "application/json" unless the handler changes it
    struct at_buf headers; // further ones, each with CR and LF
    struct at_buf body;
};

struct vd_server_opts {
    const char *token;             // borrowed, like the cancel tokens
    struct at_cancel *killed;      // fired: nothing is written any more
    struct at_cancel *over;        // fired: no further request is read
    struct at_cancel *interrupted; // fired: running requests must end
    // Fill answer or refusal. Return false if the process has died in between.
    bool (*handle)(void *arg, const struct vd_request *request,
                   struct vd_answer *answer, struct vd_refusal *refusal);
    // Return true if a peer on this port may talk to it. NULL: any.
    bool (*admits)(void *arg, uint16_t port);
    void *arg;
};

// Listen on a free port of this machine's loopback.
AT_CHECKED bool vd_server_open(const struct vd_server_opts *opts,
                               struct vd_server **out, uint16_t *out_port,
                               struct at_err *err);
// over must have been fired. Running requests have a second to answer, then
// interrupted is fired, and a second later killed. Joins all threads. server
// may be NULL.
void vd_server_free(struct vd_server *server);

#endif
