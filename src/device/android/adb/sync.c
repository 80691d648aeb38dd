#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/link.h"
#include "sys/clock.h"
#include "wire/sync.h"

// What stat(2)'s mode says on the device, which is a Linux.
enum { MODE_TYPE = 0170000, MODE_REGULAR = 0100000, MODE_FOLDER = 0040000 };

static bool
send_request(const struct at_op *op, struct at_adb_stream *stream, uint32_t id,
             struct at_str path, struct at_err *err)
{
    struct at_buf frame = AT_BUF_INIT(8 + AT_SYNC_PATH_MAX_BYTES);
    bool ok = at_sync_request_write(&frame, id, path);
    if (!ok)
        at_fail(err, AT_EUSAGE, "a path has at most %zu bytes",
                AT_SYNC_PATH_MAX_BYTES);
    ok = ok && at_adb_stream_send(op, stream, at_buf_str(&frame), err);
    at_buf_deinit(&frame);
    return ok;
}

// Wait for more of a frame that is not whole yet.
static bool
read_more(const struct at_op *op, struct at_adb_stream *stream,
          enum at_step step, struct at_err *err)
{
    if (step == AT_STEP_BAD)
        return at_fail(err, AT_EPROTO, "a broken frame of the sync service");
    if (stream->ended)
        return at_fail(err, AT_ENODEV, "the connection was lost");
    return at_adb_stream_read(op, stream, err);
}

// The next chunk, whose data is valid until the stream is read again; drop
// *out_used bytes then.
static bool
next_chunk(const struct at_op *op, struct at_adb_stream *stream,
           struct at_sync_chunk *chunk, size_t *out_used, struct at_err *err)
{
    for (;;) {
        enum at_step step =
            at_sync_chunk_parse(at_buf_str(&stream->in), chunk, out_used);
        if (step == AT_STEP_DONE)
            return true;
        if (!read_more(op, stream, step, err))
            return false;
    }
}

static bool
fail_as_told(struct at_str words, struct at_err *err)
{
    words = at_str_trim(words);
    if (words.len == 0)
        words = AT_STR("failed without a reason");
    return at_fail(err, AT_EDEVICE, "%.*s", AT_STR_ARG(words));
}

static bool
read_stat(const struct at_op *op, struct at_adb_stream *stream,
          const char *path, struct at_sync_stat *out, struct at_err *err)
{
    if (!send_request(op, stream, AT_SYNC_STAT, at_str(path), err))
        return false;
    for (;;) {
        size_t used;
        enum at_step step =
            at_sync_stat_parse(at_buf_str(&stream->in), out, &used);
        if (step == AT_STEP_DONE) {
            at_buf_drop(&stream->in, used);
            return true;
        }
        if (!read_more(op, stream, step, err))
            return false;
    }
}

// Before any byte moves: is there a file, and has out room for it?
static bool
check_stat(const struct at_sync_stat *stat, const struct at_buf *out,
           struct at_err *err)
{
    if (stat->mode == 0)
        return at_fail(err, AT_EDEVICE,
                       "no such file, or its folder may not be read");
    if ((stat->mode & MODE_TYPE) == MODE_FOLDER)
        return at_fail(err, AT_EDEVICE, "it is a folder");
    if ((stat->mode & MODE_TYPE) == MODE_REGULAR &&
        stat->size > out->max - out->len)
        return at_fail(err, AT_ELIMIT,
                       "it has %" PRIu64 " bytes, the limit is %zu", stat->size,
                       out->max);
    return true;
}

static bool
receive(const struct at_op *op, struct at_adb_stream *stream,
        struct at_buf *out, struct at_err *err)
{
    for (;;) {
        struct at_sync_chunk chunk;
        size_t used;
        if (!next_chunk(op, stream, &chunk, &used, err))
            return false;
        if (chunk.id == AT_SYNC_DONE)
            return true;
        if (chunk.id == AT_SYNC_FAIL)
            return fail_as_told(chunk.data, err);
        if (chunk.id != AT_SYNC_DATA)
            return read_more(op, stream, AT_STEP_BAD, err);
        if (!at_buf_add_str(out, chunk.data))
            return at_fail(err, AT_ELIMIT, "it is longer than %zu bytes",
                           out->max);
        at_buf_drop(&stream->in, used);
    }
}

static bool
open_sync(const struct at_op *op, struct at_adb_device *device,
          struct at_adb_stream *stream, struct at_err *err)
{
    return at_adb_stream_open(op, device, "sync:", 4 * AT_SYNC_CHUNK_MAX_BYTES,
                              stream, err);
}

bool
at_adb_pull(const struct at_op *op, struct at_adb_device *device,
            const char *path, struct at_buf *out, struct at_err *err)
{
    struct at_adb_stream stream;
    struct at_sync_stat stat;
    size_t was = out->len;
    bool ok = open_sync(op, device, &stream, err) &&
              read_stat(op, &stream, path, &stat, err) &&
              check_stat(&stat, out, err) &&
              send_request(op, &stream, AT_SYNC_RECV, at_str(path), err) &&
              receive(op, &stream, out, err);
    at_adb_stream_deinit(&stream);
    if (!ok) {
        at_buf_cut(out, was);
        at_err_context(err, "pull of '%s' from '%s'", path, device->serial);
    }
    return ok;
}

static bool
send_chunk(const struct at_op *op, struct at_adb_stream *stream,
           struct at_buf *frame, const struct at_sync_chunk *chunk,
           struct at_err *err)
{
    at_buf_clear(frame);
    at_assert(at_sync_chunk_write(frame, chunk));
    return at_adb_stream_send(op, stream, at_buf_str(frame), err);
}

// DATA until the source is empty, then DONE. Stops early, without failing,
// where the device has answered already: that can only be a FAIL.
static bool
send_content(const struct at_op *op, struct at_adb_stream *stream,
             struct at_adb_source *source, struct at_err *err)
{
    struct at_buf frame = AT_BUF_INIT(8 + AT_SYNC_CHUNK_MAX_BYTES);
    char *piece = at_alloc(AT_SYNC_CHUNK_MAX_BYTES);
    bool ok = true;
    bool done = false;

    while (ok && !done && !stream->ended && stream->in.len == 0) {
        size_t len;
        ok = at_adb_source_read(source, piece, AT_SYNC_CHUNK_MAX_BYTES, &len,
                                err);
        done = len == 0;
        struct at_sync_chunk chunk = {.id = AT_SYNC_DATA,
                                      .data = at_str_n(piece, len)};
        if (done)
            chunk = (struct at_sync_chunk){
                .id = AT_SYNC_DONE,
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
    struct at_sync_chunk chunk;
    size_t used;
    if (!next_chunk(op, stream, &chunk, &used, err))
        return false;
    if (chunk.id == AT_SYNC_FAIL)
        return fail_as_told(chunk.data, err);
    return chunk.id == AT_SYNC_OKAY || read_more(op, stream, AT_STEP_BAD, err);
}

bool
at_adb_push_source(const struct at_op *op, struct at_adb_device *device,
                   struct at_adb_source *source, const char *path,
                   unsigned mode, struct at_err *err)
{
    struct at_adb_stream stream;
    unsigned full_mode = MODE_REGULAR | (mode & 07777);
    char *target = at_strfmt("%s,%u", path, full_mode);
    bool ok = open_sync(op, device, &stream, err) &&
              send_request(op, &stream, AT_SYNC_SEND, at_str(target), err) &&
              send_content(op, &stream, source, err) &&
              read_verdict(op, &stream, err);
    at_adb_stream_deinit(&stream);
    free(target);
    if (!ok)
        at_err_context(err, "push to '%s' on '%s'", path, device->serial);
    return ok;
}

bool
at_adb_push(const struct at_op *op, struct at_adb_device *device,
            struct at_str content, const char *path, unsigned mode,
            struct at_err *err)
{
    struct at_adb_source source = {content, -1};
    return at_adb_push_source(op, device, &source, path, mode, err);
}
