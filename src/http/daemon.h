// daemon.h: libmicrohttpd with our limits: one thread, which must never wait
//
// A handler that has no answer yet suspends its connection. The daemon does not
// see what becomes of that meanwhile: its owner looks after it
// (at_http_hung_up, connections.h).
#ifndef AT_HTTP_DAEMON_H
#define AT_HTTP_DAEMON_H

#include <microhttpd.h>
#include <stdbool.h>

#include "base/str.h"
#include "http/client_limits.h"
#include "http/connections.h"

extern const struct at_http_limits at_http_usual_limits; // base/limits.h

// The part of a request that the daemon has: first its head, then pieces of its
// body until all has come, then nothing more. The daemon calls again with an
// empty piece when a suspended connection was resumed.
struct at_http_piece {
    struct MHD_Connection *connection;
    const char *path;
    const char *method;
    struct at_str data; // of the body; it is taken as a whole
    void **context;     // the handler's own, NULL for the head
};

struct at_http_daemon {
    struct at_http_limits limits;
    struct at_http_connections connections;
    struct MHD_Daemon *mhd;
    // MHD_NO closes the connection.
    enum MHD_Result (*on_request)(void *user,
                                  const struct at_http_piece *piece);
    // The client has its answer, or has gone.
    void (*on_completed)(void *user, void **context);
    void *user; // of both
};

// limits NULL: the usual ones. The callbacks and user are set by the caller.
void at_http_daemon_init(struct at_http_daemon *daemon,
                         const struct at_http_limits *limits);
// Serve on this socket, which is taken over. False: nothing was started and the
// socket is closed.
AT_CHECKED bool at_http_daemon_start(struct at_http_daemon *daemon, int fd);
// Accept no more connections.
void at_http_daemon_quiesce(struct at_http_daemon *daemon);
// End. No connection may be suspended.
void at_http_daemon_stop(struct at_http_daemon *daemon);

// From now on the server waits for this move of the connection's client.
void at_http_daemon_wait(struct at_http_daemon *daemon,
                         struct MHD_Connection *connection,
                         enum at_http_wait wait);

int at_http_connection_fd(struct MHD_Connection *connection);
bool at_http_hung_up(int fd); // has the client closed its end?

// The value of a request's header; ptr NULL: absent.
struct at_str at_http_header(struct MHD_Connection *connection,
                             const char *name);
size_t at_http_header_count(struct MHD_Connection *connection);
// Returns true if one of names (up to NULL) comes twice.
bool at_http_comes_twice(struct MHD_Connection *connection,
                         const char *const *names);

#endif
