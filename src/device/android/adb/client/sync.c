// sync.c: push a file to the device, and pull one
#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/adb_sync.h"

// In the mode of a file on the device, which runs Linux.
enum { MODE_REGULAR = 0100000 };

static bool
send_request(const struct at_op *op, struct at_adb_stream *stream, uint32_t id,
             struct at_str path, struct at_err *err)
{
    struct at_buf frame = AT_BUF_INIT(8 + AT_ADB_SYNC_PATH_MAX_BYTES);
    bool ok = at_adb_sync_request_write(&frame, id, path);
    if (!ok)
        at_fail(err, AT_EUSAGE, "a path has at most %zu bytes",
                AT_ADB_SYNC_PATH_MAX_BYTES);
    ok = ok && at_adb_stream_send(op, stream, at_buf_str(&frame), err);
    at_buf_deinit(&frame);
    return ok;
}

// Read more of an incomplete frame.
static bool
read_more(const struct at_op *op, struct at_adb_stream *stream,
          enum at_parse step, struct at_err *err)
{
    if (step == AT_PARSE_BAD)
        return at_fail(err, AT_EPROTO, "a broken frame of the sync service");
    if (stream->ended)
        return at_fail(err, AT_ENODEV, "the connection was lost");
    return at_adb_stream_read(op, stream, err);
}

// Read the next chunk, whose data is valid until the stream is read again; the
// caller then drops *out_used bytes.
static bool
next_chunk(const struct at_op *op, struct at_adb_stream *stream,
           struct at_adb_sync_chunk *chunk, size_t *out_used,
           struct at_err *err)
{
    for (;;) {
        enum at_parse step =
            at_adb_sync_chunk_parse(at_buf_str(&stream->in), chunk, out_used);
        if (step == AT_PARSE_DONE)
            return true;
        if (!read_more(op, stream, step, err))
            return false;
    }
}

static bool
fail_with_reply(struct at_str words, struct at_err *err)
{
    words = at_str_trim(words);
    if (words.len == 0)
        words = AT_STR("failed without a reason");
    return at_fail(err, AT_EDEVICE, "%.*s", AT_STR_ARG(words));
}

static bool
open_sync(const struct at_op *op, struct at_adb_device *device,
          struct at_adb_stream *stream, struct at_err *err)
{
    return at_adb_stream_open(
        op, device, "sync:", 4 * AT_ADB_SYNC_CHUNK_MAX_BYTES, stream, err);
}

static bool
has_reply(const struct at_adb_stream *stream)
{
    return stream->ended || stream->in.len > 0;
}

// A device that has refused may read no further: a reply ends the sending, also
// in the middle of a chunk.
static bool
send_chunk(const struct at_op *op, struct at_adb_stream *stream,
           struct at_buf *frame, const struct at_adb_sync_chunk *chunk,
           struct at_err *err)
{
    at_buf_clear(frame);
    at_assert(at_adb_sync_chunk_write(frame, chunk));
    struct at_str left = at_buf_str(frame);
    while ((left.len > 0 || stream->unheard) && !has_reply(stream)) {
        if (!at_adb_stream_turn(op, stream, &left, err))
            return false;
    }
    return at_op_check(op, err);
}

// Send DATA until the source is empty, then DONE. Stops early, without failing,
// if the device has replied already: that can only be a FAIL.
static bool
send_content(const struct at_op *op, struct at_adb_stream *stream,
             struct at_adb_source *source, struct at_err *err)
{
    struct at_buf frame = AT_BUF_INIT(8 + AT_ADB_SYNC_CHUNK_MAX_BYTES);
    char *piece = at_alloc(AT_ADB_SYNC_CHUNK_MAX_BYTES);
    bool ok = true;
    bool done = false;
    while (ok && !done && !has_reply(stream)) {
        size_t len;
        ok = at_adb_source_read(source, piece, AT_ADB_SYNC_CHUNK_MAX_BYTES,
                                &len, err);
        done = len == 0;
        struct at_adb_sync_chunk chunk = {.id = AT_ADB_SYNC_DATA,
                                          .data = at_str_n(piece, len)};
        if (done)
            chunk = (struct at_adb_sync_chunk){
                .id = AT_ADB_SYNC_DONE,
                .value = (uint32_t)(at_wall_now_ms() / 1000),
            };
        ok = ok && send_chunk(op, stream, &frame, &chunk, err);
    }
    free(piece);
    at_buf_deinit(&frame);
    return ok;
}

static bool
read_verdict(const struct at_op *op, struct at_adb_stream *stream,
             struct at_err *err)
{
    struct at_adb_sync_chunk chunk;
    size_t used;
    if (!next_chunk(op, stream, &chunk, &used, err))
        return false;
    if (chunk.id == AT_ADB_SYNC_FAIL)
        return fail_with_reply(chunk.data, err);
    return chunk.id == AT_ADB_SYNC_OKAY ||
           read_more(op, stream, AT_PARSE_BAD, err);
}

bool
at_adb_push(const struct at_op *op, struct at_adb_device *device,
            struct at_adb_source *source, const char *path, unsigned mode,
            struct at_err *err)
{
    struct at_adb_stream stream;
    int64_t began_ns = at_now_ns();
    unsigned full_mode = MODE_REGULAR | (mode & 07777);
    char *target = at_strfmt("%s,%u", path, full_mode);
    bool ok =
        open_sync(op, device, &stream, err) &&
        send_request(op, &stream, AT_ADB_SYNC_SEND, at_str(target), err) &&
        send_content(op, &stream, source, err) &&
        read_verdict(op, &stream, err);
    at_adb_stream_deinit(&stream);
    free(target);
    at_adb_command_ended("push", path, began_ns, ok, err);
    if (!ok)
        at_err_context(err, "push to '%s' on '%s'", path, device->serial);
    return ok;
}

bool
at_adb_put(const struct at_op *op, struct at_adb_device *device,
           struct at_str content, const char *path, unsigned mode,
           struct at_err *err)
{
    struct at_adb_source source = {.content = content, .fd = -1};
    return at_adb_push(op, device, &source, path, mode, err);
}

// Read DATA until DONE, and pass it on.
static bool
receive_content(const struct at_op *op, struct at_adb_stream *stream,
                const struct at_adb_sink *sink, struct at_err *err)
{
    struct at_adb_sync_chunk chunk;
    size_t used;
    while (next_chunk(op, stream, &chunk, &used, err)) {
        if (chunk.id == AT_ADB_SYNC_FAIL)
            return fail_with_reply(chunk.data, err);
        if (chunk.id == AT_ADB_SYNC_DONE)
            return true;
        if (chunk.id != AT_ADB_SYNC_DATA)
            return read_more(op, stream, AT_PARSE_BAD, err);
        if (!sink->take(sink->user, chunk.data, err))
            return false;
        at_buf_drop(&stream->in, used);
    }
    return false;
}

bool
at_adb_pull(const struct at_op *op, struct at_adb_device *device,
            const char *path, const struct at_adb_sink *sink,
            struct at_err *err)
{
    struct at_adb_stream stream;
    int64_t began_ns = at_now_ns();
    bool ok = open_sync(op, device, &stream, err) &&
              send_request(op, &stream, AT_ADB_SYNC_RECV, at_str(path), err) &&
              receive_content(op, &stream, sink, err);
    at_adb_stream_deinit(&stream);
    at_adb_command_ended("pull", path, began_ns, ok, err);
    if (!ok)
        at_err_context(err, "pull of '%s' on '%s'", path, device->serial);
    return ok;
}
