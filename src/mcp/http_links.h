// http_links.h: the connections of a server, and how long each keeps it waiting
//
// A client that keeps the server waiting for too long is cut off: its socket
// is shut down, the rest follows from that. Where the table is full, whoever
// has kept it waiting longest makes room. Any thread; sockets stay their
// owner's, who removes a link before it closes the socket.
#ifndef AT_MCP_HTTP_LINKS_H
#define AT_MCP_HTTP_LINKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "mcp/http_limits.h"

// What the server waits for the client to do.
enum at_http_wait {
    AT_HTTP_WAIT_NONE, // nothing: a call runs, or its events are sent
    AT_HTTP_WAIT_REQUEST,
    AT_HTTP_WAIT_TAKE, // the answer
    AT_HTTP_WAIT_NEXT, // request, or the end
};

struct at_http_link;

struct at_http_links {
    pthread_mutex_t lock; // guards all below
    const struct at_http_limits *limits;
    struct at_http_link *first; // owned
    unsigned count;             // of those not cut off
};

// limits is borrowed.
void at_http_links_init(struct at_http_links *links,
                        const struct at_http_limits *limits);
// Removes what is left.
void at_http_links_deinit(struct at_http_links *links);

// A new connection, whose request is waited for. Where it takes the last place
// of limits->connections, another one is cut off; with all others busy nobody
// is, and the place stays taken. Owned by links.
struct at_http_link *at_http_links_add(struct at_http_links *links, int fd,
                                       int64_t now_ns);
void at_http_links_remove(struct at_http_links *links,
                          struct at_http_link *link);

void at_http_links_wait(struct at_http_links *links, struct at_http_link *link,
                        enum at_http_wait wait, int64_t now_ns);

// Cut off whose time is up.
void at_http_links_watch(struct at_http_links *links, int64_t now_ns);
// Nothing more is read from anybody.
void at_http_links_quiet(struct at_http_links *links);

#endif
