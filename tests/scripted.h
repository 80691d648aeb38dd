// scripted.h: a peer on a loopback port that plays a test's script
//
// A script is rows, played in order by a thread; the peer closes at its end.
// Torture: the n-th row is not played as written, and the peer ends after it.
#ifndef TESTS_SCRIPTED_H
#define TESTS_SCRIPTED_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/adb_reply.h"

enum t_what {
    T_END,
    T_ASKED, // the client sends this text as a block
    T_GETS,  // the client sends these bytes
    T_SAYS,  // send these bytes
    T_BLOCK, // send this text as a block
    T_NEXT,  // close, and wait for the next connection
    T_DRAIN, // read whatever comes until the client closes
    T_HOLD,  // neither read nor close
    T_FULL,  // read nothing until the client can send no more
};

struct t_line {
    enum t_what what;
    struct at_str bytes;
};
#define T_LINE(what, text)                                                     \
    {                                                                          \
        T_##what, AT_STR_ROW(text)                                             \
    }

enum t_fault {
    T_FAULT_NONE,
    T_FAULT_CLOSE, // the row is not played
    T_FAULT_CUT,   // half of it is played
    T_FAULT_STALL, // nothing is sent any more, and nothing is closed
    T_FAULT_NOISE, // other bytes are sent instead, and then nothing
    T_FAULT_COUNT,
};

struct t_peer {
    const struct t_line *script;
    enum t_fault fault;
    size_t fault_at; // 1: the first row
    size_t rows;     // begun so far
    int listen_fd;
    uint16_t port;
    struct at_cancel *cancel; // ends the thread
    pthread_t thread;
    char trouble[256]; // the client's first departure from the script
};

static struct at_op
t_peer_op(const struct t_peer *peer)
{
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, peer->cancel};
    return op;
}

static void
t_drain(const struct t_peer *peer, struct at_conn *conn)
{
    struct at_op op = t_peer_op(peer);
    char piece[4096];
    size_t n = 1;
    while (n > 0 && at_conn_read(&op, conn, piece, sizeof(piece), &n, NULL))
        continue;
}

static bool
t_expect(struct t_peer *peer, struct at_conn *conn, struct at_str want)
{
    struct at_op op = t_peer_op(peer);
    char *got = at_alloc(want.len + 1);
    bool ok = at_conn_read_all(&op, conn, got, want.len, NULL);
    if (ok && memcmp(got, want.ptr, want.len) != 0) {
        snprintf(peer->trouble, sizeof(peer->trouble),
                 "row %zu: got '%.80s', want '%.*s'", peer->rows, got,
                 (int)(want.len < 80 ? want.len : 80), want.ptr);
        ok = false;
    }
    free(got);
    return ok;
}

// What has arrived and is unread no longer grows.
static void
t_wait_full(const struct t_peer *peer, struct at_conn *conn)
{
    struct at_op op = t_peer_op(peer);
    int unread = 0;
    int before = 0;
    for (int same = 0; same < 5; same = unread == before ? same + 1 : 0) {
        before = unread;
        if (!at_op_wait_until(&op, at_now_ns() + 5 * AT_NS_PER_MS, NULL) ||
            ioctl(at_conn_fd(conn), FIONREAD, &unread) != 0)
            return;
    }
}

static bool
t_play_row(struct t_peer *peer, struct at_conn *conn, enum t_what what,
           struct at_str bytes)
{
    struct at_op op = t_peer_op(peer);
    if (what == T_DRAIN)
        t_drain(peer, conn);
    else if (what == T_HOLD)
        (void)!at_op_wait_fd(&op, -1, 0, NULL);
    else if (what == T_FULL)
        t_wait_full(peer, conn);
    else if (what == T_GETS || what == T_ASKED)
        return t_expect(peer, conn, bytes);
    else
        return at_conn_write(&op, conn, bytes.ptr, bytes.len, NULL);
    return true;
}

// The row that goes wrong. The connection does not go on after it.
static void
t_play_fault(struct t_peer *peer, struct at_conn *conn, enum t_what what,
             struct at_str bytes)
{
    struct at_op op = t_peer_op(peer);
    if (peer->fault == T_FAULT_CUT)
        (void)!t_play_row(peer, conn, what, at_str_head(bytes, bytes.len / 2));
    if (peer->fault == T_FAULT_NOISE)
        (void)!at_conn_write(&op, conn, "\xff\xffNOISE\xff\xff", 9, NULL);
    if (peer->fault == T_FAULT_STALL || peer->fault == T_FAULT_NOISE)
        t_drain(peer, conn);
}

// One row as it goes over the wire; false where the peer is done.
static bool
t_play(struct t_peer *peer, struct at_conn *conn, const struct t_line *line)
{
    struct at_buf block = AT_BUF_INIT(1 << 17);
    struct at_str bytes = line->bytes;
    if (line->what == T_ASKED || line->what == T_BLOCK) {
        at_assert(at_adb_block_write(&block, bytes));
        bytes = at_buf_str(&block);
    }
    bool ok = false;
    if (++peer->rows == peer->fault_at)
        t_play_fault(peer, conn, line->what, bytes);
    else
        ok = t_play_row(peer, conn, line->what, bytes);
    at_buf_deinit(&block);
    return ok;
}

static void *
t_peer_main(void *arg)
{
    struct t_peer *peer = arg;
    struct at_conn *conn = NULL;
    const struct t_line *line = peer->script;
    bool on = true;
    for (; on && line->what != T_END; line++) {
        struct at_op op = t_peer_op(peer);
        if (!conn && !at_accept(&op, peer->listen_fd, &conn, NULL))
            break;
        if (line->what != T_NEXT) {
            on = t_play(peer, conn, line);
            continue;
        }
        at_conn_free(conn);
        conn = NULL;
    }
    at_conn_free(conn);
    return NULL;
}

static void
t_peer_start(struct t_peer *peer, const struct t_line *script,
             enum t_fault fault, size_t fault_at)
{
    *peer = (struct t_peer){.script = script,
                            .fault = fault,
                            .fault_at = fault == T_FAULT_NONE ? 0 : fault_at};
    peer->cancel = at_cancel_new(NULL, NULL);
    at_assert(peer->cancel);
    at_assert(
        at_listen_tcp("127.0.0.1", 0, &peer->listen_fd, &peer->port, NULL));
    at_assert(pthread_create(&peer->thread, NULL, t_peer_main, peer) == 0);
}

static void
t_peer_stop(struct t_peer *peer)
{
    at_cancel_fire(peer->cancel);
    pthread_join(peer->thread, NULL);
    at_cancel_free(peer->cancel);
    close(peer->listen_fd);
}

#endif
