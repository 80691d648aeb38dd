// conn.h: a byte stream to a peer, with deadlines
//
// A conn is used by one thread at a time. Blocking calls take an op: they fail
// with AT_ETIMEOUT after op's deadline and with AT_ECANCELED once op is
// cancelled. After any failure the conn can only be passed to at_conn_free().
#ifndef AT_NET_CONN_H
#define AT_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"

struct at_conn;

// Connect to "tcp:HOST:PORT" ("tcp:[::1]:5037" for IPv6) or "unix:PATH". The
// caller owns *out_conn and releases it with at_conn_free(); on failure
// *out_conn is NULL. Fails with AT_ENODEV if nothing listens there, AT_EUSAGE
// if endpoint is malformed.
AT_CHECKED bool at_conn_open(const struct at_op *op, const char *endpoint,
                             struct at_conn **out_conn, struct at_err *err);

// Make a conn of a connected stream socket. Takes ownership of fd even on
// failure.
AT_CHECKED bool at_conn_adopt(int fd, struct at_conn **out_conn,
                              struct at_err *err);

// Read 1 to cap bytes. *out_len is 0 only if the peer has closed.
AT_CHECKED bool at_conn_read(const struct at_op *op, struct at_conn *conn,
                             void *buf, size_t cap, size_t *out_len,
                             struct at_err *err);

// Read exactly len bytes. Fails with AT_EPROTO if the peer closes earlier.
AT_CHECKED bool at_conn_read_all(const struct at_op *op, struct at_conn *conn,
                                 void *buf, size_t len, struct at_err *err);

// Write all len bytes. buf is borrowed for the call.
AT_CHECKED bool at_conn_write(const struct at_op *op, struct at_conn *conn,
                              const void *buf, size_t len, struct at_err *err);

// Write as much as possible without waiting; *out_len may be 0.
AT_CHECKED bool at_conn_write_some(struct at_conn *conn, const void *buf,
                                   size_t len, size_t *out_len,
                                   struct at_err *err);

int at_conn_fd(const struct at_conn *conn); // for poll(2) only

// Shut down writing, so the peer reads the end of the stream. Reading
// continues.
void at_conn_end_writing(struct at_conn *conn);

// Close and free. NULL is allowed; never blocks, never fails.
void at_conn_free(struct at_conn *conn);

// Listen on an IPv4 address; port 0 picks one. The descriptor is close-on-exec
// and belongs to the caller.
AT_CHECKED bool at_listen_tcp(const char *address, uint16_t port, int *out_fd,
                              uint16_t *out_port, struct at_err *err);
// Create a listening socket at path, for this user only (0600); the caller
// creates its folder. AT_EUSAGE if path is too long for a socket address,
// AT_EBUSY if another process listens there; a stale socket is replaced.
// Processes that may listen at the same time must exclude each other
// (sys/filelock.h), or one may replace the other's socket. The listener removes
// the socket when it ends.
AT_CHECKED bool at_listen_unix(const char *path, int *out_fd,
                               struct at_err *err);
// Return true if the process at the other end of a Unix socket belongs to this
// user.
bool at_conn_is_mine(const struct at_conn *conn);
// Wait for a client. The caller owns *out_conn.
AT_CHECKED bool at_accept(const struct at_op *op, int listen_fd,
                          struct at_conn **out_conn, struct at_err *err);

#endif
