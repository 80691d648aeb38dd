#include "tester/view/streams.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/view/streams_priv.h"

struct at_streams *
at_streams_new(const struct at_platform *const *platforms,
               const struct at_stream_guard *guard)
{
    struct at_streams *streams = at_alloc(sizeof(*streams));
    streams->platforms = platforms;
    streams->guard = *guard;
    pthread_mutex_init(&streams->lock, NULL);
    return streams;
}

static void
stream_free(struct at_stream *stream)
{
    at_stream_drop_packets_locked(stream);
    free(stream->packets);
    at_cancel_free(stream->cancel);
    free(stream);
}

// Take out the streams without watchers; the caller joins their threads.
static struct at_stream *
take_over(struct at_streams *streams)
{
    struct at_stream **link = &streams->first;
    struct at_stream *taken = NULL;
    while (*link) {
        struct at_stream *stream = *link;
        if (!stream->is_over || stream->watchers) {
            link = &stream->next;
            continue;
        }
        *link = stream->next;
        stream->next = taken;
        taken = stream;
    }
    return taken;
}

static void
join_all(struct at_stream *streams)
{
    while (streams) {
        struct at_stream *stream = streams;
        streams = stream->next;
        pthread_join(stream->thread, NULL);
        stream_free(stream);
    }
}

static void
end_locked(struct at_stream *stream, const struct at_err *why)
{
    at_stream_end_locked(stream, why);
    at_cancel_fire(stream->cancel);
}

void
at_streams_stop(struct at_streams *streams)
{
    struct at_err why = AT_ERR_INIT;
    at_fail(&why, AT_ECANCELED, "the server is stopping");
    pthread_mutex_lock(&streams->lock);
    bool again = streams->stopped;
    streams->stopped = true;
    for (struct at_stream *stream = streams->first; stream;
         stream = stream->next)
        end_locked(stream, &why);
    pthread_mutex_unlock(&streams->lock);
    // No stream is added or removed any more.
    for (struct at_stream *stream = streams->first; stream && !again;
         stream = stream->next)
        pthread_join(stream->thread, NULL);
}

void
at_streams_free(struct at_streams *streams)
{
    if (!streams)
        return;
    at_streams_stop(streams);
    while (streams->first) {
        struct at_stream *stream = streams->first;
        at_assert(!stream->watchers);
        streams->first = stream->next;
        stream_free(stream);
    }
    pthread_mutex_destroy(&streams->lock);
    free(streams);
}

static bool
fail_secret(struct at_err *err)
{
    return at_fail(err, AT_EBUSY,
                   "a run that uses secrets has the device, or has typed one "
                   "there: its own pictures, in which they are covered, are "
                   "all that is shown");
}

bool
at_streams_check(const struct at_op *op, struct at_streams *streams,
                 const char *device, const struct at_platform **out,
                 struct at_err *err)
{
    if (!at_devices_find(op, streams->platforms, at_str(device), out, err))
        return false;
    if (!(*out)->video)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices give no video of their screen here",
                       (*out)->name);
    return !streams->guard.must_not_watch(streams->guard.user, device) ||
           fail_secret(err);
}

static struct at_stream *
find_live(const struct at_streams *streams, const char *device)
{
    struct at_stream *stream = streams->first;
    while (stream && (stream->has_ended || strcmp(stream->device, device) != 0))
        stream = stream->next;
    return stream;
}

static size_t
count_live(const struct at_streams *streams)
{
    size_t count = 0;
    for (const struct at_stream *stream = streams->first; stream;
         stream = stream->next)
        count += !stream->is_over;
    return count;
}

static bool
add_locked(struct at_streams *streams, const struct at_platform *platform,
           const char *device, struct at_stream **out, struct at_err *err)
{
    if (count_live(streams) >= AT_VIEWS_MAX)
        return at_fail(err, AT_ELIMIT, "%zu devices are watched already",
                       AT_VIEWS_MAX);
    struct at_stream *stream = at_alloc(sizeof(*stream));
    stream->streams = streams;
    stream->platform = platform;
    at_str_cut(stream->device, sizeof(stream->device), at_str(device));
    stream->left_ns = at_now_ns();
    stream->cancel = at_cancel_new(NULL, err);
    bool ok = stream->cancel != NULL;
    if (ok) {
        int sys = pthread_create(&stream->thread, NULL, at_stream_work, stream);
        ok = sys == 0 || at_fail_sys(err, AT_EIO, sys,
                                     "cannot start a thread for the video");
    }
    if (!ok) {
        stream_free(stream);
        return false;
    }
    stream->next = streams->first;
    streams->first = stream;
    *out = stream;
    return true;
}

static void
join_watchers(struct at_stream *stream, struct at_stream_watcher *watcher)
{
    watcher->stream = stream;
    watcher->next = stream->watchers;
    stream->watchers = watcher;
}

static bool
watch_locked(struct at_streams *streams, const struct at_platform *platform,
             const char *device, struct at_stream_watcher *watcher,
             struct at_err *err)
{
    struct at_stream *stream = find_live(streams, device);
    if (streams->stopped)
        return at_fail(err, AT_ECANCELED, "the server is stopping");
    // Under the lock: a run that begins after this ends what it finds.
    if (streams->guard.must_not_watch(streams->guard.user, device))
        return fail_secret(err);
    if (!stream && !add_locked(streams, platform, device, &stream, err))
        return false;
    join_watchers(stream, watcher);
    return true;
}

bool
at_streams_watch(struct at_streams *streams, const struct at_platform *platform,
                 const char *device, const struct at_stream_link *link,
                 struct at_stream_watcher **out, struct at_err *err)
{
    struct at_stream_watcher *watcher = at_alloc(sizeof(*watcher));
    watcher->link = *link;
    watcher->said_ns = at_now_ns();
    watcher->pending = (struct at_buf)AT_BUF_INIT(AT_STREAM_HEADER_BYTES +
                                                  AT_STREAM_GROUP_MAX_BYTES);
    pthread_mutex_lock(&streams->lock);
    struct at_stream *over = streams->stopped ? NULL : take_over(streams);
    bool ok = watch_locked(streams, platform, device, watcher, err);
    pthread_mutex_unlock(&streams->lock);
    join_all(over);
    *out = ok ? watcher : NULL;
    if (!ok)
        free(watcher);
    return ok;
}

void
at_streams_leave(struct at_stream_watcher *watcher)
{
    if (!watcher)
        return;
    struct at_stream *stream = watcher->stream;
    struct at_streams *streams = stream->streams;
    pthread_mutex_lock(&streams->lock);
    struct at_stream_watcher **at = &stream->watchers;
    while (*at != watcher)
        at = &(*at)->next;
    *at = watcher->next;
    stream->left_ns = at_now_ns();
    pthread_mutex_unlock(&streams->lock);
    at_buf_deinit(&watcher->pending);
    free(watcher);
}

void
at_streams_cut(struct at_stream_watcher *watcher)
{
    struct at_streams *streams = watcher->stream->streams;
    pthread_mutex_lock(&streams->lock);
    watcher->cut = true;
    if (watcher->paused) {
        watcher->paused = false;
        watcher->link.resume(watcher->link.user);
    }
    pthread_mutex_unlock(&streams->lock);
}

void
at_streams_forbid(struct at_streams *streams, const char *device)
{
    struct at_err why = AT_ERR_INIT;
    fail_secret(&why);
    pthread_mutex_lock(&streams->lock);
    for (struct at_stream *stream = streams->first; stream;
         stream = stream->next) {
        if (strcmp(stream->device, device) == 0)
            end_locked(stream, &why);
    }
    pthread_mutex_unlock(&streams->lock);
}
