// daemon.h: libmicrohttpd with our limits: one thread, which must never wait
//
// A handler without an answer suspends its connection, which its owner must
// then watch instead of the daemon (at_http_hung_up, connections.h).
#ifndef AT_HTTP_DAEMON_H
#define AT_HTTP_DAEMON_H

#include <microhttpd.h>
#include <stdbool.h>

#include "base/str.h"
#include "http/client_limits.h"
#include "http/connections.h"

extern const struct at_http_limits at_http_usual_limits; // base/limits.h

// The current part of a request: first its head, then pieces of its body,
// finally an empty piece. The daemon also passes an empty piece after a
// suspended connection was resumed.
struct at_http_piece {
    struct MHD_Connection *connection;
    const char *path;
    const char *method;
    struct at_str data; // piece of the body, to be consumed completely
    void **context;     // the handler's own data, NULL for the head
};

struct at_http_daemon {
    struct at_http_limits limits;
    struct at_http_connections connections;
    struct MHD_Daemon *mhd;
    // MHD_NO closes the connection.
    enum MHD_Result (*on_request)(void *user,
                                  const struct at_http_piece *piece);
    // The client has its answer, or has disconnected.
    void (*on_completed)(void *user, void **context);
    void *user; // passed to both functions
};

// limits NULL: use the defaults. The caller sets the callbacks and user.
void at_http_daemon_init(struct at_http_daemon *daemon,
                         const struct at_http_limits *limits);
// Serve on this socket, which is taken over. On failure nothing was started and
// the socket is closed.
AT_CHECKED bool at_http_daemon_start(struct at_http_daemon *daemon, int fd);
// Accept no more connections.
void at_http_daemon_quiesce(struct at_http_daemon *daemon);
// Stop the daemon. No connection may be suspended.
void at_http_daemon_stop(struct at_http_daemon *daemon);

// Set the client's action that the server waits for from now on.
void at_http_daemon_wait(struct at_http_daemon *daemon,
                         struct MHD_Connection *connection,
                         enum at_http_wait wait);

int at_http_connection_fd(struct MHD_Connection *connection);
bool at_http_hung_up(int fd); // true if the client has closed its end

// Return the value of a request header; ptr NULL: absent.
struct at_str at_http_header(struct MHD_Connection *connection,
                             const char *name);
size_t at_http_header_count(struct MHD_Connection *connection);
// Return true if one of names (ends with NULL) is repeated.
bool at_http_comes_twice(struct MHD_Connection *connection,
                         const char *const *names);

#endif
