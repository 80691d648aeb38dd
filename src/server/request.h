// request.h: a received request, as values
#ifndef AT_SERVER_REQUEST_H
#define AT_SERVER_REQUEST_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arg.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"

enum at_request_header {
    AT_REQUEST_ACCEPT,
    AT_REQUEST_ACCEPT_ENCODING,
    AT_REQUEST_AUTHORIZATION,
    AT_REQUEST_CONTENT_TYPE,
    AT_REQUEST_COOKIE,
    AT_REQUEST_FORWARDED_PROTO,
    AT_REQUEST_HOST,
    AT_REQUEST_IF_MATCH,
    AT_REQUEST_IF_NONE_MATCH,
    AT_REQUEST_IF_RANGE,
    AT_REQUEST_LAST_EVENT_ID,
    AT_REQUEST_POOL, // another host's pass: pool_pass.h
    AT_REQUEST_RANGE,
    AT_REQUEST_HEADERS,
};
extern const char *const at_request_header_names[AT_REQUEST_HEADERS];

// All texts are borrowed from the exchange while a handler runs.
struct at_request {
    struct at_str method; // "GET" for HEAD too
    struct at_str path;   // without "/api"
    struct at_str params[AT_ROUTE_PARAMS_MAX];
    struct at_str headers[AT_REQUEST_HEADERS]; // ptr NULL: absent
    struct {
        struct at_str name;
        struct at_str value;
    } query[AT_SERVER_QUERY_MAX];
    size_t query_count;
    struct at_str body;
    json_t *json; // the body's value; owned; NULL: no body
};

// Return a parameter of the query; ptr NULL: absent.
struct at_str at_request_query(const struct at_request *request,
                               const char *name);
// Return an integer parameter; if it is absent, otherwise.
int64_t at_request_query_i64(const struct at_request *request, const char *name,
                             int64_t otherwise);
// Check all parameters against the rows. AT_EUSAGE names an unknown, invalid or
// repeated one.
AT_CHECKED bool at_request_check_query(const struct at_request *request,
                                       const struct at_arg *rows,
                                       struct at_err *err);

#endif
