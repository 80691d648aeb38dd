// body.c: collect bodies, and drop slow ones to make room
#include "http/body.h"

#include <sys/socket.h>

#include "base/limits.h"
#include "base/op.h"
#include "sys/clock.h"

void
at_http_bodies_init(struct at_http_bodies *bodies, size_t max)
{
    *bodies = (struct at_http_bodies){.max = max};
    pthread_mutex_init(&bodies->lock, NULL);
}

void
at_http_bodies_deinit(struct at_http_bodies *bodies)
{
    pthread_mutex_destroy(&bodies->lock);
}

void
at_http_body_init(struct at_http_body *body, struct at_http_bodies *bodies,
                  int fd)
{
    *body = (struct at_http_body){
        .bodies = bodies, .fd = fd, .buf = AT_BUF_INIT(AT_HTTP_BODY_MAX_BYTES)};
}

static void
drop_locked(struct at_http_body *body)
{
    struct at_http_body **link = &body->bodies->arriving;
    while (*link && *link != body)
        link = &(*link)->next;
    if (*link)
        *link = body->next;
    body->bodies->bytes -= body->buf.len;
    at_buf_deinit(&body->buf);
}

void
at_http_body_drop(struct at_http_body *body)
{
    pthread_mutex_lock(&body->bodies->lock);
    drop_locked(body);
    pthread_mutex_unlock(&body->bodies->lock);
}

static double
bytes_per_ns(const struct at_http_body *body, int64_t now_ns)
{
    return (double)body->buf.len / (double)(now_ns - body->began_ns);
}

// Return the slowest body that has had enough time; NULL: none has.
static struct at_http_body *
slowest_locked(const struct at_http_bodies *bodies, int64_t now_ns)
{
    struct at_http_body *slowest = NULL;
    for (struct at_http_body *body = bodies->arriving; body;
         body = body->next) {
        if (now_ns - body->began_ns < AT_HTTP_SLOW_MS * AT_NS_PER_MS)
            continue;
        if (!slowest ||
            bytes_per_ns(body, now_ns) < bytes_per_ns(slowest, now_ns))
            slowest = body;
    }
    return slowest;
}

static bool
make_room_locked(struct at_http_body *body, size_t len, int64_t now_ns)
{
    struct at_http_bodies *bodies = body->bodies;
    struct at_http_body *slowest;
    while (len > bodies->max - bodies->bytes &&
           (slowest = slowest_locked(bodies, now_ns)) && slowest != body) {
        slowest->crowded = true;
        drop_locked(slowest);
        shutdown(slowest->fd, SHUT_RDWR);
    }
    return len <= bodies->max - bodies->bytes;
}

static void
add_piece_locked(struct at_http_body *body, struct at_str piece, int64_t now_ns)
{
    if (body->buf.len == 0 && piece.len > 0) {
        body->began_ns = now_ns;
        body->next = body->bodies->arriving;
        body->bodies->arriving = body;
    }
    at_buf_add_str(&body->buf, piece);
    body->bodies->bytes += piece.len;
}

void
at_http_body_take(struct at_http_body *body, struct at_str piece)
{
    int64_t now_ns = at_now_ns();
    pthread_mutex_lock(&body->bodies->lock);
    if (piece.len > AT_HTTP_BODY_MAX_BYTES - body->buf.len)
        body->too_large = true;
    else if (!body->crowded && !make_room_locked(body, piece.len, now_ns))
        body->crowded = true;
    if (body->too_large || body->crowded)
        drop_locked(body);
    else
        add_piece_locked(body, piece, now_ns);
    pthread_mutex_unlock(&body->bodies->lock);
}
