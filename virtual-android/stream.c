// Flow control: a message on a stream may be sent once the one before it was
// acknowledged. What is written meanwhile gathers in the outbox and goes out
// as one message, from whichever thread finds that it may be sent.
#include "virtual-android/stream.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "virtual-android/device.h"
#include "virtual-android/journal.h"
#include "virtual-android/link_priv.h"
#include "wire/adb_message.h"

// The fault drop-dump cuts a dump after so many bytes.
enum { DUMP_CUT_BYTES = 512 };

struct va_device *
va_stream_device(struct va_stream *stream)
{
    return stream->link->opts.device;
}

const char *
va_stream_service(struct va_stream *stream)
{
    return stream->service;
}

struct at_cancel *
va_stream_cancel(struct va_stream *stream)
{
    return stream->cancel;
}

static struct va_stream *
find(struct va_link *link, uint32_t local_id)
{
    struct va_stream *at = link->streams;
    while (at && (at->local_id != local_id || at->finished))
        at = at->next;
    return at;
}

static void
close_locked(struct va_stream *stream)
{
    stream->closed = true;
    pthread_cond_broadcast(&stream->changed);
    at_cancel_fire(stream->cancel);
}

// Send what the outbox holds, if it may be sent now. Called with the lock
// held, which is given up meanwhile.
static void
pump(struct va_stream *stream)
{
    struct va_link *link = stream->link;
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
    va_link_send(link, AT_ADB_WRTE, stream->local_id, stream->remote_id,
                 at_str_n(data, len));
    free(data);
    pthread_mutex_lock(&link->lock);
}

void
va_stream_accept(struct va_stream *stream)
{
    struct va_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    stream->accepted = true;
    stream->can_send = true;
    pthread_mutex_unlock(&link->lock);
    va_link_send(link, AT_ADB_OKAY, stream->local_id, stream->remote_id,
                 at_str(NULL));
}

size_t
va_stream_read(struct va_stream *stream, void *buf, size_t cap)
{
    struct va_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (stream->inbox.len == stream->inbox_at && !stream->closed)
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
        va_link_send(link, AT_ADB_OKAY, stream->local_id, stream->remote_id,
                     at_str(NULL));
    return len;
}

static bool
queue(struct va_stream *stream, const char *ptr, size_t len)
{
    struct va_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (stream->outbox.len > 0 && !stream->closed &&
           stream->outbox.len + len > VA_OUTBOX_MAX_BYTES)
        pthread_cond_wait(&stream->changed, &link->lock);
    bool ok = !stream->closed && at_buf_add(&stream->outbox, ptr, len);
    if (ok)
        pump(stream);
    pthread_mutex_unlock(&link->lock);
    return ok;
}

// Has the dump on this stream come to where the fault cuts it? *len is what
// may still go out.
static bool
is_cut_here_locked(struct va_stream *stream, size_t *len)
{
    if (stream->dump_left == 0 || *len == 0)
        return false;
    if (*len < stream->dump_left) {
        stream->dump_left -= *len;
        return false;
    }
    size_t rest = stream->dump_left;
    stream->dump_left = 0;
    if (!va_device_take_fault(va_stream_device(stream), "drop-dump"))
        return false;
    *len = rest;
    return true;
}

static bool
is_cut_here(struct va_stream *stream, size_t *len)
{
    pthread_mutex_lock(&stream->link->lock);
    bool cut = is_cut_here_locked(stream, len);
    pthread_mutex_unlock(&stream->link->lock);
    return cut;
}

bool
va_stream_write(struct va_stream *stream, const void *ptr, size_t len)
{
    const char *at = ptr;
    bool cut = is_cut_here(stream, &len);
    bool ok = true;

    while (ok && len > 0) {
        size_t part = len < VA_OUTBOX_MAX_BYTES ? len : VA_OUTBOX_MAX_BYTES;
        ok = queue(stream, at, part);
        at += part;
        len -= part;
    }
    if (!cut)
        return ok;
    va_stream_drain(stream);
    va_link_drop(stream->link);
    return false;
}

bool
va_stream_drain(struct va_stream *stream)
{
    struct va_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    while (!stream->closed && (stream->outbox.len > 0 || !stream->can_send))
        pthread_cond_wait(&stream->changed, &link->lock);
    bool ok = !stream->closed;
    pthread_mutex_unlock(&link->lock);
    return ok;
}

void
va_stream_close(struct va_stream *stream)
{
    struct va_link *link = stream->link;
    pthread_mutex_lock(&link->lock);
    stream->closed_here = !stream->closed;
    close_locked(stream);
    pthread_mutex_unlock(&link->lock);
}

static void
finish(struct va_stream *stream)
{
    struct va_link *link = stream->link;
    bool tell = !stream->accepted || va_stream_drain(stream);

    pthread_mutex_lock(&link->lock);
    stream->finished = true;
    tell = tell || stream->closed_here;
    pthread_mutex_unlock(&link->lock);
    if (tell)
        va_link_send(link, AT_ADB_CLSE, stream->accepted ? stream->local_id : 0,
                     stream->remote_id, at_str(NULL));
}

static void *
run(void *arg)
{
    struct va_stream *stream = arg;
    struct at_str words;
    const char *rest;
    const struct va_service *kind =
        va_service_find(stream->service, &words, &rest);
    if (kind)
        kind->run(stream, words, rest);
    finish(stream);
    return NULL;
}

static void
free_stream(struct va_stream *stream)
{
    pthread_join(stream->thread, NULL);
    pthread_cond_destroy(&stream->changed);
    at_buf_deinit(&stream->inbox);
    at_buf_deinit(&stream->outbox);
    at_cancel_free(stream->cancel);
    free(stream->service);
    free(stream);
}

// Only the link's thread adds to the list and takes from it.
static void
reap(struct va_link *link)
{
    struct va_stream *over = NULL;
    pthread_mutex_lock(&link->lock);
    for (struct va_stream **at = &link->streams; *at;) {
        struct va_stream *stream = *at;
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
        struct va_stream *stream = over;
        over = stream->next;
        free_stream(stream);
    }
}

static bool
reads_a_dump(const char *service)
{
    return strstr(service, "uiautomator") || strstr(service, "window_dump");
}

static struct va_stream *
new_stream(struct va_link *link, uint32_t remote_id, struct at_str service)
{
    struct at_cancel *cancel = at_cancel_new(link->cancel, NULL);
    if (!cancel)
        return NULL;
    struct va_stream *stream = at_alloc(sizeof(*stream));
    stream->link = link;
    stream->service = at_strndup(service.ptr, service.len);
    stream->cancel = cancel;
    stream->remote_id = remote_id;
    stream->inbox = (struct at_buf)AT_BUF_INIT(AT_ADB_PACKET_MAX_BYTES);
    stream->outbox = (struct at_buf)AT_BUF_INIT(VA_OUTBOX_MAX_BYTES);
    stream->dump_left = reads_a_dump(stream->service) ? DUMP_CUT_BYTES : 0;
    pthread_cond_init(&stream->changed, NULL);
    return stream;
}

static bool
start(struct va_link *link, struct va_stream *stream)
{
    pthread_mutex_lock(&link->lock);
    stream->local_id = link->next_id++;
    bool ok = link->stream_count < VA_STREAMS_MAX &&
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
va_stream_open(struct va_link *link, uint32_t remote_id, struct at_str service)
{
    while (service.len > 0 && service.ptr[service.len - 1] == '\0')
        service.len--;
    reap(link);
    va_journal_add(link->opts.journal, service);
    struct va_stream *stream = new_stream(link, remote_id, service);
    if (stream && start(link, stream))
        return;
    va_link_send(link, AT_ADB_CLSE, 0, remote_id, at_str(NULL));
    if (!stream)
        return;
    pthread_cond_destroy(&stream->changed);
    at_cancel_free(stream->cancel);
    free(stream->service);
    free(stream);
}

bool
va_stream_came(struct va_link *link, uint32_t local_id, struct at_str data)
{
    bool ok = true;
    uint32_t empty_for = 0; // nobody reads an empty message, so nobody acks
    pthread_mutex_lock(&link->lock);
    struct va_stream *stream = find(link, local_id);
    if (stream && stream->accepted && data.len == 0) {
        empty_for = stream->remote_id;
    } else if (stream && stream->accepted) {
        ok = !stream->ack_due; // one message at a time is the protocol
        at_buf_clear(&stream->inbox);
        stream->inbox_at = 0;
        ok = ok && at_buf_add_str(&stream->inbox, data);
        stream->ack_due = ok;
        pthread_cond_broadcast(&stream->changed);
    }
    pthread_mutex_unlock(&link->lock);
    if (empty_for)
        va_link_send(link, AT_ADB_OKAY, local_id, empty_for, at_str(NULL));
    return ok;
}

void
va_stream_acked(struct va_link *link, uint32_t local_id)
{
    pthread_mutex_lock(&link->lock);
    struct va_stream *stream = find(link, local_id);
    if (stream && stream->accepted) {
        stream->can_send = true;
        pump(stream);
        pthread_cond_broadcast(&stream->changed);
    }
    pthread_mutex_unlock(&link->lock);
}

void
va_stream_hung_up(struct va_link *link, uint32_t local_id)
{
    pthread_mutex_lock(&link->lock);
    struct va_stream *stream = find(link, local_id);
    if (stream)
        close_locked(stream);
    pthread_mutex_unlock(&link->lock);
}

void
va_stream_end_all(struct va_link *link)
{
    pthread_mutex_lock(&link->lock);
    struct va_stream *at = link->streams;
    for (; at; at = at->next)
        close_locked(at);
    at = link->streams;
    link->streams = NULL;
    link->stream_count = 0;
    pthread_mutex_unlock(&link->lock);
    while (at) {
        struct va_stream *next = at->next;
        free_stream(at);
        at = next;
    }
}
