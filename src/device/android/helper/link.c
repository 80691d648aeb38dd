// link.c: see link.h
#include "device/android/helper/link.h"

#include <poll.h>

#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/http1.h"

enum {
    READ_BYTES = 64 * 1024,
    // The helper closes after 120 s of silence; no request may cross that.
    REUSE_MAX_MS = 60000,
};

void
at_helper_link_init(struct at_helper_link *link,
                    const struct at_helper_dial *dial, const char *token)
{
    *link = (struct at_helper_link){
        .dial = *dial,
        .in = AT_BUF_INIT(AT_HTTP1_HEAD_MAX_BYTES + READ_BYTES),
    };
    at_str_cut(link->token, sizeof(link->token), at_str(token));
}

static void
hang_up(struct at_helper_link *link)
{
    at_conn_free(link->conn);
    link->conn = NULL;
    at_buf_clear(&link->in);
}

void
at_helper_link_deinit(struct at_helper_link *link)
{
    hang_up(link);
    at_buf_deinit(&link->in);
}

// A peer that sends something between two requests is about to close.
static bool
is_fresh(const struct at_helper_link *link)
{
    struct pollfd fd = {.fd = at_conn_fd(link->conn), .events = POLLIN};
    return at_now_ns() - link->used_ns < REUSE_MAX_MS * AT_NS_PER_MS &&
           poll(&fd, 1, 0) == 0;
}

static bool
connect_link(const struct at_op *op, struct at_helper_link *link,
             struct at_err *err)
{
    if (link->conn && is_fresh(link))
        return true;
    hang_up(link);
    return link->dial.open(op, link->dial.user, &link->conn, err);
}

static bool
send_request(const struct at_op *op, struct at_helper_link *link,
             const struct at_helper_link_request *request, struct at_err *err)
{
    struct at_buf out =
        AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES + AT_HTTP1_HEAD_MAX_BYTES);
    struct at_http1_request http = {
        .method = request->method,
        .target = request->path,
        .host = "127.0.0.1",
        .token = link->token,
        .content_type = request->body.len > 0 ? "application/json" : NULL,
        .body = request->body,
        .last = request->last,
    };
    bool ok;
    if (request->body.len > AT_HELPER_REQUEST_MAX_BYTES ||
        !at_http1_write(&out, &http)) {
        ok = at_fail(err, AT_ELIMIT,
                     "a request of %zu bytes: the helper takes %zu",
                     request->body.len, AT_HELPER_REQUEST_MAX_BYTES);
    } else {
        ok = at_conn_write(op, link->conn, out.data, out.len, err) ||
             at_err_set_run(err, true);
    }
    at_buf_deinit(&out);
    return ok;
}

// *out_ended: the peer has closed.
static bool
read_more(const struct at_op *op, struct at_helper_link *link, bool *out_ended,
          struct at_err *err)
{
    char *at;
    size_t n;
    if (!at_op_check(op, err)) // a peer that never pauses must not hold us up
        return false;
    at = at_buf_reserve(&link->in, READ_BYTES);
    if (!at)
        return at_fail(err, AT_EPROTO, "the helper answers without an end");
    if (!at_conn_read(op, link->conn, at, READ_BYTES, &n, err))
        return false;
    link->in.len += n;
    link->in.data[link->in.len] = '\0';
    *out_ended = n == 0;
    return true;
}

static bool
fail_lost(const char *when, struct at_err *err)
{
    return at_fail(err, AT_ENODEV, "the helper closed the connection %s", when);
}

static bool
fail_broken(struct at_err *err)
{
    return at_fail(err, AT_EPROTO, "the helper's answer is not HTTP");
}

// Read the head of the answer, and a "100 Continue" before it.
static bool
read_head(const struct at_op *op, struct at_helper_link *link,
          struct at_http1_head *out, size_t *out_len, struct at_err *err)
{
    for (bool ended = false;;) {
        size_t used;
        enum at_parse step =
            at_http1_head_parse(at_buf_str(&link->in), out, &used);
        if (step == AT_PARSE_BAD)
            return fail_broken(err);
        if (step == AT_PARSE_DONE && out->status >= 200) {
            *out_len = used;
            return true;
        }
        if (step == AT_PARSE_DONE) {
            at_buf_drop(&link->in, used);
            continue;
        }
        if (ended)
            return fail_lost("without an answer", err);
        if (!read_more(op, link, &ended, err))
            return false;
    }
}

static void
take_head(const struct at_http1_head *head, struct at_helper_reply *reply)
{
    struct at_str type = at_http1_field(head, "Content-Type");
    reply->status = head->status;
    reply->is_json = at_str_starts(type, AT_STR("application/json"));
    at_str_cut(reply->screen_size, sizeof(reply->screen_size),
               at_http1_field(head, "X-Screen-Size"));
    at_str_cut(reply->image_size, sizeof(reply->image_size),
               at_http1_field(head, "X-Image-Size"));
    at_str_cut(reply->frame, sizeof(reply->frame),
               at_http1_field(head, "X-Frame"));
}

static bool
fail_long(const struct at_helper_reply *reply, struct at_err *err)
{
    return at_fail(err, AT_ELIMIT,
                   "the helper's answer has more than %zu bytes",
                   reply->body.max);
}

// Move the part of the body that was read into reply. *out_more: more follows.
static bool
take_pieces(struct at_helper_link *link, struct at_http1_body *body,
            struct at_helper_reply *reply, bool *out_more, struct at_err *err)
{
    struct at_str in = at_buf_str(&link->in);
    struct at_str piece;
    size_t used;
    *out_more = false;
    while (!body->over && !*out_more) {
        enum at_parse step = at_http1_body_next(body, in, &piece, &used);
        if (step == AT_PARSE_BAD)
            return fail_broken(err);
        if (!at_buf_add_str(&reply->body, piece))
            return fail_long(reply, err);
        in = at_str_skip(in, used);
        *out_more = step == AT_PARSE_MORE;
    }
    at_buf_drop(&link->in, link->in.len - in.len);
    return true;
}

static bool
read_body(const struct at_op *op, struct at_helper_link *link,
          const struct at_http1_head *head, struct at_helper_reply *reply,
          struct at_err *err)
{
    struct at_http1_body body = at_http1_body(head);
    bool ended = false;
    bool more;
    if (head->framing == AT_HTTP1_LENGTH &&
        head->content_length > reply->body.max)
        return fail_long(reply, err);
    for (;;) {
        if (!take_pieces(link, &body, reply, &more, err))
            return false;
        if (!more)
            return true;
        if (ended)
            return head->framing == AT_HTTP1_UNTIL_CLOSE ||
                   fail_lost("in the middle of an answer", err);
        if (!read_more(op, link, &ended, err))
            return false;
    }
}

static bool
read_answer(const struct at_op *op, struct at_helper_link *link,
            struct at_helper_reply *reply, bool *out_closes, struct at_err *err)
{
    struct at_http1_head head;
    size_t head_len = 0;
    if (!read_head(op, link, &head, &head_len, err))
        return false;
    take_head(&head, reply);
    *out_closes = head.closes;
    at_buf_drop(&link->in, head_len); // head's fields are now invalid
    return read_body(op, link, &head, reply, err);
}

bool
at_helper_link_send(const struct at_op *op, struct at_helper_link *link,
                    const struct at_helper_link_request *request,
                    struct at_err *err)
{
    if (connect_link(op, link, err) && send_request(op, link, request, err))
        return true;
    hang_up(link);
    return false;
}

bool
at_helper_link_receive(const struct at_op *op, struct at_helper_link *link,
                       struct at_helper_reply *reply, struct at_err *err)
{
    bool closes = true;
    bool ok = read_answer(op, link, reply, &closes, err);
    // Extra bytes would be taken for the next answer.
    if (!ok || closes || link->in.len > 0)
        hang_up(link);
    link->used_ns = at_now_ns();
    return ok || at_err_set_run(err, true);
}

bool
at_helper_link_exchange(const struct at_op *op, struct at_helper_link *link,
                        const struct at_helper_link_request *request,
                        struct at_helper_reply *reply, struct at_err *err)
{
    return at_helper_link_send(op, link, request, err) &&
           at_helper_link_receive(op, link, reply, err);
}
