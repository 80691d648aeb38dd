// Flow control: a message on a stream may be sent once the previous one was
// acknowledged. Bytes written in between are collected in the outbox and sent
// as one message by the thread that notices the acknowledgement.
#include "virtual-android/adbd/stream.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "sys/cancel.h"
#include "virtual-android/adbd/journal.h"
#include "virtual-android/adbd/link_io.h"
#include "virtual-android/model/device.h"
#include "wire/adb_message.h"

struct vd_stream {
    struct vd_link *link; // borrowed
    struct vd_stream *next;
    char *service; // owned
    void (*run)(struct vd_stream *stream);
    struct at_cancel *cancel; // owned; fired when closed is set
    uint32_t local_id;
    uint32_t remote_id;
    pthread_t thread;

    pthread_cond_t changed; // with link->lock, which guards what follows
    struct at_buf inbox;    // received; unread from inbox_at on
    size_t inbox_at;
    struct at_buf outbox; // written, and not yet sent
    size_t dump_left;     // bytes until the fault drop-dump; 0: no dump
    bool ack_due;         // the inbox's message was not acknowledged yet
    bool accepted;
    bool can_send;    // the last message was acknowledged
    bool closed;      // closed by either side, or the link is lost
    bool closed_here; // the peer does not know yet
    bool finished;    // its service has returned
    bool hushed;      // it has no reader now
};

// The fault drop-dump cuts a dump after this many bytes.
enum { DUMP_CUT_BYTES = 512 };

struct vd_device *
vd_stream_device(struct vd_stream *stream)
{
    return stream->link->opts.device;
}

const char *
vd_stream_service(struct vd_stream *stream)
{
    return stream->service;
}

struct at_cancel *
vd_stream_cancel(struct vd_stream *stream)
{
    return stream->cancel;
}

struct at_cancel *
vd_stream_adbd(struct vd_stream *stream)
{
    return stream->link->opts.parent;
}

static struct vd_stream *
find(struct vd_link *link, uint32_t local_id)
{
    struct vd_stream *at = link->streams;
    while (at && (at->local_id != local_id || at->finished))
        at = at->next;
    return at;
}

static void
close_locked(struct vd_stream *stream)
{
    stream->closed = true;
    pthread_cond_broadcast(&stream->changed);
    at_cancel_fire(stream->cancel);
}

// Send the outbox if a message may be sent now. The lock is released while
// sending.
static void
pump(struct vd_stream *stream)
{
    struct vd_link *link = stream->link;
    size_t len = stream->outbox.len;
    if (!stream->can_send || stream->closed || len == 0)
        return;
    if (len > link->max_data)
        len = link->max_data;
    stream->can_send = false;
    char *data = at_strndup(stream->outbox.data, len);
    at_buf_drop(&stream->outbox, len);
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&link->lock);
    vd_link_send(link, AT_ADB_WRTE, stream->local_id, stream->remote_id,
                 at_str_n(data, len));
    free(data);
    pthread_mutex_lock(&link->lock);
}

void
vd_stream_accept(struct vd_stream *stream)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    stream->accepted = true;
    stream->can_send = true;
    pthread_mutex_unlock(&link->lock);
    vd_link_send(link, AT_ADB_OKAY, stream->local_id, stream->remote_id,
                 at_str(NULL));
}

size_t
vd_stream_read(struct vd_stream *stream, void *buf, size_t cap)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (stream->inbox.len == stream->inbox_at && !stream->closed &&
           !stream->hushed)
        pthread_cond_wait(&stream->changed, &link->lock);
    size_t len = stream->inbox.len - stream->inbox_at;
    if (len > cap)
        len = cap;
    if (len > 0)
        memcpy(buf, stream->inbox.data + stream->inbox_at, len);
    stream->inbox_at += len;
    bool ack = stream->ack_due && stream->inbox_at == stream->inbox.len;
    if (ack)
        stream->ack_due = false;
    pthread_mutex_unlock(&link->lock);
    if (ack)
        vd_link_send(link, AT_ADB_OKAY, stream->local_id, stream->remote_id,
                     at_str(NULL));
    return len;
}

void
vd_stream_hush(struct vd_stream *stream, bool on)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    stream->hushed = on;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&link->lock);
}

static bool
queue(struct vd_stream *stream, const char *ptr, size_t len)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (stream->outbox.len > 0 && !stream->closed &&
           stream->outbox.len + len > VD_OUTBOX_MAX_BYTES)
        pthread_cond_wait(&stream->changed, &link->lock);
    bool ok = !stream->closed && at_buf_add(&stream->outbox, ptr, len);
    if (ok)
        pump(stream);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

// Return true if the fault cuts the dump here; *len is reduced to the bytes
// before the cut.
static bool
is_cut_here_locked(struct vd_stream *stream, size_t *len)
{
    if (stream->dump_left == 0 || *len == 0)
        return false;
    if (*len < stream->dump_left) {
        stream->dump_left -= *len;
        return false;
    }
    size_t rest = stream->dump_left;
    stream->dump_left = 0;
    if (!vd_device_take_fault(vd_stream_device(stream), "drop-dump"))
        return false;
    *len = rest;
    return true;
}

static bool
is_cut_here(struct vd_stream *stream, size_t *len)
{
    pthread_mutex_lock(&stream->link->lock);
    bool cut = is_cut_here_locked(stream, len);
    pthread_mutex_unlock(&stream->link->lock);
    return cut;
}

bool
vd_stream_write(struct vd_stream *stream, const void *ptr, size_t len)
{
    const char *at = ptr;
    bool cut = is_cut_here(stream, &len);
    bool ok = true;
    while (ok && len > 0) {
        size_t part = len < VD_OUTBOX_MAX_BYTES ? len : VD_OUTBOX_MAX_BYTES;
        ok = queue(stream, at, part);
        at += part;
        len -= part;
    }
    if (!cut)
        return ok;
    vd_stream_drain(stream);
    vd_link_drop(stream->link);
    return false;
}

bool
vd_stream_drain(struct vd_stream *stream)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (!stream->closed && (stream->outbox.len > 0 || !stream->can_send))
        pthread_cond_wait(&stream->changed, &link->lock);
    bool ok = !stream->closed;
    pthread_mutex_unlock(&link->lock);
    return ok;
}

void
vd_stream_close(struct vd_stream *stream)
{
    struct vd_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    stream->closed_here = !stream->closed;
    close_locked(stream);
    pthread_mutex_unlock(&link->lock);
}

static void
finish(struct vd_stream *stream)
{
    struct vd_link *link = stream->link;
    bool notify = !stream->accepted || vd_stream_drain(stream);
    pthread_mutex_lock(&link->lock);
    stream->finished = true;
    notify = notify || stream->closed_here;
    pthread_mutex_unlock(&link->lock);
    if (notify)
        vd_link_send(link, AT_ADB_CLSE, stream->accepted ? stream->local_id : 0,
                     stream->remote_id, at_str(NULL));
}

static void *
run(void *arg)
{
    struct vd_stream *stream = arg;
    stream->run(stream);
    finish(stream);
    return NULL;
}

static void
free_stream(struct vd_stream *stream)
{
    pthread_join(stream->thread, NULL);
    pthread_cond_destroy(&stream->changed);
    at_buf_deinit(&stream->inbox);
    at_buf_deinit(&stream->outbox);
    at_cancel_free(stream->cancel);
    free(stream->service);
    free(stream);
}

// Only the link's thread changes the list.
static void
reap(struct vd_link *link)
{
    struct vd_stream *over = NULL;
    pthread_mutex_lock(&link->lock);
    for (struct vd_stream **at = &link->streams; *at;) {
        struct vd_stream *stream = *at;
        if (!stream->finished) {
            at = &stream->next;
            continue;
        }
        *at = stream->next;
        stream->next = over;
        over = stream;
        link->stream_count--;
    }
    pthread_mutex_unlock(&link->lock);
    while (over) {
        struct vd_stream *stream = over;
        over = stream->next;
        free_stream(stream);
    }
}

static bool
reads_a_dump(const char *service)
{
    return strstr(service, "uiautomator") || strstr(service, "window_dump");
}

static struct vd_stream *
new_stream(struct vd_link *link, uint32_t remote_id, struct at_str service)
{
    struct at_cancel *cancel = at_cancel_new(link->cancel, NULL);
    if (!cancel)
        return NULL;
    struct vd_stream *stream = at_alloc(sizeof(*stream));
    stream->link = link;
    stream->service = at_strndup(service.ptr, service.len);
    stream->cancel = cancel;
    stream->remote_id = remote_id;
    stream->inbox = (struct at_buf)AT_BUF_INIT(4 * AT_ADB_PACKET_MAX_BYTES);
    stream->outbox = (struct at_buf)AT_BUF_INIT(VD_OUTBOX_MAX_BYTES);
    stream->dump_left = reads_a_dump(stream->service) ? DUMP_CUT_BYTES : 0;
    pthread_cond_init(&stream->changed, NULL);
    return stream;
}

static bool
start(struct vd_link *link, struct vd_stream *stream)
{
    pthread_mutex_lock(&link->lock);
    stream->local_id = link->next_id++;
    bool ok = link->stream_count < VD_STREAMS_MAX &&
              pthread_create(&stream->thread, NULL, run, stream) == 0;
    if (ok) {
        stream->next = link->streams;
        link->streams = stream;
        link->stream_count++;
    }
    pthread_mutex_unlock(&link->lock);
    return ok;
}

void
vd_stream_open(struct vd_link *link, uint32_t remote_id, struct at_str service,
               void (*run_service)(struct vd_stream *stream))
{
    while (service.len > 0 && service.ptr[service.len - 1] == '\0')
        service.len--;
    reap(link);
    vd_journal_add(link->opts.journal, service);
    struct vd_stream *stream = new_stream(link, remote_id, service);
    if (stream)
        stream->run = run_service;
    if (stream && start(link, stream))
        return;
    vd_link_send(link, AT_ADB_CLSE, 0, remote_id, at_str(NULL));
    if (!stream)
        return;
    pthread_cond_destroy(&stream->changed);
    at_cancel_free(stream->cancel);
    free(stream->service);
    free(stream);
}

bool
vd_stream_received(struct vd_link *link, uint32_t local_id, struct at_str data)
{
    bool ok = true;
    uint32_t empty_for = 0; // services do not read empty messages
    pthread_mutex_lock(&link->lock);
    struct vd_stream *stream = find(link, local_id);
    if (stream && stream->accepted && data.len == 0) {
        empty_for = stream->remote_id;
    } else if (stream && stream->accepted) {
        // The protocol allows one message at a time, but a server whose client
        // has hung up sends the rest at once.
        at_buf_drop(&stream->inbox, stream->inbox_at);
        stream->inbox_at = 0;
        ok = at_buf_add_str(&stream->inbox, data);
        stream->ack_due = ok;
        pthread_cond_broadcast(&stream->changed);
    }
    pthread_mutex_unlock(&link->lock);
    if (empty_for)
        vd_link_send(link, AT_ADB_OKAY, local_id, empty_for, at_str(NULL));
    return ok;
}

void
vd_stream_acked(struct vd_link *link, uint32_t local_id)
{
    pthread_mutex_lock(&link->lock);
    struct vd_stream *stream = find(link, local_id);
    if (stream && stream->accepted) {
        stream->can_send = true;
        pump(stream);
        pthread_cond_broadcast(&stream->changed);
    }
    pthread_mutex_unlock(&link->lock);
}

void
vd_stream_hung_up(struct vd_link *link, uint32_t local_id)
{
    pthread_mutex_lock(&link->lock);
    struct vd_stream *stream = find(link, local_id);
    if (stream)
        close_locked(stream);
    pthread_mutex_unlock(&link->lock);
}

void
vd_stream_end_all(struct vd_link *link)
{
    pthread_mutex_lock(&link->lock);
    struct vd_stream *at = link->streams;
    for (; at; at = at->next)
        close_locked(at);
    at = link->streams;
    link->streams = NULL;
    link->stream_count = 0;
    pthread_mutex_unlock(&link->lock);
    while (at) {
        struct vd_stream *next = at->next;
        free_stream(at);
        at = next;
    }
}
