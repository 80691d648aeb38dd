// connections.h: a server's connections, and how long it waits for each
//
// A client that keeps the server waiting for too long is cut off: its socket
// is shut down, the rest follows from that. If the table is full, the one that
// has kept it waiting longest makes room, or else the newest that follows
// events. Any thread may call. A socket stays
// its owner's, who removes the connection before it closes the socket.
#ifndef AT_HTTP_CONNECTIONS_H
#define AT_HTTP_CONNECTIONS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "http/client_limits.h"

// The client's move that the server waits for.
enum at_http_wait {
    AT_HTTP_WAIT_NONE,    // nothing: a call runs
    AT_HTTP_WAIT_FOLLOWS, // nothing: events or a video are sent
    AT_HTTP_WAIT_REQUEST,
    AT_HTTP_WAIT_TAKE, // of the answer
    AT_HTTP_WAIT_NEXT, // request, or the end
};

struct at_http_connection;

struct at_http_connections {
    pthread_mutex_t lock; // guards all below
    const struct at_http_limits *limits;
    struct at_http_connection *first; // owned
    unsigned count;                   // without those cut off
};

// limits is borrowed.
void at_http_connections_init(struct at_http_connections *connections,
                              const struct at_http_limits *limits);
// Remove what is left.
void at_http_connections_deinit(struct at_http_connections *connections);

// Add a connection and wait for its request. If it takes the last place of
// limits->connections, another one is cut off, unless all others are busy.
struct at_http_connection *at_http_connections_add(
    struct at_http_connections *connections, int fd, int64_t now_ns);
void at_http_connections_remove(struct at_http_connections *connections,
                                struct at_http_connection *connection);

void at_http_connections_wait(struct at_http_connections *connections,
                              struct at_http_connection *connection,
                              enum at_http_wait wait, int64_t now_ns);

// Cut off clients whose time is up; and one that makes room, if the table is
// full: then the daemon accepts nobody, and nobody new could make room.
void at_http_connections_cut_late(struct at_http_connections *connections,
                                  int64_t now_ns);
// Read nothing more from any client.
void at_http_connections_stop_reading(struct at_http_connections *connections);

#endif
