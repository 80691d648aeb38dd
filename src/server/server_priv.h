// server_priv.h: the parts of a server, for its own files
#ifndef AT_SERVER_SERVER_PRIV_H
#define AT_SERVER_SERVER_PRIV_H

#include <netinet/in.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "http/exchange.h"
#include "server/call.h"
#include "server/callers.h"
#include "server/client_errors.h"
#include "server/changes.h"
#include "server/health.h"
#include "server/fetched.h"
#include "server/heard.h"
#include "server/hub.h"
#include "server/logins.h"
#include "server/routes.h"
#include "server/workers.h"
#include "sys/cancel.h"
#include "tester/access/tokens.h"
#include "tester/view/streams.h"

#define AT_LOGIN_COOKIE "mobile_tester_login"
#define AT_STRANGER_TEXT                                                       \
    "the server needs its token: Authorization: Bearer TOKEN, or POST "        \
    "/api/v1/login"

struct at_server {
    struct at_hub *hub;
    struct at_workers *workers;
    struct at_cancel *cancel; // cancels all handlers
    struct at_devices_news *devices;
    struct at_server_opts opts;
    struct at_http_exchanges exchanges;
    struct at_logins logins;
    struct at_client_errors client_errors;
    struct at_heard heard;
    atomic_int forwards; // workers that ask another host
    struct at_fetched fetched;
    struct at_health health;
    struct at_tokens *tokens;
    atomic_bool closed;         // clients need a token or a login
    atomic_bool tokens_changed; // since they were read
    int64_t tokens_due_ns;      // time to read them again; for the watch only
    int64_t drain_until_ns;     // 0: it does not drain
    int64_t notified_ns;        // the last sign of life for the watchdog
};

// One request and its answer. The daemon's thread creates and ends it; a worker
// fills the reply.
struct at_exchange {
    struct at_http_exchange base;
    struct at_server *server;

    // For the daemon's thread only.
    bool too_many_parameters;
    int64_t began_ns;               // when its head had come
    char address[INET6_ADDRSTRLEN]; // the client's; "": unknown
    struct at_hub_reader *reader;
    struct at_stream_watcher *watcher;

    // For the worker until AT_HTTP_ANSWERED.
    struct at_arena arena; // texts of the request
    const struct at_route *route;
    enum at_caller_state caller_state;
    struct at_caller caller;
    struct at_request request;
    struct at_server_reply reply;
    int64_t wait_until_ns; // end of a parked request; 0: not parked yet
    struct at_view_waiter waiter;

    // Due time of the answer to a wrong token; 0: at once. Guarded by
    // exchanges.lock.
    int64_t held_until_ns;
};

extern const struct at_http_exchange_ops at_exchange_ops;

// Give the reply to the daemon.
enum MHD_Result at_exchange_answer(struct at_http_exchange *base);

// Answer with this problem. text is static.
void at_exchange_refuse(struct at_http_exchange *base, unsigned status,
                        const char *text);
// Set the reply if the head of the request is refused. path is unchanged.
void at_exchange_judge(struct at_exchange *exchange, const char *method,
                       struct at_str path);
// The job of a worker: user is the exchange.
void at_exchange_work(void *user);

#endif
