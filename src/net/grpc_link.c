// grpc_link.c: connects nghttp2, which does no I/O, to a conn and one call
#include "net/grpc_link.h"

#include <nghttp2/nghttp2.h>
#include <poll.h>
#include <string.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/clock.h"

enum {
    READ_BYTES = 64 * 1024,
    HEADERS_MAX = 9,
    // Bytes allowed before we acknowledge any. A screen of raw pixels has some
    // 10 MB; the default of 64 KiB would take 160 round trips.
    WINDOW_BYTES = 16 * 1024 * 1024,
};

struct call {
    struct at_grpc_answer *answer; // borrowed
    struct at_str left;            // unsent part of the body
    int32_t stream_id;
    bool closed;
    uint32_t error_code;
};

struct at_grpc_link {
    struct at_conn *conn;     // owned
    nghttp2_session *session; // owned
    struct call *call;        // borrowed; NULL between calls
    bool going_away;          // the server accepts no more calls
    bool lost;
    char *room;        // owned: READ_BYTES
    struct at_buf out; // bytes to be written
};

static struct call *
call_of(struct at_grpc_link *link, int32_t stream_id)
{
    return link->call && link->call->stream_id == stream_id ? link->call : NULL;
}

static struct at_str
view_of(nghttp2_rcbuf *text)
{
    nghttp2_vec bytes = nghttp2_rcbuf_get_buf(text);
    return at_str_n((const char *)bytes.base, bytes.len);
}

static int
on_header(nghttp2_session *session, const nghttp2_frame *frame,
          nghttp2_rcbuf *name, nghttp2_rcbuf *value, uint8_t flags, void *user)
{
    struct call *call = call_of(user, frame->hd.stream_id);
    (void)session;
    (void)flags;
    if (call)
        at_grpc_meta_take(&call->answer->meta, view_of(name), view_of(value));
    return 0;
}

static int
on_data(nghttp2_session *session, uint8_t flags, int32_t stream_id,
        const uint8_t *data, size_t len, void *user)
{
    struct call *call = call_of(user, stream_id);
    (void)session;
    (void)flags;
    if (call)
        at_buf_add(&call->answer->body, data, len); // overflow is checked later
    return 0;
}

static int
on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
    struct at_grpc_link *link = user;
    (void)session;
    if (frame->hd.type == NGHTTP2_GOAWAY)
        link->going_away = true;
    return 0;
}

static int
on_close(nghttp2_session *session, int32_t stream_id, uint32_t error_code,
         void *user)
{
    struct call *call = call_of(user, stream_id);
    (void)session;
    if (!call)
        return 0;
    call->closed = true;
    call->error_code = error_code;
    // nghttp2 also closes streams excluded by a GOAWAY this way.
    call->answer->refused = error_code == NGHTTP2_REFUSED_STREAM;
    return 0;
}

static ssize_t
read_body(nghttp2_session *session, int32_t stream_id, uint8_t *buf, size_t cap,
          uint32_t *flags, nghttp2_data_source *source, void *user)
{
    struct call *call = source->ptr;
    struct at_str piece = at_str_head(call->left, cap);
    (void)session;
    (void)stream_id;
    (void)user;
    if (piece.len > 0)
        memcpy(buf, piece.ptr, piece.len);
    call->left = at_str_skip(call->left, piece.len);
    if (call->left.len == 0)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    return (ssize_t)piece.len;
}

static bool
fail_nghttp2(int code, struct at_err *err)
{
    return at_fail(err, AT_EPROTO, "HTTP/2: %s", nghttp2_strerror(code));
}

static bool
make_session(struct at_grpc_link *link, struct at_err *err)
{
    static const nghttp2_settings_entry settings[] = {
        {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, WINDOW_BYTES},
    };
    nghttp2_session_callbacks *callbacks;
    at_assert(nghttp2_session_callbacks_new(&callbacks) == 0);
    nghttp2_session_callbacks_set_on_header_callback2(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks,
                                                              on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    int code = nghttp2_session_client_new(&link->session, callbacks, link);
    nghttp2_session_callbacks_del(callbacks);
    if (code == 0)
        code = nghttp2_submit_settings(link->session, NGHTTP2_FLAG_NONE,
                                       settings, AT_LEN(settings));
    if (code == 0)
        code = nghttp2_session_set_local_window_size(
            link->session, NGHTTP2_FLAG_NONE, 0, WINDOW_BYTES);
    return code == 0 || fail_nghttp2(code, err);
}

bool
at_grpc_link_open(const struct at_op *op, const char *endpoint,
                  struct at_grpc_link **out_link, struct at_err *err)
{
    struct at_conn *conn;
    *out_link = NULL;
    if (!at_conn_open(op, endpoint, &conn, err))
        return false;
    struct at_grpc_link *link = at_alloc(sizeof(*link));
    link->conn = conn;
    link->room = at_alloc(READ_BYTES);
    link->out = (struct at_buf)AT_BUF_INIT(AT_GRPC_REQUEST_MAX_BYTES + AT_MIB);
    if (!make_session(link, err)) {
        at_grpc_link_free(link);
        return false;
    }
    *out_link = link;
    return true;
}

void
at_grpc_link_free(struct at_grpc_link *link)
{
    if (!link)
        return;
    nghttp2_session_del(link->session);
    at_conn_free(link->conn);
    at_buf_deinit(&link->out);
    free(link->room);
    free(link);
}

// Write nghttp2's pending output, usually in one piece.
static bool
flush(const struct at_op *op, struct at_grpc_link *link, struct at_err *err)
{
    const uint8_t *piece;
    ssize_t len;
    at_buf_clear(&link->out);
    while ((len = nghttp2_session_mem_send(link->session, &piece)) > 0)
        if (!at_buf_add(&link->out, piece, (size_t)len))
            return at_fail(err, AT_ELIMIT, "more to say than %zu bytes",
                           link->out.max);
    if (len < 0)
        return fail_nghttp2((int)len, err);
    if (link->out.len == 0)
        return true;
    if (link->call)
        link->call->answer->sent = true;
    return at_conn_write(op, link->conn, link->out.data, link->out.len, err);
}

// Read once and pass the bytes to nghttp2.
static bool
take(const struct at_op *op, struct at_grpc_link *link, struct at_err *err)
{
    size_t len;
    if (!at_conn_read(op, link->conn, link->room, READ_BYTES, &len, err))
        return false;
    if (len == 0)
        return at_fail(err, AT_ENODEV, "the server closed the connection");
    ssize_t used = nghttp2_session_mem_recv(link->session,
                                            (const uint8_t *)link->room, len);
    return used >= 0 || fail_nghttp2((int)used, err);
}

bool
at_grpc_link_usable(struct at_grpc_link *link)
{
    struct at_op now = {at_now_ns() + AT_NS_PER_MS, NULL};
    struct pollfd ready = {at_conn_fd(link->conn), POLLIN, 0};
    while (!link->lost && !link->going_away && poll(&ready, 1, 0) > 0)
        link->lost = !take(&now, link, NULL);
    return !link->lost && !link->going_away &&
           nghttp2_session_check_request_allowed(link->session) != 0;
}

static nghttp2_nv
header(const char *name, const char *value, uint8_t flags)
{
    return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name),
                        strlen(value), flags};
}

static bool
submit(const struct at_op *op, struct at_grpc_link *link,
       const struct at_grpc_ask *ask, struct at_err *err)
{
    nghttp2_data_provider body = {{.ptr = link->call}, read_body};
    nghttp2_nv headers[HEADERS_MAX];
    char timeout[AT_GRPC_TIMEOUT_MAX];
    size_t count = 0;
    headers[count++] = header(":method", "POST", 0);
    headers[count++] = header(":scheme", "http", 0);
    headers[count++] = header(":path", ask->path, 0);
    headers[count++] = header(":authority", ask->authority, 0);
    headers[count++] = header("te", "trailers", 0);
    headers[count++] = header("content-type", "application/grpc", 0);
    headers[count++] = header("user-agent", "agentest/" AT_VERSION, 0);
    if (op->deadline_ns != AT_NEVER_NS) {
        at_grpc_timeout_write(at_op_left_ms(op, at_now_ns()), timeout);
        headers[count++] =
            header("grpc-timeout", timeout, NGHTTP2_NV_FLAG_NO_INDEX);
    }
    if (ask->authorization)
        headers[count++] = header("authorization", ask->authorization,
                                  NGHTTP2_NV_FLAG_NO_INDEX);
    at_assert(count <= HEADERS_MAX);
    int32_t id = nghttp2_submit_request(link->session, NULL, headers, count,
                                        &body, NULL);
    if (id < 0)
        return fail_nghttp2(id, err);
    link->call->stream_id = id;
    return true;
}

// Return the result of an ended stream.
static bool
judge(const struct call *call, struct at_err *err)
{
    if (call->answer->body.overflow)
        return at_fail(err, AT_ELIMIT, "the answer is longer than %zu bytes",
                       call->answer->body.max);
    // A status ends the call, whatever happens to the stream later.
    if (call->answer->refused || call->answer->meta.has_status ||
        call->error_code == NGHTTP2_NO_ERROR)
        return true;
    return at_fail(err, AT_EPROTO, "the server broke the call off (%s)",
                   nghttp2_http2_strerror(call->error_code));
}

// nghttp2 does not report most protocol violations as failures: it notifies the
// server and stops reading.
static bool
check_session(struct at_grpc_link *link, struct at_err *err)
{
    return nghttp2_session_want_read(link->session) ||
           at_fail(err, AT_EPROTO, "HTTP/2: the server broke the protocol");
}

bool
at_grpc_link_call(const struct at_op *op, struct at_grpc_link *link,
                  const struct at_grpc_ask *ask, struct at_grpc_answer *answer,
                  struct at_err *err)
{
    struct call call = {.answer = answer, .left = ask->body};
    bool ok;
    answer->sent = false;
    answer->refused = false;
    link->call = &call;
    ok = submit(op, link, ask, err) && flush(op, link, err);
    while (ok && !call.closed && !answer->body.overflow)
        ok = take(op, link, err) && flush(op, link, err) &&
             (call.closed || check_session(link, err));
    ok = ok && judge(&call, err);
    link->call = NULL;
    return ok;
}
