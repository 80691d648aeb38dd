// routes.h: all endpoints of the server, as rows
//
// They dispatch requests, and openapi.json is generated from them.
#ifndef AT_SERVER_ROUTES_H
#define AT_SERVER_ROUTES_H

#include <stddef.h>

#include "base/arg.h"
#include "server/call.h"
#include "tester/access/roles.h"

enum at_route_flag {
    AT_ROUTE_OPEN = 1 << 0,     // needs no token; its role is AT_ACCESS_NONE
    AT_ROUTE_CONTRACT = 1 << 1, // errors are plain text; also under "/api"
    AT_ROUTE_WAITS = 1 << 2,    // waits until a run has ended
    AT_ROUTE_BODY = 1 << 3,     // needs a JSON body
    AT_ROUTE_PAGE = 1 << 4,     // the web page, which parses its query itself
    AT_ROUTE_QUIET = 1 << 5,    // not in the audit: it changes nothing
    AT_ROUTE_POOL = 1 << 6,     // other hosts may ask for it: pool_pass.h
};

// schema: a name in schemas.h, or NULL; type: NULL: JSON if there is a schema.
// Another row with the same status adds another type to its answer.
struct at_route_answer {
    unsigned status; // 0 ends the list
    const char *schema;
    const char *type;
    const char *help;
};

struct at_route {
    const char *method;
    const char *path; // see path.h; without "/api"
    const char *name; // "operationId"
    const char *summary;
    unsigned flags; // enum at_route_flag
    void (*serve)(struct at_server_call *call);
    const struct at_arg *query; // ends with a row without a name; NULL: none
    const char *body;           // schema
    const struct at_route_answer *answers;
    enum at_access role; // what the client needs; see at_access_may()
};

extern const struct at_route at_routes[];
extern const size_t at_route_count;

// Find the row and the parts of the path. Returns NULL if the path lacks this
// method; *out_allow then lists its methods, "" for an unknown path.
const struct at_route *at_route_find(struct at_str method, struct at_str path,
                                     struct at_str params[AT_ROUTE_PARAMS_MAX],
                                     struct at_buf *out_allow);

#endif
