#include "maestro/script/peer.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/wipe.h"
#include "maestro/script/wire.h"
#include "net/conn.h"
#include "sys/fds.h"
#include "sys/proc.h"
#include "wire/frames.h"

enum { READ_BYTES = 64 * 1024 };

struct at_script_peer {
    struct at_conn *conn;
    struct at_frames frames;
    long pid;
    char bytes[READ_BYTES];
};

struct at_script_peer *
at_script_peer_start(const char *const *argv, const char *const *env,
                     struct at_err *err)
{
    struct at_script_peer *peer = at_alloc(sizeof(*peer));
    const struct at_proc_opts opts = {.argv = argv, .env = env};
    int fds[2] = {-1, -1};
    bool started = at_fds_pair(fds, err) &&
                   at_proc_start_peer(&opts, fds[1], &peer->pid, err);
    at_fd_close(&fds[1]);
    if (started && at_conn_adopt(fds[0], &peer->conn, err)) {
        at_frames_init(&peer->frames, AT_SCRIPT_MESSAGE_MAX_BYTES);
        return peer;
    }
    if (started)
        at_proc_end_peer(peer->pid, 0);
    else
        at_fd_close(&fds[0]);
    free(peer);
    return NULL;
}

int
at_script_peer_end(struct at_script_peer *peer, int64_t grace_ms)
{
    if (!peer)
        return 0;
    at_conn_free(peer->conn);
    int status = at_proc_end_peer(peer->pid, grace_ms);
    at_frames_deinit(&peer->frames);
    free(peer);
    return status;
}

long
at_script_peer_pid(const struct at_script_peer *peer)
{
    return peer ? peer->pid : -1;
}

// A read or a write has failed: in time, or because the process is gone.
static bool
lost(const struct at_err *why, struct at_err *err)
{
    if (why->code == AT_ETIMEOUT || why->code == AT_ECANCELED)
        return at_err_pass(err, why);
    return at_fail(err, AT_EIO, "its process has ended");
}

bool
at_script_peer_send(const struct at_op *op, struct at_script_peer *peer,
                    int kind, struct at_str payload, struct at_err *err)
{
    struct at_buf out =
        AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES + AT_FRAMES_HEAD_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = at_frames_write((uint8_t)kind, payload, &out)
                  ? at_conn_write(op, peer->conn, out.data, out.len, &why) ||
                        lost(&why, err)
                  : at_fail(err, AT_ELIMIT, "a message has more than %zu bytes",
                            AT_SCRIPT_MESSAGE_MAX_BYTES);
    at_wipe_buf(&out);
    return ok;
}

bool
at_script_peer_send_texts(const struct at_op *op, struct at_script_peer *peer,
                          int kind, const struct at_str *texts, size_t count,
                          struct at_err *err)
{
    struct at_buf payload = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    bool fits = true;
    for (size_t i = 0; i < count; i++)
        fits = at_script_text_add(&payload, texts[i]) && fits;
    bool ok =
        fits ? at_script_peer_send(op, peer, kind, at_buf_str(&payload), err)
             : at_fail(err, AT_ELIMIT, "a message has more than %zu bytes",
                       AT_SCRIPT_MESSAGE_MAX_BYTES);
    at_wipe_buf(&payload);
    return ok;
}

bool
at_script_peer_read(const struct at_op *op, struct at_script_peer *peer,
                    int *out_kind, struct at_str *out_payload,
                    struct at_err *err)
{
    uint8_t kind;
    size_t len;
    while (!at_frames_next(&peer->frames, &kind, out_payload)) {
        struct at_err why = AT_ERR_INIT;
        if (!at_conn_read(op, peer->conn, peer->bytes, READ_BYTES, &len,
                          &why) ||
            len == 0)
            return lost(&why, err);
        if (!at_frames_add(&peer->frames, at_str_n(peer->bytes, len), err))
            return false;
    }
    *out_kind = kind;
    return true;
}
