// server_priv.h: the parts of a server, for its own files
#ifndef AT_SERVER_SERVER_PRIV_H
#define AT_SERVER_SERVER_PRIV_H

#include <pthread.h>

#include "base/arena.h"
#include "http/access.h"
#include "http/body.h"
#include "http/daemon.h"
#include "server/call.h"
#include "server/hub.h"
#include "server/logins.h"
#include "server/routes.h"
#include "server/workers.h"
#include "sys/cancel.h"
#include "tester/view/streams.h"

#define AT_LOGIN_COOKIE "mobile_tester_login"

struct at_server {
    struct at_hub *hub;
    struct at_workers *workers;
    struct at_cancel *cancel; // of all handlers
    struct at_server_opts opts;
    struct at_http_policy policy;
    struct at_http_daemon daemon;
    struct at_http_bodies bodies;
    struct at_logins logins;
    int wake_fds[2];

    pthread_mutex_t lock;      // guards the next, and parts of exchanges
    struct at_exchange *first; // those that are being answered
};

// One request and its answer. The daemon's thread makes and ends it; a worker
// fills the reply.
struct at_exchange {
    struct at_server *server;
    struct MHD_Connection *connection;
    int fd; // of the connection; not owned

    // The daemon's thread only.
    struct at_http_body body;
    bool judged; // refused by its head: the reply is set
    bool last;   // the connection ends with the answer
    bool too_many_parameters;
    bool given; // to a worker
    struct at_hub_reader *reader;
    struct at_stream_watcher *watcher;

    // The worker's until ready.
    struct at_arena arena; // texts of the request
    const struct at_route *route;
    struct at_request request;
    struct at_reply reply;
    int64_t wait_until_ns; // of a parked request; 0: it was not parked yet
    struct at_view_waiter waiter;

    // Guarded by server->lock.
    int refs;
    bool suspended;
    bool ready;
    int64_t held_until_ns; // a wrong token is answered then; 0: at once
    bool gone;
    struct at_exchange *next;
};

// For the daemon; user is the server.
enum MHD_Result at_exchange_on_request(void *user,
                                       const struct at_http_piece *piece);
void at_exchange_on_completed(void *user, void **context);
// Look for clients that have hung up.
void at_exchange_watch(struct at_server *server);
// Let go of all that is suspended: the daemon ends.
void at_exchange_release_all(struct at_server *server);

// Give the reply to the daemon.
enum MHD_Result at_exchange_queue(struct at_exchange *exchange);

// Set the reply if the head of the request is refused. path is as it was sent.
void at_exchange_judge(struct at_exchange *exchange, const char *method,
                       struct at_str path);
// The job of a worker: user is the exchange.
void at_exchange_work(void *user);

#endif
