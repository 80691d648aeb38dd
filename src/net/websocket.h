// websocket.h: a WebSocket to a peer, over a conn, against a deadline
//
// One thread at a time. Pings are answered while it reads.
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
    // A redirect's Location, cut to its size; "" after any other answer.
    char *out_location; // NULL: not wanted
    size_t location_cap;
};

// Shake hands over conn, which is taken over even on failure. The caller owns
// *out, which is NULL then. AT_EPROTO: the answer is no WebSocket's; err has
// its status.
AT_CHECKED bool at_websocket_open(const struct at_op *op, struct at_conn *conn,
                                  const struct at_websocket_dial *dial,
                                  struct at_websocket **out,
                                  struct at_err *err);
// Sends no close frame that could block. NULL is allowed.
void at_websocket_free(struct at_websocket *ws);

AT_CHECKED bool at_websocket_send(const struct at_op *op,
                                  struct at_websocket *ws, struct at_str text,
                                  struct at_err *err);
// Receive the next text message, valid until the next call. AT_ETIMEOUT and
// AT_ECANCELED leave the connection usable, also in mid-frame. AT_ENODEV: the
// peer has closed; err has the close code and reason, which
// at_websocket_closed() has too. A message beyond message_max_bytes is
// AT_ELIMIT and ends the connection.
AT_CHECKED bool at_websocket_receive(const struct at_op *op,
                                     struct at_websocket *ws,
                                     struct at_str *out_text,
                                     struct at_err *err);
// The same for a descriptor that is readable: reads once and does not wait.
// out_text->ptr NULL: no message is complete yet.
AT_CHECKED bool at_websocket_take(const struct at_op *op,
                                  struct at_websocket *ws,
                                  struct at_str *out_text, struct at_err *err);
// Is a whole frame here already, so that fd need not be readable?
bool at_websocket_has(const struct at_websocket *ws);
int at_websocket_fd(const struct at_websocket *ws);
// 0: not closed by the peer. reason is borrowed, and of one line.
uint16_t at_websocket_closed(const struct at_websocket *ws,
                             const char **out_reason);

#endif
