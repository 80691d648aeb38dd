// stream_read.c: the packets of a stream, and how its watchers read them
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "tester/view/streams_priv.h"
#include "wire/json.h"

static void
put(struct at_buf *out, uint64_t value, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        char byte = (char)(value >> shift & 0xff);
        at_buf_add(out, &byte, 1);
    }
}

void
at_stream_write(struct at_buf *out, enum at_stream_kind kind, int64_t pts_us,
                struct at_str data)
{
    put(out, data.len, 4);
    put(out, (uint64_t)kind, 1);
    put(out, 0, 3);
    put(out, (uint64_t)pts_us, 8);
    at_buf_add_str(out, data);
}

static void
write_json(struct at_buf *out, enum at_stream_kind kind, json_t *json)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_json_write(json, &text);
    at_stream_write(out, kind, 0, at_buf_str(&text));
    at_buf_deinit(&text);
    json_decref(json);
}

static void
write_config(struct at_buf *out, const struct at_video_packet *shape)
{
    json_t *json = json_object();
    at_json_set_text(json, "codec", shape->codec);
    at_json_set(json, "segment", json_integer(shape->segment));
    at_json_set(json, "widthPx", json_integer(shape->width_px));
    at_json_set(json, "heightPx", json_integer(shape->height_px));
    write_json(out, AT_STREAM_CONFIG, json);
}

void
at_stream_write_end(struct at_buf *out, const struct at_err *why)
{
    json_t *json = json_object();
    at_json_set_text(json, "code", at_code_info(why->code)->name);
    at_json_set_text(json, "detail", why->msg);
    write_json(out, AT_STREAM_END, json);
}

void
at_stream_drop_packets_locked(struct at_stream *stream)
{
    for (size_t i = 0; i < stream->count; i++)
        at_buf_deinit(&stream->packets[i]);
    stream->count = 0;
    stream->bytes = 0;
}

// A watcher in the middle of a packet keeps the rest of it.
static void
begin_group(struct at_stream *stream, const struct at_video_packet *packet)
{
    for (struct at_stream_watcher *watcher = stream->watchers; watcher;
         watcher = watcher->next) {
        if (watcher->group != stream->group || watcher->offset == 0)
            continue;
        at_buf_add_str(&watcher->pending,
                       at_str_skip(at_buf_str(&stream->packets[watcher->place]),
                                   watcher->offset));
        watcher->offset = 0;
    }
    at_stream_drop_packets_locked(stream);
    stream->group++;
    stream->gap = false;
    stream->shape = *packet;
    stream->shape.data = (struct at_str){0};
}

static void
wake_locked(struct at_stream *stream)
{
    for (struct at_stream_watcher *watcher = stream->watchers; watcher;
         watcher = watcher->next) {
        if (!watcher->paused)
            continue;
        watcher->paused = false;
        watcher->said_ns = at_now_ns();
        watcher->link.resume(watcher->link.user);
    }
}

void
at_stream_publish_locked(struct at_stream *stream,
                         const struct at_video_packet *packet)
{
    if (packet->key)
        begin_group(stream, packet);
    else if (stream->group == 0 || packet->skipped)
        stream->gap = true;
    if (stream->bytes + packet->data.len > AT_STREAM_GROUP_MAX_BYTES)
        stream->gap = true;
    if (stream->gap)
        return;
    if (stream->count == stream->cap) {
        stream->cap = stream->cap ? 2 * stream->cap : 64;
        stream->packets = at_realloc_array(stream->packets, stream->cap,
                                           sizeof(*stream->packets));
    }
    struct at_buf *kept = &stream->packets[stream->count++];
    *kept = (struct at_buf)AT_BUF_INIT(AT_STREAM_HEADER_BYTES +
                                       AT_STREAM_GROUP_MAX_BYTES);
    at_stream_write(kept, packet->key ? AT_STREAM_KEY : AT_STREAM_DELTA,
                    packet->pts_us, packet->data);
    stream->bytes += kept->len;
    wake_locked(stream);
}

void
at_stream_end_locked(struct at_stream *stream, const struct at_err *why)
{
    if (stream->has_ended)
        return;
    stream->has_ended = true;
    stream->why = *why;
    wake_locked(stream);
}

static size_t
take(struct at_buf *from, size_t *io_offset, char *buf, size_t cap)
{
    struct at_str rest = at_str_skip(at_buf_str(from), *io_offset);
    size_t len = rest.len < cap ? rest.len : cap;
    if (len > 0)
        memcpy(buf, rest.ptr, len);
    *io_offset += len;
    return len;
}

static size_t
take_pending(struct at_stream_watcher *watcher, char *buf, size_t cap)
{
    size_t offset = 0;
    size_t len = take(&watcher->pending, &offset, buf, cap);
    at_buf_drop(&watcher->pending, len);
    return len;
}

// Make the next record pending: the end, or the configuration of the newest key
// frame, where the watcher continues. Return false if neither is due.
static bool
prepare(struct at_stream_watcher *watcher)
{
    struct at_stream *stream = watcher->stream;
    if (stream->has_ended) {
        if (watcher->told_end)
            return false;
        at_stream_write_end(&watcher->pending, &stream->why);
        watcher->told_end = true;
        return true;
    }
    if (watcher->group == stream->group)
        return false;
    watcher->group = stream->group;
    watcher->place = watcher->offset = 0;
    if (watcher->segment == stream->shape.segment)
        return stream->count > 0;
    watcher->segment = stream->shape.segment;
    write_config(&watcher->pending, &stream->shape);
    return true;
}

// The end goes before packets that were not read; within one it would not be
// understood.
static size_t
take_packet(struct at_stream_watcher *watcher, char *buf, size_t cap)
{
    struct at_stream *stream = watcher->stream;
    if (watcher->group != stream->group || watcher->place >= stream->count ||
        (stream->has_ended && watcher->offset == 0))
        return 0;
    struct at_buf *packet = &stream->packets[watcher->place];
    size_t len = take(packet, &watcher->offset, buf, cap);
    if (watcher->offset == packet->len) {
        watcher->place++;
        watcher->offset = 0;
    }
    return len;
}

static enum at_stream_step
read_locked(struct at_stream_watcher *watcher, char *buf, size_t cap,
            size_t *len)
{
    while (*len < cap && !watcher->cut) {
        size_t taken = take_pending(watcher, buf + *len, cap - *len);
        if (taken == 0)
            taken = take_packet(watcher, buf + *len, cap - *len);
        *len += taken;
        if (taken == 0 && !prepare(watcher))
            break;
    }
    watcher->said_ns = at_now_ns();
    if (*len > 0)
        return AT_STREAM_READ;
    if (watcher->cut || watcher->told_end)
        return AT_STREAM_OVER;
    watcher->paused = true;
    watcher->link.pause(watcher->link.user);
    return AT_STREAM_PAUSED;
}

enum at_stream_step
at_streams_read(struct at_stream_watcher *watcher, char *buf, size_t cap,
                size_t *out_len)
{
    struct at_streams *streams = watcher->stream->streams;
    *out_len = 0;
    pthread_mutex_lock(&streams->lock);
    enum at_stream_step step = read_locked(watcher, buf, cap, out_len);
    pthread_mutex_unlock(&streams->lock);
    return step;
}
