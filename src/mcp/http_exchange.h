// http_exchange.h: one request over HTTP and its answer
//
// Made by the daemon's thread, filled by the core's sink from any thread,
// read by the daemon's thread. Two own it: the connection, and the core until
// done. What the core has said becomes one JSON body or, from the first
// notification on, a stream of events.
#ifndef AT_MCP_HTTP_EXCHANGE_H
#define AT_MCP_HTTP_EXCHANGE_H

#include <pthread.h>
#include <stdint.h>

#include "base/buf.h"
#include "mcp/rpc.h"
#include "mcp/server.h"
#include "mcp/sink.h"

struct MHD_Connection;

// What all exchanges of a server share.
struct at_http_pool {
    pthread_mutex_t lock; // guards all here, and in exchanges what says so
    struct at_http_exchange *first; // those that have been given to the core
    size_t in_max;                  // at most that much of
    size_t in_bytes;                // all bodies
    size_t out_bytes;               // of all answers that nobody has taken
    int wake_fd;                    // a byte: look at the exchanges again
};

struct at_http_exchange {
    struct at_http_pool *pool; // borrowed
    struct MHD_Connection *connection;
    int fd; // of the connection; not owned

    // The daemon's thread only.
    struct at_buf body;
    bool too_large; // the body is dropped
    bool crowded;   // too many bodies at once: likewise
    bool judged;    // refused by its head: status and out say so
    bool served;    // given to the core
    bool modern;
    bool is_request; // or a batch with one: there will be an answer
    struct at_mcp_peer peer;

    // Guarded by pool->lock.
    int refs;
    unsigned status;
    struct at_buf out;
    size_t sent;     // of out
    bool stream;     // out holds events
    bool suspended;  // the daemon waits for us
    bool done;       // nothing more will come
    bool failed;     // the rest of the answer was dropped
    bool gone;       // the client is
    int64_t said_ns; // when something was last added
    struct at_http_exchange *next;
};

struct at_http_exchange *at_http_exchange_new(struct at_http_pool *pool,
                                              struct MHD_Connection *connection,
                                              int fd);
void at_http_exchange_unref(struct at_http_exchange *exchange);

// Keep a piece of the body, within the limits.
void at_http_exchange_take(struct at_http_exchange *exchange,
                           struct at_str piece);
// Answer with this and nothing else. error is borrowed; code 0: no body.
void at_http_exchange_refuse(struct at_http_exchange *exchange, unsigned status,
                             const json_t *id,
                             const struct at_rpc_error *error);
// Give the message to the core; takes it over.
void at_http_exchange_serve(struct at_http_exchange *exchange,
                            struct at_rpc_message *message);

// With pool->lock held: answer by events from now on.
void at_http_exchange_stream_locked(struct at_http_exchange *exchange);
// With pool->lock held: something has changed, the daemon is to look.
void at_http_exchange_wake_locked(struct at_http_exchange *exchange);
// A comment, so that nobody takes the silence for the end; lock held.
void at_http_exchange_comment_locked(struct at_http_exchange *exchange);

// Nobody waits for the answer any more: a modern call is cancelled, an older
// one goes on.
void at_http_exchange_leave(struct at_http_exchange *exchange);

#endif
