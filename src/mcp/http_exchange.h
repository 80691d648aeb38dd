// http_exchange.h: one request over HTTP and its answer
//
// The daemon's thread makes and reads it, the MCP server fills it from any
// thread. Both own it, the server until it is done. The server's messages
// become one JSON body or, from the first notification on, a stream of events.
#ifndef AT_MCP_HTTP_EXCHANGE_H
#define AT_MCP_HTTP_EXCHANGE_H

#include <pthread.h>
#include <stdint.h>

#include "base/buf.h"
#include "http/body.h"
#include "mcp/rpc.h"
#include "mcp/server.h"
#include "mcp/sink.h"

struct MHD_Connection;

// Shared by all exchanges of a server.
struct at_http_pool {
    pthread_mutex_t lock; // guards all below, and parts of the exchanges
    struct at_http_exchange *first; // those that are being served
    size_t out_bytes;               // of all answers that were not sent yet
    int wake_fd;                    // a byte makes the watch check exchanges
    struct at_http_bodies bodies;   // has its own lock
};

struct at_http_exchange {
    struct at_http_pool *pool; // borrowed
    struct MHD_Connection *connection;
    int fd; // of the connection; not owned

    // The daemon's thread only.
    struct at_http_body body;
    bool last;   // the connection ends with the answer
    bool judged; // refused by its head: status and out are set
    bool served; // given to the server
    bool modern;
    bool is_request; // or a batch with one: it is answered
    struct at_mcp_peer peer;

    // Guarded by pool->lock.
    int refs;
    unsigned status;
    struct at_buf out;
    size_t sent;     // of out
    bool stream;     // out holds events
    bool suspended;  // the daemon waits to be resumed
    bool done;       // the answer is complete
    bool failed;     // the rest of the answer was dropped
    bool gone;       // the client has hung up
    int64_t said_ns; // when something was last added
    struct at_http_exchange *next;
};

struct at_http_exchange *at_http_exchange_new(struct at_http_pool *pool,
                                              struct MHD_Connection *connection,
                                              int fd);
void at_http_exchange_unref(struct at_http_exchange *exchange);

// Store a piece of the body, unless the request is refused already.
void at_http_exchange_take(struct at_http_exchange *exchange,
                           struct at_str piece);
// Answer with this only. error is borrowed; code 0: no body.
void at_http_exchange_refuse(struct at_http_exchange *exchange, unsigned status,
                             const json_t *id,
                             const struct at_rpc_error *error);
// Give the message to the server; takes it over.
void at_http_exchange_serve(struct at_http_exchange *exchange,
                            struct at_rpc_message *message);

// Queue the answer at the daemon: the events, or the body once it is done.
AT_CHECKED bool at_http_exchange_queue(struct at_http_exchange *exchange);

// Answer by events from now on. This and the next two need pool->lock.
void at_http_exchange_stream_locked(struct at_http_exchange *exchange);
// Resume the daemon, if it waits: something has changed.
void at_http_exchange_wake_locked(struct at_http_exchange *exchange);
// Send a comment as a sign of life.
void at_http_exchange_comment_locked(struct at_http_exchange *exchange);

// The client has hung up: cancel a modern call; an older one continues.
void at_http_exchange_leave(struct at_http_exchange *exchange);

#endif
