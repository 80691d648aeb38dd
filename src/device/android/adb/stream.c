#include <poll.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/link.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/file.h"

enum { READ_SIZE = 64 * 1024 };

struct opening {
    const struct at_adb_device *device;
    const char *service;
    struct at_conn *conn;
};

// err is not NULL. AT_EDEVICE: the device has refused, so nothing runs.
static bool
request_service(const struct at_op *op, struct at_conn *conn,
                const char *service, bool *out_again, struct at_err *err)
{
    if (at_adb_request(op, conn, at_str(service), out_again, err))
        return true;
    if (*out_again && err->code != AT_EDEVICE) {
        *out_again = false;
        at_err_add(err, "it may have run all the same");
    }
    return false;
}

static bool
attempt_open(const struct at_op *op, void *arg, bool *out_again,
             struct at_err *err)
{
    struct opening *opening = arg;
    const char *serial = opening->device->serial;
    struct at_conn *conn;

    if (!at_adb_connect(op, &opening->device->adb, &conn, out_again, err))
        return false;
    char *request = serial[0] ? at_strfmt("host:transport:%s", serial)
                              : at_strdup("host:transport-any");
    bool ok = at_adb_request(op, conn, at_str(request), out_again, err) &&
              request_service(op, conn, opening->service, out_again, err);
    free(request);
    if (ok)
        opening->conn = conn;
    else
        at_conn_free(conn);
    return ok;
}

bool
at_adb_open(const struct at_op *op, const struct at_adb_device *device,
            const char *service, struct at_conn **out_conn, struct at_err *err)
{
    struct opening opening = {device, service, NULL};
    struct at_err why = AT_ERR_INIT;
    bool again;
    bool ok = attempt_open(op, &opening, &again, &why);

    *out_conn = opening.conn;
    if (!ok && err)
        *err = why;
    return ok;
}

void
at_adb_err_command(struct at_err *err, const struct at_adb_device *device,
                   const char *command)
{
    at_err_context(err, "'%.*s' on '%s'", (int)strcspn(command, " \t\n;"),
                   command, device->serial);
}

void
at_adb_stream_deinit(struct at_adb_stream *stream)
{
    at_conn_free(stream->conn);
    stream->conn = NULL;
    at_buf_deinit(&stream->in);
}

bool
at_adb_stream_open(const struct at_op *op, struct at_adb_device *device,
                   const char *service, size_t max_bytes,
                   struct at_adb_stream *out, struct at_err *err)
{
    struct opening opening = {device, service, NULL};
    struct at_err why = AT_ERR_INIT;
    bool ok = at_adb_retry(op, attempt_open, &opening, &why);
    *out = (struct at_adb_stream){
        .conn = opening.conn,
        .in = AT_BUF_INIT(max_bytes),
    };
    if (!ok && err)
        *err = why;
    return ok;
}

bool
at_adb_stream_read(const struct at_op *op, struct at_adb_stream *stream,
                   struct at_err *err)
{
    size_t room = stream->in.max - stream->in.len;
    char probe;
    size_t n;

    if (!at_op_check(op, err)) // a peer that never pauses is no excuse
        return false;
    // A full buffer is fine where the peer has nothing more to say.
    if (room == 0) {
        if (!at_conn_read(op, stream->conn, &probe, 1, &n, err))
            return false;
        stream->ended = n == 0;
        return n == 0 || at_fail(err, AT_ELIMIT, "more than %zu bytes came",
                                 stream->in.max);
    }
    size_t want = room < READ_SIZE ? room : READ_SIZE;
    char *at = at_buf_reserve(&stream->in, want);
    if (!at_conn_read(op, stream->conn, at, want, &n, err))
        return false;
    stream->in.len += n;
    stream->in.data[stream->in.len] = '\0';
    stream->ended = n == 0;
    return true;
}

static bool
is_readable(const struct at_conn *conn)
{
    struct pollfd fd = {.fd = at_conn_fd(conn), .events = POLLIN};
    return poll(&fd, 1, 0) > 0;
}

// The peer hung up while we were sending: what it said before is its answer.
static bool
read_last_words(const struct at_op *op, struct at_adb_stream *stream,
                struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    while (!stream->ended) {
        if (at_adb_stream_read(op, stream, &why))
            continue;
        if (why.code != AT_ENODEV)
            return err ? (*err = why, false) : false;
        stream->ended = true;
    }
    return true;
}

bool
at_adb_stream_send(const struct at_op *op, struct at_adb_stream *stream,
                   struct at_str data, struct at_err *err)
{
    while (data.len > 0 && !stream->ended) {
        size_t n;
        if (is_readable(stream->conn)) {
            if (!at_adb_stream_read(op, stream, err))
                return false;
            continue;
        }
        if (!at_conn_write_some(stream->conn, data.ptr, data.len, &n, NULL))
            return read_last_words(op, stream, err);
        data = at_str_skip(data, n);
        if (n == 0 &&
            !at_op_wait_fd(op, at_conn_fd(stream->conn), POLLIN | POLLOUT, err))
            return false;
    }
    return at_op_check(op, err);
}

bool
at_adb_source_read(struct at_adb_source *source, char *buf, size_t cap,
                   size_t *out_len, struct at_err *err)
{
    if (source->fd >= 0)
        return at_file_read_some(source->fd, buf, cap, out_len, err);
    struct at_str piece = at_str_head(source->content, cap);
    if (piece.len > 0)
        memcpy(buf, piece.ptr, piece.len);
    source->content = at_str_skip(source->content, piece.len);
    *out_len = piece.len;
    return true;
}
