// body.h: the bodies of requests on their way, within a limit for all of them
//
// Half requests must not keep the others out: if all bodies are too many, the
// one that comes slowest is cut off, unless that has only begun. Any thread may
// call.
#ifndef AT_HTTP_BODY_H
#define AT_HTTP_BODY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

// Shared by all requests of a server.
struct at_http_bodies {
    pthread_mutex_t lock; // guards all below, and the bodies
    size_t max;
    size_t bytes;
    struct at_http_body *arriving;
};

void at_http_bodies_init(struct at_http_bodies *bodies, size_t max);
void at_http_bodies_deinit(struct at_http_bodies *bodies);

struct at_http_body {
    struct at_http_bodies *bodies; // borrowed
    int fd;                        // of the connection; not owned
    struct at_buf buf;
    bool too_large; // it was dropped
    bool crowded;   // too many at once: it was dropped
    int64_t began_ns;
    struct at_http_body *next;
};

void at_http_body_init(struct at_http_body *body, struct at_http_bodies *bodies,
                       int fd);
// Store a piece, within the limits.
void at_http_body_take(struct at_http_body *body, struct at_str piece);
// Forget what has come; twice is allowed.
void at_http_body_drop(struct at_http_body *body);

#endif
