#include "virtual-android/helper/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/helper/head.h"
#include "virtual-android/helper/writer.h"

enum {
    CONNECTIONS_MAX = 8,
    RECEIVE_MS = 10000,
    IDLE_MS = 120000,
    SEND_MS = 60000,
    DRAIN_MS = 200,
    LAST_ANSWERS_MS = 1000,
    RETRY_NS = 100000000, // when this machine is short of resources
};

struct slot {
    struct vd_server *server;
    struct at_conn *conn; // owned
    pthread_t thread;
    bool taken; // used only by the accepting thread
    bool done;  // guarded by the server's lock
};

struct vd_server {
    struct vd_server_opts opts;
    int listen_fd;
    pthread_t thread;
    struct slot slots[CONNECTIONS_MAX];
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t ended;
    int serving;
};

// Bytes that have come and are not used yet.
struct input {
    struct at_buf bytes;
    size_t used;
};

static struct at_str
rest_of(const struct input *in)
{
    return at_str_skip(at_buf_str(&in->bytes), in->used);
}

static bool
fill(struct slot *slot, const struct at_op *op, struct input *in)
{
    size_t got = 0;
    at_buf_drop(&in->bytes, in->used);
    in->used = 0;
    char *room = at_buf_reserve(&in->bytes, VD_HEAD_MAX_BYTES);
    if (!room ||
        !at_conn_read(op, slot->conn, room, VD_HEAD_MAX_BYTES, &got, NULL))
        return false;
    in->bytes.len += got;
    return got > 0;
}

static const struct {
    int status;
    const char *reason;
} reasons[] = {
    {200, "OK"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
};

static const char *
reason_of(int status)
{
    for (size_t i = 0; i < AT_LEN(reasons); i++) {
        if (reasons[i].status == status)
            return reasons[i].reason;
    }
    return "";
}

// Head and body in one write: over adb each write is a packet.
static bool
send_answer(struct vd_server *server, struct at_conn *conn, int status,
            const struct vd_answer *answer, bool keep_alive)
{
    struct at_op op = {at_now_ns() + SEND_MS * AT_NS_PER_MS,
                       server->opts.killed};
    struct at_buf out = AT_BUF_INIT(2 * AT_SCREENSHOT_MAX_BYTES);
    at_buf_add_fmt(&out,
                   "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n"
                   "Content-Length: %zu\r\n",
                   status, reason_of(status), answer->type, answer->body.len);
    at_buf_add_str(&out, at_buf_str(&answer->headers));
    at_buf_add_text(&out, keep_alive ? "\r\n" : "Connection: close\r\n\r\n");
    at_buf_add_str(&out, at_buf_str(&answer->body));
    bool ok = !at_cancel_fired(server->opts.killed) &&
              at_conn_write(&op, conn, out.data, out.len, NULL);
    at_buf_deinit(&out);
    return ok;
}

static void
write_refusal(struct vd_answer *answer, const struct vd_refusal *refusal)
{
    struct vd_writer w = {.out = &answer->body};
    at_buf_clear(&answer->body);
    at_buf_clear(&answer->headers);
    answer->type = "application/json";
    vd_open(&w, '{');
    vd_put_bool(&w, "ok", false);
    vd_put_refusal(&w, refusal);
    vd_close(&w, '}');
}

static bool
admits(struct vd_server *server, struct at_str authorization)
{
    static const char scheme[] = "Bearer ";
    return at_str_starts(authorization, at_str(scheme)) &&
           at_secret_eq(at_str_skip(authorization, sizeof(scheme) - 1),
                        at_str(server->opts.token));
}

// Returns false if the connection broke before a whole head.
static bool
read_head(struct slot *slot, const struct at_op *op, struct input *in,
          struct vd_head *head, struct vd_refusal *refusal)
{
    size_t end;
    while ((end = vd_head_end(at_str_head(rest_of(in), VD_HEAD_MAX_BYTES))) ==
           0) {
        if (rest_of(in).len >= VD_HEAD_MAX_BYTES) {
            vd_refuse(refusal, VD_HEAD_TOO_LARGE, "a head has at most %d bytes",
                      VD_HEAD_MAX_BYTES);
            return true;
        }
        if (!fill(slot, op, in))
            return false;
    }
    vd_head_parse(at_str_head(rest_of(in), end - 4), head, refusal);
    in->used += end;
    if (refusal->code == VD_NOT_REFUSED &&
        !admits(slot->server, head->authorization))
        vd_refuse(refusal, VD_UNAUTHORIZED,
                  "send 'Authorization: Bearer' with the token of this "
                  "launch");
    return true;
}

// The head's texts are in the input, which moves: copy them before reading the
// body.
static bool
read_body(struct slot *slot, const struct at_op *op, struct input *in,
          size_t len)
{
    while (rest_of(in).len < len) {
        if (!fill(slot, op, in))
            return false;
    }
    return true;
}

// Unread bytes of the peer would make the system reset the connection and lose
// the answer.
static void
drain(struct vd_server *server, struct at_conn *conn)
{
    struct at_op op = {at_now_ns() + DRAIN_MS * AT_NS_PER_MS,
                       server->opts.killed};
    char waste[4096];
    size_t got;
    size_t left = VD_BODY_MAX_BYTES;
    at_conn_end_writing(conn);
    while (at_conn_read(&op, conn, waste, sizeof(waste), &got, NULL) &&
           got > 0 && got < left)
        left -= got;
}

// Serve a request whose head is valid. Returns false if the peer is gone.
static bool
serve_request(struct slot *slot, const struct at_op *op, struct input *in,
              const struct vd_head *head, struct vd_answer *answer,
              struct vd_refusal *refusal)
{
    struct vd_server *server = slot->server;
    char *method = at_strndup(head->method.ptr, head->method.len);
    char *path = at_strndup(head->path.ptr, head->path.len);
    bool ok = read_body(slot, op, in, head->body_len);
    if (ok) {
        struct vd_request request = {at_str(method), at_str(path),
                                     at_str_head(rest_of(in), head->body_len)};
        ok = server->opts.handle(server->opts.arg, &request, answer, refusal);
        in->used += head->body_len;
    }
    free(method);
    free(path);
    return ok;
}

// Serve one request. Returns false if the connection must not be used again.
static bool
exchange(struct slot *slot, struct input *in)
{
    struct vd_server *server = slot->server;
    struct at_op op = {at_now_ns() + RECEIVE_MS * AT_NS_PER_MS,
                       server->opts.over};
    struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
    struct vd_answer answer = {
        .type = "application/json",
        .headers = AT_BUF_INIT(AT_KIB),
        .body = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES),
    };
    struct vd_head head = {0};
    bool ok = read_head(slot, &op, in, &head, &refusal);
    bool keep_alive = false;
    if (ok && refusal.code == VD_NOT_REFUSED) {
        // This is before the request runs: one that ends the helper is answered
        // like any other.
        keep_alive = head.keep_alive && !at_cancel_fired(server->opts.over);
        ok = serve_request(slot, &op, in, &head, &answer, &refusal);
    }
    if (ok && (refusal.code != VD_NOT_REFUSED || answer.body.overflow))
        write_refusal(&answer, &refusal);
    ok = ok && send_answer(server, slot->conn, vd_refusal_status(refusal.code),
                           &answer, keep_alive);
    if (ok && !keep_alive)
        drain(server, slot->conn);
    at_buf_deinit(&answer.headers);
    at_buf_deinit(&answer.body);
    return ok && keep_alive;
}

static bool
wait_for_request(struct slot *slot, struct input *in)
{
    struct at_op op = {at_now_ns() + IDLE_MS * AT_NS_PER_MS,
                       slot->server->opts.over};
    return rest_of(in).len > 0 || fill(slot, &op, in);
}

static void *
serve(void *arg)
{
    struct slot *slot = arg;
    struct vd_server *server = slot->server;
    struct input in = {
        .bytes = AT_BUF_INIT(2 * (VD_HEAD_MAX_BYTES + VD_BODY_MAX_BYTES))};
    while (wait_for_request(slot, &in) && exchange(slot, &in))
        continue;
    at_buf_deinit(&in.bytes);
    at_conn_free(slot->conn);
    pthread_mutex_lock(&server->lock);
    slot->done = true;
    server->serving--;
    pthread_cond_signal(&server->ended);
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

static void
reap(struct vd_server *server)
{
    for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
        struct slot *slot = &server->slots[i];
        pthread_mutex_lock(&server->lock);
        bool done = slot->taken && slot->done;
        pthread_mutex_unlock(&server->lock);
        if (!done)
            continue;
        pthread_join(slot->thread, NULL);
        *slot = (struct slot){.server = server};
    }
}

static void
turn_away(struct vd_server *server, struct at_conn *conn)
{
    struct vd_answer answer = {.headers = AT_BUF_INIT(AT_KIB),
                               .body = AT_BUF_INIT(AT_KIB)};
    struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
    vd_refuse(&refusal, VD_BUSY,
              "there are %d connections already, use one of them",
              CONNECTIONS_MAX);
    write_refusal(&answer, &refusal);
    send_answer(server, conn, vd_refusal_status(VD_BUSY), &answer, false);
    at_buf_deinit(&answer.headers);
    at_buf_deinit(&answer.body);
    at_conn_free(conn);
}

static bool
is_welcome(struct vd_server *server, struct at_conn *conn)
{
    struct sockaddr_in peer = {0};
    socklen_t len = sizeof(peer);
    if (!server->opts.admits)
        return true;
    getpeername(at_conn_fd(conn), (struct sockaddr *)&peer, &len);
    return server->opts.admits(server->opts.arg, ntohs(peer.sin_port));
}

static void
admit(struct vd_server *server, struct at_conn *conn)
{
    struct slot *slot = NULL;
    reap(server);
    if (!is_welcome(server, conn)) {
        at_conn_free(conn);
        return;
    }
    for (size_t i = 0; i < CONNECTIONS_MAX && !slot; i++) {
        if (!server->slots[i].taken)
            slot = &server->slots[i];
    }
    if (!slot) {
        turn_away(server, conn);
        return;
    }
    slot->conn = conn;
    pthread_mutex_lock(&server->lock);
    server->serving++;
    pthread_mutex_unlock(&server->lock);
    slot->taken = pthread_create(&slot->thread, NULL, serve, slot) == 0;
    if (!slot->taken) {
        pthread_mutex_lock(&server->lock);
        server->serving--;
        pthread_mutex_unlock(&server->lock);
        turn_away(server, conn);
    }
}

static void *
accept_all(void *arg)
{
    struct vd_server *server = arg;
    struct at_op op = {AT_NEVER_NS, server->opts.over};
    struct at_conn *conn;
    while (!at_cancel_fired(server->opts.over)) {
        if (at_accept(&op, server->listen_fd, &conn, NULL))
            admit(server, conn);
        else if (!at_op_wait_until(&op, at_now_ns() + RETRY_NS, NULL))
            break;
    }
    return NULL;
}

bool
vd_server_open(const struct vd_server_opts *opts, struct vd_server **out,
               uint16_t *out_port, struct at_err *err)
{
    struct vd_server *server = at_alloc(sizeof(*server));
    *out = NULL;
    server->opts = *opts;
    for (size_t i = 0; i < CONNECTIONS_MAX; i++)
        server->slots[i].server = server;
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->ended, NULL);
    bool ok = at_listen_tcp("127.0.0.1", 0, &server->listen_fd, out_port, err);
    if (ok && pthread_create(&server->thread, NULL, accept_all, server) != 0) {
        close(server->listen_fd);
        ok = at_fail(err, AT_EIO, "no thread for the helper");
    }
    if (ok) {
        *out = server;
        return true;
    }
    pthread_cond_destroy(&server->ended);
    pthread_mutex_destroy(&server->lock);
    free(server);
    return false;
}

static void
wait_for_answers(struct vd_server *server)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LAST_ANSWERS_MS / 1000;
    pthread_mutex_lock(&server->lock);
    while (server->serving > 0 &&
           pthread_cond_timedwait(&server->ended, &server->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&server->lock);
}

void
vd_server_free(struct vd_server *server)
{
    if (!server)
        return;
    pthread_join(server->thread, NULL);
    close(server->listen_fd);
    wait_for_answers(server);
    at_cancel_fire(server->opts.interrupted);
    wait_for_answers(server);
    at_cancel_fire(server->opts.killed);
    for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
        if (server->slots[i].taken)
            pthread_join(server->slots[i].thread, NULL);
    }
    pthread_cond_destroy(&server->ended);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
