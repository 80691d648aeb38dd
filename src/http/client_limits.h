// client_limits.h: what a server over HTTP allows its clients
#ifndef AT_HTTP_CLIENT_LIMITS_H
#define AT_HTTP_CLIENT_LIMITS_H

#include <stddef.h>
#include <stdint.h>

struct at_http_limits {
    int64_t receive_ms;   // for a whole request
    int64_t send_ms;      // for a whole answer that is ready
    int64_t idle_ms;      // between two requests
    int64_t silence_ms;   // of the server, until it sends a comment
    unsigned connections; // at most AT_HTTP_CONNECTIONS_MAX
    size_t bodies_bytes;  // of all requests at once
};

#endif
