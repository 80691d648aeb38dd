// connections.h: a server's connections, and time limits for each
//
// A client that keeps the server waiting for too long is cut off: its socket is
// shut down, which ends the connection. While its request lies unread in the
// socket, or the socket has room for more of the answer, the client is the one
// who waits. If the table is full, the one that has kept the server waiting
// longest is cut off to make room. If none has for a second, the newest one
// that follows events goes instead: a client that has only just connected is
// about to ask. Any thread may call. A socket belongs to its owner, who removes
// the connection before closing the socket.
#ifndef AT_HTTP_CONNECTIONS_H
#define AT_HTTP_CONNECTIONS_H

#include <pthread.h>
#include <stdint.h>

#include "http/client_limits.h"

// The client's action that the server waits for.
enum at_http_wait {
    AT_HTTP_WAIT_NONE,    // no action, while a call runs
    AT_HTTP_WAIT_FOLLOWS, // no action, while events or a video are sent
    AT_HTTP_WAIT_REQUEST,
    AT_HTTP_WAIT_TAKE, // reading the answer
    AT_HTTP_WAIT_NEXT, // the next request, or the end
};

struct at_http_connection;

struct at_http_connections {
    pthread_mutex_t lock; // guards the following members
    const struct at_http_limits *limits;
    struct at_http_connection *first; // owned
    unsigned count;                   // excluding those cut off
    int64_t checked_ns;               // last check for late ones
};

// limits is borrowed.
void at_http_connections_init(struct at_http_connections *connections,
                              const struct at_http_limits *limits);
// Remove the remaining connections.
void at_http_connections_deinit(struct at_http_connections *connections);

// Add a connection and wait for its request. If it takes the last place of
// limits->connections, cut off another one, unless all others are busy.
struct at_http_connection *at_http_connections_add(
    struct at_http_connections *connections, int fd, int64_t now_ns);
void at_http_connections_remove(struct at_http_connections *connections,
                                struct at_http_connection *connection);

void at_http_connections_wait(struct at_http_connections *connections,
                              struct at_http_connection *connection,
                              enum at_http_wait wait, int64_t now_ns);

// Cut off clients whose time is up, and one more if the table is full: the
// daemon does not accept clients then, so a new one could not make room.
void at_http_connections_cut_late(struct at_http_connections *connections,
                                  int64_t now_ns);
// Stop reading from all clients.
void at_http_connections_stop_reading(struct at_http_connections *connections);

#endif
