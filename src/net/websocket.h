// websocket.h: a WebSocket to a peer over a conn, with deadlines
//
// One thread at a time. Pings are answered while reading.
#ifndef AT_NET_WEBSOCKET_H
#define AT_NET_WEBSOCKET_H

#include "base/err.h"
#include "base/op.h"
#include "net/conn.h"
#include "wire/websocket.h"

struct at_websocket;

struct at_websocket_dial {
    const char *target;
    const char *host;
    const char *origin; // NULL: none
    size_t message_max_bytes;
    // Location of a redirect, cut to its size; "" for any other answer.
    char *out_location; // NULL: unwanted
    size_t location_cap;
};

// Perform the handshake over conn, taking ownership of it even on failure. The
// caller owns *out, which is NULL on failure. AT_EPROTO: the answer is not a
// WebSocket's; err has its status.
AT_CHECKED bool at_websocket_open(const struct at_op *op, struct at_conn *conn,
                                  const struct at_websocket_dial *dial,
                                  struct at_websocket **out,
                                  struct at_err *err);
// Close and free, sending a close frame only if that does not block. NULL is
// allowed.
void at_websocket_free(struct at_websocket *ws);

AT_CHECKED bool at_websocket_send(const struct at_op *op,
                                  struct at_websocket *ws, struct at_str text,
                                  struct at_err *err);
// Receive the next text message, valid until the next call. AT_ETIMEOUT and
// AT_ECANCELED leave the connection usable, even in mid-frame. AT_ENODEV: the
// peer has closed; err has the close code and reason, as does
// at_websocket_closed(). A message over message_max_bytes is AT_ELIMIT and ends
// the connection.
AT_CHECKED bool at_websocket_receive(const struct at_op *op,
                                     struct at_websocket *ws,
                                     struct at_str *out_text,
                                     struct at_err *err);
// Like at_websocket_receive() for a readable descriptor: reads once and does
// not wait. out_text->ptr is NULL while no message is complete.
AT_CHECKED bool at_websocket_take(const struct at_op *op,
                                  struct at_websocket *ws,
                                  struct at_str *out_text, struct at_err *err);
// Return true if a complete frame is buffered, so fd need not be readable.
bool at_websocket_has(const struct at_websocket *ws);
int at_websocket_fd(const struct at_websocket *ws);
// Return the peer's close code; 0: it has not closed. reason is borrowed, on
// one line.
uint16_t at_websocket_closed(const struct at_websocket *ws,
                             const char **out_reason);

#endif
