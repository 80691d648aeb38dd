// exchange.h: an HTTP request and its answer, and all those of a server
//
// The daemon's thread creates an exchange for each request, reads the body and
// suspends the connection until there is an answer. It never waits. The
// server's other threads work on the answer and hold references until they are
// done. at_http_exchanges_watch() detects clients that hang up in the meantime.
// Functions that need exchanges->lock end in _locked.
#ifndef AT_HTTP_EXCHANGE_H
#define AT_HTTP_EXCHANGE_H

#include <pthread.h>
#include <stdint.h>

#include "base/err.h"
#include "http/access.h"
#include "http/body.h"
#include "http/daemon.h"

struct at_http_exchange;
struct at_http_exchanges;

// Unless they end in _locked, the functions run on the daemon's thread, without
// the lock.
struct at_http_exchange_ops {
    size_t size; // size of the server's own exchange struct
    // Request headers that must not be repeated, ending with NULL: a proxy in
    // front of this server may read them differently.
    const char *const *singles;
    // Check the head: refuse the request, or leave it as it is.
    void (*judge)(struct at_http_exchange *exchange,
                  const struct at_http_piece *piece);
    // Answer with this problem. text is static.
    void (*refuse)(struct at_http_exchange *exchange, unsigned status,
                   const char *text);
    // Work on the request, whose body is complete, or hand it to a thread.
    void (*serve)(struct at_http_exchange *exchange,
                  const struct at_http_piece *piece);
    // Return true if at least the beginning of the answer can be sent.
    bool (*ready_locked)(const struct at_http_exchange *exchange);
    // Queue the answer at the daemon; MHD_NO closes the connection.
    enum MHD_Result (*answer)(struct at_http_exchange *exchange);
    // The client has its answer, or has disconnected.
    void (*leave)(struct at_http_exchange *exchange);
    // Called periodically, and when the watch is woken, by its thread and
    // without the lock; may be NULL.
    void (*tick)(struct at_http_exchanges *exchanges);
    // Called periodically, unless the client has just hung up.
    void (*watch_locked)(struct at_http_exchange *exchange, int64_t now_ns);
    void (*deinit)(struct at_http_exchange *exchange); // on any thread
};

struct at_http_exchanges {
    const struct at_http_exchange_ops *ops;
    void *user;
    struct at_http_daemon daemon;
    struct at_http_policy policy;
    struct at_http_bodies bodies; // has its own lock
    int wake_fds[2];
    // Called in each round of the watch, at least once a second; true ends it.
    // NULL: a signal alone does.
    bool (*is_over)(void *user);

    pthread_mutex_t lock; // guards the next member, and parts of the exchanges
    struct at_http_exchange *first; // all whose connections still use them
};

enum at_http_stage {
    AT_HTTP_ARRIVING, // the body is being read
    AT_HTTP_REFUSED,  // the answer is complete, the request was not served
    AT_HTTP_SERVED,   // the server works on the answer
    AT_HTTP_ANSWERED, // the answer is complete
};

enum at_http_client {
    AT_HTTP_CLIENT_ACTIVE,    // the daemon reads from it or writes to it
    AT_HTTP_CLIENT_SUSPENDED, // waits for more of the answer
    AT_HTTP_CLIENT_GONE,      // has hung up, or has its answer
};

// Embedded as the first member of each kind of exchange.
struct at_http_exchange {
    struct at_http_exchanges *all; // borrowed
    struct MHD_Connection *connection;
    int fd; // socket of the connection; not owned

    // For the daemon's thread only.
    struct at_http_body body;
    bool last; // close the connection after the answer

    // Guarded by all->lock.
    int refs;
    enum at_http_stage stage;
    enum at_http_client client;
    struct at_http_exchange *next;
};

struct at_http_start {
    struct at_str address;  // [HOST:]PORT
    struct at_str token;    // empty: none
    bool has_tokens;        // the server has others; one of both is required
                            // beyond loopback
    const char *token_from; // options that set a token, for messages
    const char *path;       // path in the printed URL
    const struct at_http_limits *limits; // NULL: those of base/limits.h
    bool own_pages;                      // see struct at_http_policy
};

void at_http_exchanges_init(struct at_http_exchanges *exchanges,
                            const struct at_http_exchange_ops *ops, void *user);
void at_http_exchanges_deinit(struct at_http_exchanges *exchanges);
// Listen, handle the signals that request the end, and print the address to
// stderr.
AT_CHECKED bool at_http_exchanges_start(struct at_http_exchanges *exchanges,
                                        const struct at_http_start *start,
                                        struct at_err *err);
// Check for clients that have hung up or are too slow, until a signal requests
// the end, or is_over() does.
void at_http_exchanges_watch(struct at_http_exchanges *exchanges);
// Wake the watch, to detect at once that a suspended client hangs up.
void at_http_exchanges_wake(struct at_http_exchanges *exchanges);
size_t at_http_exchanges_count(struct at_http_exchanges *exchanges);
// Drop all clients that wait for an answer and stop the daemon.
void at_http_exchanges_stop(struct at_http_exchanges *exchanges);

void at_http_exchange_ref(struct at_http_exchange *exchange);
void at_http_exchange_unref(struct at_http_exchange *exchange);
// Return the facts of the head for at_http_check_asker().
struct at_http_asker at_http_exchange_asker(
    const struct at_http_exchange *exchange);
void at_http_exchange_set_stage(struct at_http_exchange *exchange,
                                enum at_http_stage stage);
bool at_http_exchange_is_gone(struct at_http_exchange *exchange);

void at_http_exchange_suspend_locked(struct at_http_exchange *exchange);
// Let the daemon continue, if it was suspended.
void at_http_exchange_resume_locked(struct at_http_exchange *exchange);

#endif
