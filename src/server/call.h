// call.h: the input of a handler
#ifndef AT_SERVER_CALL_H
#define AT_SERVER_CALL_H

#include "base/op.h"
#include "server/server_reply.h"
#include "server/request.h"
#include "server/server.h"
#include "tester/access/roles.h"

// One request; a handler runs on a worker's thread and fills the reply.
struct at_server_call {
    struct at_op op;
    struct at_server *server;
    const struct at_server_opts *opts; // the server's parts: runs, store …
    const struct at_request *request;
    struct at_server_reply *reply;
    int64_t *wait_until_ns; // 0: first call for the request
    const char *by;         // the name of the client's token; see tokens.h
    enum at_access role;
    const char *address;    // the client's; "": unknown
    struct at_err body_err; // reason for missing JSON, for AT_ROUTE_CONTRACT
    bool audited;           // see audit.h
};

struct at_client_errors;
struct at_logins *at_server_logins(struct at_server *server);
struct at_client_errors *at_server_client_errors(struct at_server *server);
struct at_health;
struct at_health *at_server_health(struct at_server *server);
size_t at_server_readers(struct at_server *server);
size_t at_server_requests(struct at_server *server); // requests in progress

#endif
