// body.h: request bodies in transfer, with a common limit
//
// Incomplete requests must not lock out others: if all bodies together are too
// large, the slowest one is dropped, unless it is new. Any thread may call.
#ifndef AT_HTTP_BODY_H
#define AT_HTTP_BODY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

// Shared by all requests of a server.
struct at_http_bodies {
    pthread_mutex_t lock; // guards the following members, and the bodies
    size_t max;
    size_t bytes;
    struct at_http_body *arriving;
};

void at_http_bodies_init(struct at_http_bodies *bodies, size_t max);
void at_http_bodies_deinit(struct at_http_bodies *bodies);

struct at_http_body {
    struct at_http_bodies *bodies; // borrowed
    int fd;                        // socket of the connection; not owned
    struct at_buf buf;
    bool too_large; // dropped because of its size
    bool crowded;   // dropped because there were too many at once
    int64_t began_ns;
    struct at_http_body *next;
};

void at_http_body_init(struct at_http_body *body, struct at_http_bodies *bodies,
                       int fd);
// Store a piece, within the limits.
void at_http_body_take(struct at_http_body *body, struct at_str piece);
// Discard the received bytes; may be called twice.
void at_http_body_drop(struct at_http_body *body);

#endif
