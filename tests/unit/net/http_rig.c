// http_rig.c: reads whole requests and writes what the script says
#include "tests/unit/net/http_rig.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/unit/rig.h"

enum {
    SERVE_MAX_MS = 20000,
    REQUEST_ROOM = sizeof(((struct http_rig *)0)->requests[0]),
};

// The bytes of the body that the head announces.
static size_t
body_len(const char *head)
{
    static const char name[] = "Content-Length: ";
    const char *field = strstr(head, name);
    struct at_str rest = at_str(field ? field + sizeof(name) - 1 : "0");
    struct at_str line;
    int64_t len = 0;
    return at_str_next_line(&rest, &line) &&
                   at_str_to_i64(line, 0, INT64_MAX, &len)
               ? (size_t)len
               : 0;
}

// Read until the whole body is there; out has its beginning.
static bool
read_request(const struct at_op *op, struct at_conn *conn, char *out)
{
    char past[16384]; // bytes that out has no room for
    size_t len = 0, end = SIZE_MAX, got;
    while (len < end) {
        bool kept = len < REQUEST_ROOM - 1;
        char *to = kept ? out + len : past;
        size_t room = kept ? REQUEST_ROOM - 1 - len : sizeof(past);
        if (!at_conn_read(op, conn, to, room, &got, NULL) || got == 0)
            return false;
        len += got;
        if (!kept)
            continue;
        out[len] = '\0';
        const char *body = strstr(out, "\r\n\r\n");
        if (body)
            end = (size_t)(body + 4 - out) + body_len(out);
    }
    return true;
}

static bool
write_reply(const struct at_op *op, struct at_conn *conn,
            const struct http_rig_reply *reply)
{
    size_t len = strlen(reply->bytes);
    size_t piece = reply->piece ? reply->piece : len;
    bool ok = true;
    for (size_t at = 0; ok && at < len; at += piece)
        ok = at_conn_write(op, conn, reply->bytes + at,
                           piece < len - at ? piece : len - at, NULL);
    return ok;
}

static void
end_connection(const struct at_op *op, struct at_conn *conn,
               enum http_rig_end end)
{
    struct linger none = {.l_onoff = 1};
    char byte;
    size_t got;
    if (end == HTTP_RIG_HANG) // until the client goes
        (void)!at_conn_read(op, conn, &byte, 1, &got, NULL);
    if (end == HTTP_RIG_RESET)
        setsockopt(at_conn_fd(conn), SOL_SOCKET, SO_LINGER, &none,
                   sizeof(none));
    at_conn_free(conn);
}

static void
serve_connection(const struct at_op *op, struct http_rig *rig,
                 struct at_conn *conn)
{
    enum http_rig_end end = HTTP_RIG_KEEP;
    while (end == HTTP_RIG_KEEP && rig->replies[rig->replied].bytes &&
           read_request(op, conn, rig->requests[rig->replied])) {
        const struct http_rig_reply *reply = &rig->replies[rig->replied++];
        end = write_reply(op, conn, reply) ? reply->end : HTTP_RIG_CLOSE;
    }
    end_connection(op, conn, end);
}

static void *
serve(void *user)
{
    struct http_rig *rig = user;
    struct at_op op = {at_now_ns() + SERVE_MAX_MS * AT_NS_PER_MS, rig->stop};
    struct at_conn *conn;
    while (rig->replies[rig->replied].bytes &&
           at_accept(&op, rig->listen_fd, &conn, NULL)) {
        rig->connections++;
        serve_connection(&op, rig, conn);
    }
    return NULL;
}

void
http_rig_start(struct http_rig *rig, const struct http_rig_reply *replies)
{
    struct at_err err = AT_ERR_INIT;
    *rig = (struct http_rig){.replies = replies};
    rig->stop = at_cancel_new(NULL, NULL);
    rig_need(at_listen_tcp("127.0.0.1", 0, &rig->listen_fd, &rig->port, &err),
             "listen", &err);
    rig_need(pthread_create(&rig->thread, NULL, serve, rig) == 0, "a thread",
             NULL);
}

void
http_rig_stop(struct http_rig *rig)
{
    at_cancel_fire(rig->stop);
    pthread_join(rig->thread, NULL);
    at_cancel_free(rig->stop);
    close(rig->listen_fd);
}
