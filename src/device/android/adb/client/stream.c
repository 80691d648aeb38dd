#include <poll.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/adb/client/link.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/request_watch.h"

enum { READ_SIZE = 64 * 1024, SHOWN_MAX_BYTES = 1024 };

struct opening {
    const struct at_adb_device *device;
    const char *service;
    struct at_conn *conn;
};

// err is not NULL. AT_EDEVICE: the device refused, so nothing runs.
static bool
request_service(const struct at_op *op, struct at_conn *conn,
                const char *service, bool *out_again, struct at_err *err)
{
    if (at_adb_request(op, conn, at_str(service), out_again, err))
        return true;
    if (*out_again && err->code != AT_EDEVICE) {
        *out_again = false;
        at_err_add(err, "it may still have run");
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
    const char *id = at_adb_transport_of(serial);
    char *request = id          ? at_strfmt("host:transport-id:%s", id)
                    : serial[0] ? at_strfmt("host:transport:%s", serial)
                                : at_strdup("host:transport-any");
    const struct at_op quick = at_adb_server_op(op);
    bool ok = at_adb_request(&quick, conn, at_str(request), out_again, err);
    if (!ok)
        at_adb_name_hang(op, &opening->device->adb, err);
    ok = ok && request_service(op, conn, opening->service, out_again, err);
    free(request);
    if (ok)
        opening->conn = conn;
    else
        at_conn_free(conn);
    return ok;
}

// Prefixes of commands that contain no typed text.
static const char *const open_commands[] = {
    "am force-stop ",
    "am start ",
    "cat /proc/",
    "cmd package ",
    "dumpsys ",
    "getprop",
    "input swipe ",
    "input tap ",
    "logcat ",
    "monkey ",
    "pidof ",
    "pm ",
    "ps ",
    "screencap",
    "uiautomator ",
    "wm ",
};
// A typed text may follow anywhere behind these.
static const char *const hiding_words[] = {"input text", "input keyevent",
                                           "clipboard", "--es"};

static bool
is_open(struct at_str command)
{
    bool found = false;
    for (size_t i = 0; i < AT_LEN(open_commands); i++)
        found = found || at_str_starts(command, at_str(open_commands[i]));
    for (size_t i = 0; i < AT_LEN(hiding_words); i++)
        found = found && !at_str_has(command, at_str(hiding_words[i]));
    return found;
}

void
at_adb_command_ended(const char *how, const char *command, int64_t began_ns,
                     bool ok, const struct at_err *err)
{
    struct at_str text = at_str(command);
    struct at_buf what = AT_BUF_INIT(SHOWN_MAX_BYTES);
    if (!at_request_is_watched())
        return;
    if (is_open(text))
        at_buf_add_fmt(&what, "%s %.*s", how,
                       AT_STR_ARG(at_utf8_head(text, SHOWN_MAX_BYTES / 2)));
    else
        at_buf_add_fmt(&what, "%s %.*s (%zu bytes)", how,
                       (int)strcspn(command, " \t\n;"), command, text.len);
    for (size_t i = 0; i < what.len; i++)
        what.data[i] = what.data[i] == '\n' ? ' ' : what.data[i];
    at_request_ended(at_buf_str(&what), began_ns, ok, err);
    at_buf_deinit(&what);
}

bool
at_adb_open(const struct at_op *op, const struct at_adb_device *device,
            const char *service, struct at_conn **out_conn, struct at_err *err)
{
    struct opening opening = {device, service, NULL};
    struct at_err why = AT_ERR_INIT;
    bool again;
    int64_t began_ns = at_now_ns();
    bool ok = attempt_open(op, &opening, &again, &why);
    *out_conn = opening.conn;
    at_adb_command_ended("open", service, began_ns, ok, &why);
    return ok || at_err_pass(err, &why);
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
    return ok || at_err_pass(err, &why);
}

// A peer that takes no more has gone: the connection's loss is its end.
static bool
read_some(const struct at_op *op, struct at_adb_stream *stream, char *buf,
          size_t cap, size_t *out_len, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_conn_read(op, stream->conn, buf, cap, out_len, &why))
        return true;
    *out_len = 0;
    return (stream->unheard && why.code == AT_ENODEV) || at_err_pass(err, &why);
}

bool
at_adb_stream_read(const struct at_op *op, struct at_adb_stream *stream,
                   struct at_err *err)
{
    size_t room = stream->in.max - stream->in.len;
    char probe;
    size_t n;
    if (!at_op_check(op, err)) // even if the peer never pauses
        return false;
    // A full buffer is fine if the peer sends nothing more.
    if (room == 0) {
        if (!read_some(op, stream, &probe, 1, &n, err))
            return false;
        stream->ended = n == 0;
        return n == 0 || at_fail(err, AT_ELIMIT, "more than %zu bytes came",
                                 stream->in.max);
    }
    size_t cap = room < READ_SIZE ? room : READ_SIZE;
    char *at = at_buf_reserve(&stream->in, cap);
    if (!read_some(op, stream, at, cap, &n, err))
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

bool
at_adb_stream_turn(const struct at_op *op, struct at_adb_stream *stream,
                   struct at_str *data, struct at_err *err)
{
    size_t n;
    if (data->len == 0 || is_readable(stream->conn))
        return at_adb_stream_read(op, stream, err);
    if (!at_conn_write_some(stream->conn, data->ptr, data->len, &n, NULL)) {
        stream->unheard = true;
        *data = (struct at_str){0};
        return true;
    }
    *data = at_str_skip(*data, n);
    return n > 0 ||
           at_op_wait_fd(op, at_conn_fd(stream->conn), POLLIN | POLLOUT, err);
}

bool
at_adb_stream_send(const struct at_op *op, struct at_adb_stream *stream,
                   struct at_str data, struct at_err *err)
{
    while ((data.len > 0 || stream->unheard) && !stream->ended) {
        if (!at_adb_stream_turn(op, stream, &data, err))
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
