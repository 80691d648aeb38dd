// client_limits.h: limits of an HTTP server for its clients
#ifndef AT_HTTP_CLIENT_LIMITS_H
#define AT_HTTP_CLIENT_LIMITS_H

#include <stddef.h>
#include <stdint.h>

struct at_http_limits {
    int64_t receive_ms; // time for a whole request
    int64_t send_ms;    // time for a whole answer that is ready
    int64_t idle_ms;    // time between two requests
    int64_t silence_ms; // time without output until the server sends a comment
    unsigned connections; // at most AT_HTTP_CONNECTIONS_MAX
    size_t bodies_bytes;  // sum over all requests in transfer
};

#endif
