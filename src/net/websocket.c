// websocket.c: handshake and message transfer
#include "net/websocket.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/random.h"

enum {
    PIECE_BYTES = 64 * 1024,
    GOODBYE_MS = 20, // time to send a close frame, which the peer may not read
};

struct at_websocket {
    struct at_conn *conn;
    struct at_ws_reader reader;
    struct at_buf in; // received bytes, undecoded from in_at on
    size_t in_at;
    struct at_buf out;
    uint16_t closed; // close code of the peer
    char reason[256];
    bool broken;       // no more reading is possible
    bool write_failed; // a partial frame may have been sent, so nothing can
                       // follow
};

static struct at_str
unread(const struct at_websocket *ws)
{
    return at_str_skip(at_buf_str(&ws->in), ws->in_at);
}

// Read available bytes, or wait for some.
static bool
fill(const struct at_op *op, struct at_websocket *ws, struct at_err *err)
{
    char piece[PIECE_BYTES];
    size_t len;
    if (!at_conn_read(op, ws->conn, piece, sizeof(piece), &len, err))
        return false;
    if (len == 0)
        return at_fail(err, AT_ENODEV, "the peer closed the connection");
    at_buf_drop(&ws->in, ws->in_at);
    ws->in_at = 0;
    if (!at_buf_add(&ws->in, piece, len))
        return at_fail(err, AT_ELIMIT, "a frame is longer than %zu bytes",
                       ws->in.max);
    return true;
}

static bool
flush(const struct at_op *op, struct at_websocket *ws, struct at_err *err)
{
    bool ok = at_conn_write(op, ws->conn, ws->out.data, ws->out.len, err);
    at_buf_clear(&ws->out);
    ws->write_failed = ws->write_failed || !ok;
    return ok;
}

static bool
send_frame(const struct at_op *op, struct at_websocket *ws,
           enum at_ws_opcode opcode, struct at_str payload, struct at_err *err)
{
    uint8_t mask[4];
    if (ws->broken || ws->write_failed)
        return at_fail(err, AT_ENODEV, "the connection is gone");
    at_random_bytes(mask, sizeof(mask));
    at_buf_clear(&ws->out);
    if (!at_ws_write_frame(&ws->out, opcode, payload, mask))
        return at_fail(err, AT_ELIMIT, "a message of %zu bytes is too long",
                       payload.len);
    return flush(op, ws, err);
}

static void
send_close(struct at_websocket *ws, uint16_t code)
{
    const char payload[2] = {(char)(code >> 8), (char)code};
    const struct at_op never = {.deadline_ns = AT_NEVER_NS};
    struct at_op op = at_op_sub(&never, at_now_ns(), GOODBYE_MS);
    (void)!send_frame(&op, ws, AT_WS_CLOSE, at_str_n(payload, sizeof(payload)),
                      NULL);
}

// Return true if the head is a WebSocket's answer. Otherwise report why not.
static bool
judge_answer(const struct at_http1_head *head, const uint8_t nonce[16],
             const struct at_websocket_dial *dial, struct at_err *err)
{
    if (at_ws_accepts(head, nonce))
        return true;
    if (dial->out_location && head->status >= 300 && head->status <= 399)
        at_str_cut(dial->out_location, dial->location_cap,
                   at_http1_field(head, "location"));
    return head->status == 101
               ? at_fail(err, AT_EPROTO,
                         "the peer's answer to the handshake is wrong")
               : at_fail(err, AT_EPROTO, "the peer refuses with HTTP %d",
                         head->status);
}

static bool
read_answer(const struct at_op *op, struct at_websocket *ws,
            const uint8_t nonce[16], const struct at_websocket_dial *dial,
            struct at_err *err)
{
    struct at_http1_head head;
    enum at_parse parse;
    while ((parse = at_http1_head_parse(unread(ws), &head, &ws->in_at)) !=
           AT_PARSE_DONE) {
        if (parse == AT_PARSE_BAD)
            return at_fail(err, AT_EPROTO, "the peer does not speak HTTP");
        if (!fill(op, ws, err))
            return false;
    }
    return judge_answer(&head, nonce, dial, err);
}

static bool
shake_hands(const struct at_op *op, struct at_websocket *ws,
            const struct at_websocket_dial *dial, struct at_err *err)
{
    struct at_ws_request request = {
        .target = dial->target, .host = dial->host, .origin = dial->origin};
    at_random_bytes(request.nonce, sizeof(request.nonce));
    if (!at_ws_write_request(&ws->out, &request))
        return at_fail(err, AT_ELIMIT, "the address is too long, or none");
    return flush(op, ws, err) && read_answer(op, ws, request.nonce, dial, err);
}

bool
at_websocket_open(const struct at_op *op, struct at_conn *conn,
                  const struct at_websocket_dial *dial,
                  struct at_websocket **out, struct at_err *err)
{
    struct at_websocket *ws = at_alloc(sizeof(*ws));
    size_t max = dial->message_max_bytes;
    *ws = (struct at_websocket){
        .conn = conn,
        .reader = AT_WS_READER_INIT(max),
        .in = AT_BUF_INIT(max + 2 * (size_t)PIECE_BYTES),
        .out = AT_BUF_INIT(max + AT_KIB),
    };
    *out = NULL;
    if (dial->out_location)
        dial->out_location[0] = '\0';
    if (!shake_hands(op, ws, dial, err)) {
        at_websocket_free(ws);
        return false;
    }
    *out = ws;
    return true;
}

void
at_websocket_free(struct at_websocket *ws)
{
    if (!ws)
        return;
    at_conn_free(ws->conn);
    at_ws_reader_deinit(&ws->reader);
    at_buf_deinit(&ws->in);
    at_buf_deinit(&ws->out);
    free(ws);
}

bool
at_websocket_send(const struct at_op *op, struct at_websocket *ws,
                  struct at_str text, struct at_err *err)
{
    return send_frame(op, ws, AT_WS_TEXT, text, err);
}

static bool
fail_closed(const struct at_websocket *ws, struct at_err *err)
{
    return at_fail(err, AT_ENODEV, "the peer closed the connection with %d%s%s",
                   ws->closed, ws->reason[0] ? ": " : "", ws->reason);
}

static bool
take_close(struct at_websocket *ws, const struct at_ws_message *message,
           struct at_err *err)
{
    ws->closed = message->close_code;
    at_str_cut(ws->reason, sizeof(ws->reason), message->payload);
    for (char *at = ws->reason; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
    send_close(ws, 1000);
    ws->broken = true;
    return fail_closed(ws, err);
}

static bool
fail_frame(struct at_websocket *ws, struct at_err *err)
{
    const struct at_ws_reader *reader = &ws->reader;
    bool too_big = reader->fault_code == 1009;
    send_close(ws, reader->fault_code);
    ws->broken = true;
    return at_fail(err, too_big ? AT_ELIMIT : AT_EPROTO,
                   "the peer sent what no WebSocket may: %s", reader->fault);
}

// Ignore a failure: a disconnected peer may have sent more before, which
// reading will show.
static void
send_pong(const struct at_op *op, struct at_websocket *ws,
          struct at_str payload)
{
    (void)!send_frame(op, ws, AT_WS_PONG, payload, NULL);
}

// Process one message. *out_text.ptr remains NULL unless the message is for the
// owner.
static bool
take_message(const struct at_op *op, struct at_websocket *ws,
             const struct at_ws_message *message, struct at_str *out_text,
             struct at_err *err)
{
    if (message->opcode == AT_WS_CLOSE)
        return take_close(ws, message, err);
    if (message->opcode == AT_WS_PING)
        send_pong(op, ws, message->payload);
    if (message->opcode == AT_WS_TEXT)
        *out_text = message->payload;
    return true; // a pong, a fragment, or unexpected binary data
}

// Process frames until one completes the owner's message. If frames run out,
// read more, or return if `once` allows no further read.
static bool
advance(const struct at_op *op, struct at_websocket *ws, bool once,
        struct at_str *out_text, struct at_err *err)
{
    struct at_ws_message message;
    struct at_err why = AT_ERR_INIT;
    size_t used;
    bool filled = at_ws_is_whole(unread(ws));
    *out_text = (struct at_str){NULL, 0};
    if (ws->closed)
        return fail_closed(ws, err);
    while (!ws->broken) {
        enum at_parse parse =
            at_ws_read(&ws->reader, unread(ws), &message, &used);
        if (parse == AT_PARSE_BAD)
            return fail_frame(ws, err);
        if (parse == AT_PARSE_MORE && filled && once)
            return true;
        if (parse == AT_PARSE_MORE) {
            filled = true;
            if (fill(op, ws, &why))
                continue;
            ws->broken = why.code != AT_ETIMEOUT && why.code != AT_ECANCELED;
            return at_err_pass(err, &why);
        }
        bool ok = take_message(op, ws, &message, out_text, err);
        // The payload stays valid until the next read.
        ws->in_at += used;
        if (!ok || out_text->ptr)
            return ok;
    }
    return at_fail(err, AT_ENODEV, "the connection is gone");
}

bool
at_websocket_receive(const struct at_op *op, struct at_websocket *ws,
                     struct at_str *out_text, struct at_err *err)
{
    return advance(op, ws, false, out_text, err);
}

bool
at_websocket_take(const struct at_op *op, struct at_websocket *ws,
                  struct at_str *out_text, struct at_err *err)
{
    return advance(op, ws, true, out_text, err);
}

bool
at_websocket_has(const struct at_websocket *ws)
{
    return at_ws_is_whole(unread(ws));
}

int
at_websocket_fd(const struct at_websocket *ws)
{
    return at_conn_fd(ws->conn);
}

uint16_t
at_websocket_closed(const struct at_websocket *ws, const char **out_reason)
{
    if (out_reason)
        *out_reason = ws->reason;
    return ws->closed;
}
